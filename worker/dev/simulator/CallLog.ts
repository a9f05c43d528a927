import { DAY_MS } from '#shared/time/hourKey.ts';

/** Times in milliseconds since the Unix epoch. */
export interface CallReport {
  readonly total: number;
  readonly open: number;
  readonly maxOpen: number;
  readonly byPath: Readonly<Record<string, PathReport>>;
  readonly recent: readonly Call[];
}

export interface PathReport {
  readonly total: number;
  readonly open: number;
  readonly maxOpen: number;
  /** Calls per second, keyed by whole seconds since the epoch; seconds without calls are absent. */
  readonly perSecond: Readonly<Record<string, number>>;
}

export interface Call {
  readonly number: number;
  readonly atMs: number;
  readonly path: string;
  readonly query: string;
  readonly outcome: string;
}

const MAX_SECONDS = DAY_MS / 1000;
const MAX_CALLS = 10_000;

class Tally {
  total = 0;
  open = 0;
  maxOpen = 0;
  readonly perSecond = new Map<number, number>();

  begin(atMs: number): void {
    this.total++;
    this.open++;
    this.maxOpen = Math.max(this.maxOpen, this.open);
    const second = Math.floor(atMs / 1000);
    this.perSecond.set(second, (this.perSecond.get(second) ?? 0) + 1);
    const oldest = this.perSecond.keys().next();
    if (this.perSecond.size > MAX_SECONDS && !oldest.done) this.perSecond.delete(oldest.value);
  }
}

/** Counts the calls to the provider's own paths. Keeps a day of seconds and the last ten thousand calls. */
export class CallLog {
  readonly #all = new Tally();
  readonly #byPath = new Map<string, Tally>();
  readonly #recent: Call[] = [];

  /** Records a call. Call the returned function when its socket closes; repeats have no effect. */
  begin(call: Call): () => void {
    const tally = this.#byPath.get(call.path) ?? new Tally();
    this.#byPath.set(call.path, tally);
    this.#recent.push(call);
    if (this.#recent.length > MAX_CALLS) this.#recent.shift();
    const tallies = [this.#all, tally];
    for (const each of tallies) each.begin(call.atMs);
    return () => {
      for (const each of tallies.splice(0)) each.open--;
    };
  }

  report(): CallReport {
    const { total, open, maxOpen } = this.#all;
    const byPath = Object.fromEntries(
      [...this.#byPath].map(([path, tally]) => [path, { ...tally, perSecond: Object.fromEntries(tally.perSecond) }]),
    );
    return { total, open, maxOpen, byPath, recent: [...this.#recent] };
  }
}
