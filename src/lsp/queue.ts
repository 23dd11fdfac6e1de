/** How long nothing must have been asked for before a job that can wait begins, in milliseconds. */
export const PAUSE_MS = 250;

/** How long a pause that does not come is waited for at most, in milliseconds. */
export const LONGEST_WAIT_MS = 2000;

interface Job {
  readonly run: () => Promise<void>;
  readonly done: (() => void)[];
}

/**
 * Does one job after the other, and looks at what has come in between two of them. A job takes the place of an earlier one of
 * its name that has not begun: it would be about what is no longer so.
 */
export class Queue {
  readonly #urgent = new Map<string, Job>();
  readonly #idle = new Map<string, Job>();
  readonly #timers = new Map<string, { readonly timer: NodeJS.Timeout; readonly since: number }>();
  readonly #failed: (error: unknown) => void;
  #running = false;

  /** @param failed told what a job throws; the next one is done all the same */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** Before everything that can wait; resolved when it, or what took its place, is done. */
  soon(name: string, run: () => Promise<void>): Promise<void> {
    return new Promise((done) => {
      const earlier = this.#urgent.get(name);
      this.#urgent.set(name, { run, done: [...(earlier?.done ?? []), done] });
      this.#start();
    });
  }

  /**
   * When nothing of its name has been asked for during a pause.
   * @param longest how long it waits at most while it is asked for again and again, in milliseconds
   */
  afterPause(name: string, run: () => Promise<void>, longest = Number.POSITIVE_INFINITY): void {
    const earlier = this.#timers.get(name);
    clearTimeout(earlier?.timer);
    const now = performance.now();
    const since = earlier?.since ?? now;
    const timer = setTimeout(
      () => {
        this.#timers.delete(name);
        this.#idle.set(name, { run, done: [] });
        this.#start();
      },
      Math.max(0, Math.min(PAUSE_MS, since + longest - now)),
    );
    this.#timers.set(name, { timer, since });
  }

  #start(): void {
    if (this.#running) return;
    this.#running = true;
    setImmediate(() => void this.#work());
  }

  async #work(): Promise<void> {
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      try {
        await job.run();
      } catch (error) {
        this.#failed(error);
      }
      for (const done of job.done) done();
      // What a client has said meanwhile is heard first.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#running = false;
  }

  #next(): Job | undefined {
    for (const jobs of [this.#urgent, this.#idle]) {
      for (const [name, job] of jobs) {
        jobs.delete(name);
        return job;
      }
    }
    return undefined;
  }
}
