/** Each call returns a function that cancels it. */
export interface Timers {
  after(delayMs: number, run: () => void): () => void;
  every(periodMs: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  after(delayMs, run) {
    const handle = setTimeout(run, delayMs);
    return () => clearTimeout(handle);
  },
  every(periodMs, run) {
    const handle = setInterval(run, periodMs);
    return () => clearInterval(handle);
  },
};
