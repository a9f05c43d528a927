import type { Clock } from '#shared/time/Clock.ts';
import type { KeyRecord } from './KeyTable.ts';

/** A younger entry is used without asking. */
const FRESH_MS = 20_000;
/** A younger entry is used once more, while it is read again: a revoked key is refused within a minute. */
const STALE_MS = 45_000;
const MAX_KEYS = 10_000;
/** Unknown hashes, kept for as long as a good key's, so that a new key is soon good. */
const MAX_UNKNOWN = 2_000;

interface Entry {
  readonly record: KeyRecord;
  readonly readMs: number;
  rereading: boolean;
}

/**
 * Keys that one isolate has seen lately, so that most calls wait for no database. Unknown ones are kept apart, so that
 * trying many does not displace good ones.
 */
export class RecentKeys {
  private readonly clock: Clock;
  private readonly entries = new Map<string, Entry>();
  private readonly unknownUntilMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Undefined if no key has this hash. Rejects as `load` does if nothing recent is known. */
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
      // After a failure the next caller tries again.
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

function putNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
