import type { Clock } from '#shared/time/Clock.ts';
import type { KeyRecord } from './KeyTable.ts';

/** Up to this age a key is believed without asking. */
const FRESH_MS = 20_000;
/** Up to this age it is believed once more, while it is read again: a revoked key is refused within a minute. */
const STALE_MS = 45_000;
const MAX_KEYS = 10_000;
/** A hash that nobody had: kept for as long as a good key's, so that a key just made is soon good. */
const MAX_UNKNOWN = 2_000;

interface Entry {
  readonly record: KeyRecord;
  readonly readMs: number;
  rereading: boolean;
}

/**
 * The keys that one isolate has seen of late, so that most calls wait for no database. Unknown ones are kept apart: however
 * many are tried, no key that somebody has is forgotten for them.
 */
export class RecentKeys {
  private readonly clock: Clock;
  private readonly entries = new Map<string, Entry>();
  /** Until when each of these hashes is taken to be nobody's. */
  private readonly unknownUntilMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** The key with this hash, undefined if there is none. Rejects as `load` does where nothing recent is known. */
  async find(
    hash: string,
    load: (hash: string) => Promise<KeyRecord | undefined>,
    defer: (work: Promise<unknown>) => void,
  ): Promise<KeyRecord | undefined> {
    const entry = this.entries.get(hash);
    const ageMs = entry ? this.clock.now() - entry.readMs : Number.POSITIVE_INFINITY;
    if (entry && ageMs < FRESH_MS) return entry.record;
    if (!entry || ageMs >= STALE_MS) {
      const isUnknown = (this.unknownUntilMs.get(hash) ?? 0) > this.clock.now();
      return isUnknown ? undefined : this.read(hash, load);
    }
    if (!entry.rereading) {
      entry.rereading = true;
      // What fails is tried by the next caller.
      defer(this.read(hash, load).catch(() => (entry.rereading = false)));
    }
    return entry.record;
  }

  private async read(hash: string, load: (hash: string) => Promise<KeyRecord | undefined>) {
    const readMs = this.clock.now();
    const record = await load(hash);
    this.entries.delete(hash);
    if (record) putNewest(this.entries, hash, { record, readMs, rereading: false }, MAX_KEYS);
    else putNewest(this.unknownUntilMs, hash, readMs + FRESH_MS, MAX_UNKNOWN);
    return record;
  }
}

/** Of more than `most` the oldest goes. */
function putNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
