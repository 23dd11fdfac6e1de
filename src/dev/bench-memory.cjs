// Loaded into a process before it runs: writes down its peak memory, in KiB, when it ends. Linux keeps the figure of the
// process it was started from as well, so what the new image itself came to is asked for first.
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.BENCH_MEMORY_FILE, String(peak())));

function peak() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
