// Loaded before the program by the benchmark: leaves the process's peak memory, in KiB, in a file.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  writeFileSync(process.env.BENCH_MEMORY_FILE, String(process.resourceUsage().maxRSS));
});
