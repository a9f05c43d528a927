import type { Clock } from '#shared/time/Clock.ts';
import type { KeyRecord } from './KeyRecord.ts';

/** Up to this age a key is believed without asking. */
const FRESH_MS = 20_000;
/** Up to this age it is believed once more, while it is read again: a revoked key is refused within a minute. */
const STALE_MS = 45_000;
const MAX_KEYS = 10_000;

interface Entry {
  readonly record: KeyRecord | undefined;
  readonly readMs: number;
  rereading: boolean;
}

/** The keys that one isolate has seen of late, unknown ones too, so that most calls wait for no database. */
export class KeyBook {
  private readonly clock: Clock;
  private readonly entries = new Map<string, Entry>();

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
    if (!entry?.record || ageMs >= STALE_MS) return this.read(hash, load);
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
    this.entries.set(hash, { record, readMs, rereading: false });
    const [oldest] = this.entries.keys();
    if (this.entries.size > MAX_KEYS && oldest !== undefined) this.entries.delete(oldest);
    return record;
  }
}
