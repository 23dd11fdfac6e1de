#!/usr/bin/env node
'use strict';

// The launcher. It must run on any Node far enough to say why it cannot go on, so nothing here is newer than Node 6,
// and nothing is loaded before the version is known. The exit status is always set, never forced: a forced exit
// cuts off what a pipe has not taken yet.

const OLDEST = [20, 19];

function isTooOld(version) {
  const parts = version.split('.').map(Number);
  return parts[0] < OLDEST[0] || (parts[0] === OLDEST[0] && parts[1] < OLDEST[1]);
}

function fail(status, sentence) {
  process.stderr.write(`skillsaw: ${sentence}\n`);
  process.exitCode = status;
}

/** An error's message may quote a linted file, so only its kind is shown unless somebody asks for more. */
function failAsBug(error) {
  const kind = error instanceof Error ? error.name : typeof error;
  if (process.env.SKILLSAW_DEBUG === '1')
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  fail(3, `a bug in skillsaw stopped it (${kind}), not your files; SKILLSAW_DEBUG=1 shows where.`);
}

function start() {
  const path = require('node:path');
  const fs = require('node:fs');
  const dist = path.join(__dirname, '..', 'dist');
  if (!fs.existsSync(path.join(dist, 'entry.cjs'))) {
    fail(
      2,
      'the built program (dist/) is missing: run `npm run build` in its folder, or install the package again.',
    );
    return;
  }
  entryOf(dist).run().catch(failAsBug);
}

function entryOf(dist) {
  const loader = require('./load.js');
  if (require('node:fs').existsSync(loader.compiledFolder(dist)))
    return loader.createLoader(dist).load('entry.cjs');
  // Node 22.1 and later keep compiled code between runs; where they cannot, they say so in the result, not by throwing.
  const enableCompileCache = require('node:module').enableCompileCache;
  if (enableCompileCache) enableCompileCache();
  return require(require('node:path').join(dist, 'entry.cjs'));
}

if (isTooOld(process.versions.node)) {
  fail(2, `Node.js ${OLDEST.join('.')} or later is needed; this is ${process.versions.node}.`);
} else {
  try {
    start();
  } catch (error) {
    failAsBug(error);
  }
}
