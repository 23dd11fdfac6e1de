const NOBODY = 65_534;

/**
 * Runs a test's function without root's rights, to which no file is unreadable. Tests run in a child process of the test
 * runner, so nobody else loses any; this process gets them back at the end, or when the promise is settled. Without root
 * there is nothing to drop.
 */
export function asNobody<T>(run: () => T): T {
  if (process.getuid?.() !== 0) return run();
  const restore = (): void => {
    process.seteuid?.(0);
    process.setegid?.(0);
  };
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
  let later = false;
  try {
    const result = run();
    later = result instanceof Promise;
    return result instanceof Promise ? (result.finally(restore) as T) : result;
  } finally {
    if (!later) restore();
  }
}
