import type { BBox } from '#shared/geo/BBox.ts';
import { FEED_LIVE_WITHIN_MS } from '#shared/limits.ts';
import type { Span } from '#shared/time/spans.ts';
import { type Failover, PRIMARY_READS } from '#worker/feed/plan/failover.ts';
import { type Breaker, type CallBudget, CLOSED_BREAKER } from '#worker/feed/plan/pace.ts';
import { type ClockEstimate, OUR_CLOCK } from '#worker/feed/plan/planPoll.ts';

/** What fills the map, as far as it decides what may be said. */
export interface PrimaryReading {
  /** Whether its silence may be taken for silence of the sky. If not, no watermark is told. */
  readonly guards: boolean;
  /** Where it is late by its nature: home is down once nothing was told for this long. Else null. */
  readonly lateDownAfterMs: number | null;
  /** Of what lies this little back not all is told yet, though it was asked for. */
  readonly untoldMs: number;
}

interface Facts {
  /** Random, made together with the ledger. Ordinals of different epochs are not comparable. */
  readonly epoch: string;
  readonly seq: number;
  readonly archivedSeq: number;
  readonly lastSuccessMs: number | null;
  /** The highest watermark of home that a poll has reached; null before the first complete one. */
  readonly watermarkMs: number | null;
  readonly providerClock: ClockEstimate;
  /** When home's mark was now, by our clock; null before its first poll was answered. */
  readonly coveredAtMs: number | null;
  /** Home counts as live for this long after its last success, at its polling pace. */
  readonly liveWithinMs: number;
  /** Spans of home that were not read and will not be, including all time before the first reading. */
  readonly lost: readonly Span[];
  /** Parts of `lost` for which the provider told nothing; see `PastRecord`. */
  readonly silent: readonly Span[];
  readonly homeBox: BBox;
  readonly sweptMs: number;
  readonly reading: PrimaryReading;
  readonly failover: Failover;
  /** Where home is read from files: all time before is read, or lost, or older than they are. */
  readonly filesSinceMs: number | null;
  /** When a file of home last could not be read. */
  readonly unreadableFileMs: number | null;
  readonly budget: CallBudget;
  readonly breaker: Breaker;
  readonly foreignBudget: CallBudget;
  /** Home's answers since this instant had unreadable events and must be read again; null if none had. */
  readonly unreadableFromMs: number | null;
  /** When the provider last told, for home, an event outside the window. */
  readonly misplacedMs: number | null;
  /** When each Watch object's time as watching ends, by its shard. */
  readonly watching: Readonly<Record<string, number>>;
  readonly calls: number;
  readonly failures: number;
  readonly skippedEvents: number;
  readonly misplacedEvents: number;
  readonly droppedReaders: number;
}

/** `epoch`, `seq`, `sweptMs`, `lost` and `homeBox` have no defaults: a new ledger lacks them. */
const DEFAULTS = {
  archivedSeq: 0,
  lastSuccessMs: null,
  watermarkMs: null,
  providerClock: OUR_CLOCK,
  coveredAtMs: null,
  liveWithinMs: FEED_LIVE_WITHIN_MS,
  budget: { nextCallMs: 0 },
  breaker: CLOSED_BREAKER,
  foreignBudget: { nextCallMs: 0 },
  silent: [],
  reading: { guards: true, lateDownAfterMs: null, untoldMs: 0 },
  failover: PRIMARY_READS,
  filesSinceMs: null,
  unreadableFileMs: null,
  unreadableFromMs: null,
  misplacedMs: null,
  watching: {},
  calls: 0,
  failures: 0,
  skippedEvents: 0,
  misplacedEvents: 0,
  droppedReaders: 0,
} satisfies Partial<Facts>;

type Counter = 'calls' | 'failures' | 'skippedEvents' | 'misplacedEvents' | 'droppedReaders';

type FactValue<Name extends keyof Facts> = Name extends keyof typeof DEFAULTS ? Facts[Name] : Facts[Name] | undefined;

/** The facts, one JSON row each. Nothing is cached, so memory and storage cannot disagree. */
export class FactLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  read<Name extends keyof Facts>(name: Name): FactValue<Name> {
    const row = this.sql.exec<{ value: string }>('SELECT value FROM fact WHERE name = ?', name).toArray()[0];
    const value = row ? JSON.parse(row.value) : (DEFAULTS as Partial<Facts>)[name];
    return value as FactValue<Name>;
  }

  write<Name extends keyof Facts>(name: Name, value: Facts[Name]): void {
    this.sql.exec('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)', name, JSON.stringify(value));
  }

  beginEpoch(random: string): void {
    if (this.read('epoch') === undefined) this.write('epoch', random);
  }

  add(name: Counter, count: number): void {
    this.write(name, this.read(name) + count);
  }
}
