const MINUTE_MS = 60_000;

/** Counts the calls of the last minute. */
export class CallRate {
  private timesMs: number[] = [];

  note(nowMs: number): void {
    this.timesMs = [...this.timesMs.filter((atMs) => atMs > nowMs - MINUTE_MS), nowMs];
  }

  /** Calls noted in the minute before `nowMs`. */
  perMinute(nowMs: number): number {
    return this.timesMs.filter((atMs) => atMs > nowMs - MINUTE_MS).length;
  }
}
