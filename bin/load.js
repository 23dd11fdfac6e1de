'use strict';

// Loads the bundle with code that was compiled when it was built, if it was built by the same Node on the same kind of
// machine: compiling it anew costs a quarter of a bare start. Node 22.1 and later can keep compiled code by themselves,
// but only in a folder that others can write to as well; this one lies beside the code and is as trusted as it.

const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

/** Where the compiled code for this very Node lies; V8 refuses what another version made. */
function compiledFolder(dist) {
  return path.join(dist, 'compiled', `${process.version}-${process.platform}-${process.arch}`);
}

/** A loader for the files of the bundle, which refer to each other as `./name.cjs` and to nothing else but Node. */
function createLoader(dist) {
  const folder = compiledFolder(dist);
  const modules = new Map();
  const scripts = new Map();

  function compiled(name) {
    try {
      return fs.readFileSync(path.join(folder, `${name}.bin`));
    } catch {
      return undefined;
    }
  }

  function load(name) {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const filename = path.join(dist, name);
    // The files are ASCII, and this is the quickest way to read that.
    const source = fs.readFileSync(filename, 'latin1');
    const script = new vm.Script(
      `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
      { filename, cachedData: compiled(name) },
    );
    const module = { exports: {} };
    modules.set(name, module);
    scripts.set(name, script);
    script.runInThisContext()(module.exports, requireFrom, module, filename, dist);
    return module.exports;
  }

  function requireFrom(id) {
    return id.startsWith('./') ? load(id.slice(2)) : require(id);
  }

  return { load, scripts };
}

module.exports = { compiledFolder, createLoader };
