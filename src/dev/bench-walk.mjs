// The least a linter of a tree could do: walk it, leave out the same folders, read the files. The yardstick of the
// benchmark of a large tree.
import { readdirSync, readFileSync } from 'node:fs';

const PRUNED = new Set(['node_modules', '.git', '.hg', '.svn', '.venv', '.tox', '.cache', '.direnv']);

/** Names of the files to read. */
const READ = new Set((process.argv[3] ?? 'mcp_config.json').split(','));

let bytes = 0;
let files = 0;
const folders = [process.argv[2]];
for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      if (!PRUNED.has(entry.name)) folders.push(`${folder}/${entry.name}`);
    } else if (READ.has(entry.name)) {
      bytes += readFileSync(`${folder}/${entry.name}`).length;
      files += 1;
    }
  }
}
console.log(files, bytes);
