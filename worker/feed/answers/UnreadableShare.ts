const WITHIN_MS = 60_000;
const MIN_UNREADABLE = 10;
const MAX_SHARE = 0.2;

interface Sample {
  readonly atMs: number;
  readonly rows: number;
  readonly unreadable: number;
}

/** Whether so many of the rows are unreadable that the provider's format must have changed. */
export function isFormatBroken(rows: number, unreadable: number): boolean {
  return unreadable >= MIN_UNREADABLE && unreadable > rows * MAX_SHARE;
}

/** Rows of the home region that could not be read, over the last minute's reads. */
export class UnreadableShare {
  private samples: Sample[] = [];

  /** Counts an answer. One with rows, all of them readable, ends the doubt: every poll reads the last minute again. */
  note(rows: number, unreadable: number, atMs: number): void {
    const kept = rows > 0 && unreadable === 0 ? [] : this.samples.filter((sample) => sample.atMs > atMs - WITHIN_MS);
    this.samples = [...kept, { atMs, rows, unreadable }];
  }

  /** Whether the provider's format must have changed, by what it told in the minute before `nowMs`. */
  broken(nowMs: number): boolean {
    const lately = this.samples.filter((sample) => sample.atMs > nowMs - WITHIN_MS);
    const sum = (count: (sample: Sample) => number) => lately.reduce((total, sample) => total + count(sample), 0);
    // Polls overlap, so one bad event in a drizzle is told a dozen times: in each answer it is still one.
    const several = lately.some(({ unreadable }) => unreadable > 1);
    return (
      several &&
      isFormatBroken(
        sum(({ rows }) => rows),
        sum(({ unreadable }) => unreadable),
      )
    );
  }
}
