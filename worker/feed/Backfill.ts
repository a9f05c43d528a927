import type { Clock } from '#shared/Clock.ts';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import type { Strike } from '#shared/strike.ts';
import { clippedSpans, DAY_MS, HOUR_MS, lengthMs, mergedSpans, type Span, spansWithout } from '#shared/time.ts';
import type { BackfillStatus } from '#shared/wire/Status.ts';
import type { Log } from '#worker/http/outbound/log.ts';
import type { ProviderResponse, StrikeWindow } from '#worker/sources/source.ts';
import type { FeedLedger } from './ledger.ts';
import { REPAIR_LIMIT_MS } from './plan.ts';
import { isFormatBroken, isTrickleBroken, validateResponse } from './readWindow.ts';

const CHUNK_STRIKES = 2_500;
/** Strikes already sent to streams must be archived before past ones; until then, checks again each second. */
const ARCHIVE_LOOK_MS = 1_000;
const MOST_PAUSE_MS = 5_000;
const FIRST_REST_MS = 15_000;
const MAX_REST_MS = 10 * 60_000;

export interface BackfillDeps {
  readonly ledger: FeedLedger;
  readonly home: BBox;
  /** How far back home is read; 0 for not at all. */
  readonly days: number;
  /** Rows that an answer of the source can hold. */
  readonly maxRows: number;
  /** Keeps strikes, newest first, in the archive alone. Safe to repeat. False if it is full. May reject. */
  readonly storePast: (strikes: readonly Strike[]) => Promise<boolean>;
  readonly log: Log;
}

interface Slice {
  readonly span: Span;
  readonly waiting: StrikeWindow[];
  readonly strikes: Map<string, Strike>;
  readonly begunAtMs: number;
  /** Of all its answers: a few in each add up. */
  rows: number;
  unreadable: number;
}

/**
 * Reads the part of home's past that no poll will read into the archive, past streams and watches: slice by slice,
 * newest first, one call at a time. A slice leaves the ledger's lost spans only once it is stored, so that a restart
 * repeats at most one.
 */
export class Backfill {
  private readonly deps: BackfillDeps;
  private slice: Slice | undefined;
  private underWay = false;
  private strikesPerMs = 0;
  private failures = 0;
  private notBeforeMs = 0;
  private isFull = false;

  constructor(deps: BackfillDeps) {
    this.deps = deps;
  }

  /** Infinity while a call is under way, or if there is nothing to read. */
  nextCallMs(nowMs: number): number {
    if (this.deps.days === 0 || this.underWay || this.isFull) return Number.POSITIVE_INFINITY;
    if (nowMs < this.notBeforeMs) return this.notBeforeMs;
    if (this.slice) return nowMs;
    const { facts, strikes } = this.deps.ledger;
    if (this.toRead(nowMs).length === 0) return Number.POSITIVE_INFINITY;
    return facts.read('archivedSeq') < strikes.seq ? nowMs + ARCHIVE_LOOK_MS : nowMs;
  }

  /** Requests the next window by `list`, which must not reject; undefined if there is none. Never rejects. */
  read(list: (window: StrikeWindow) => Promise<ProviderResponse>, clock: Clock): Promise<void> | undefined {
    this.slice ??= this.newSlice(clock.now());
    const { slice } = this;
    const window = slice?.waiting[0];
    if (!slice || !window) return undefined;
    this.underWay = true;
    return list(window)
      .then((providerResponse) => this.accept(slice, window, providerResponse, clock))
      .finally(() => {
        this.underWay = false;
      });
  }

  /** Null if nothing is read back. */
  status(nowMs: number): BackfillStatus | null {
    const { days } = this.deps;
    if (days === 0) return null;
    const silent = clippedSpans(this.record().silent, ...this.requested(nowMs));
    return { days, leftMs: lengthMs(this.toRead(nowMs)), silentMs: lengthMs(silent) };
  }

  private async accept(
    slice: Slice,
    window: StrikeWindow,
    providerResponse: ProviderResponse,
    clock: Clock,
  ): Promise<void> {
    const { validation } = validateResponse(providerResponse, window);
    if (validation.kind === 'split') slice.waiting.splice(0, 1, ...validation.parts);
    else if (validation.kind === 'believed' && !isFormatBroken(validation.rows, validation.skipped.length)) {
      for (const strike of validation.strikes)
        if (this.isRequested(strike, window)) slice.strikes.set(strike.id, strike);
      slice.waiting.splice(0, 1, ...validation.parts);
      slice.rows += validation.rows;
      slice.unreadable += validation.skipped.length;
      if (slice.waiting.length > 0) this.failures = 0;
      else if (isTrickleBroken(slice.rows, slice.unreadable)) {
        // Read again from its beginning.
        this.slice = undefined;
        this.rest(clock.now());
      } else {
        this.failures = 0;
        await this.finish(slice, clock);
        // Half of the time belongs to those who look at the map meanwhile.
        const nowMs = clock.now();
        this.notBeforeMs = Math.max(this.notBeforeMs, nowMs + Math.min(MOST_PAUSE_MS, nowMs - slice.begunAtMs));
      }
    } else this.rest(clock.now(), validation.kind === 'paused' ? validation.retryAfterMs : undefined);
  }

  private newSlice(nowMs: number): Slice | undefined {
    const span = planSlice(this.toRead(nowMs), this.strikesPerMs);
    if (!span) return undefined;
    const waiting = truncatedSlice(span, this.strikesPerMs, this.deps.maxRows).map(([fromMs, toMs]) => ({
      bbox: this.deps.home,
      fromMs,
      toMs,
    }));
    return { span, waiting, strikes: new Map(), begunAtMs: nowMs, rows: 0, unreadable: 0 };
  }

  /** Neighbours of a window are requested in their turn; strikes outside home are not stored. */
  private isRequested({ atMs, longitude, latitude }: Strike, { fromMs, toMs }: StrikeWindow): boolean {
    return atMs >= fromMs && atMs < toMs && bboxContains(this.deps.home, longitude, latitude);
  }

  private async finish({ span, strikes }: Slice, clock: Clock): Promise<void> {
    const { storePast: store, log, ledger } = this.deps;
    const newestFirst = [...strikes.values()].sort((a, b) => b.atMs - a.atMs);
    try {
      for (let at = 0; at < newestFirst.length; at += CHUNK_STRIKES) {
        this.isFull ||= !(await store(newestFirst.slice(at, at + CHUNK_STRIKES)));
      }
      ledger.transaction(() => {
        const { lost, silent } = afterSlice(this.record(), span, newestFirst.at(-1)?.atMs);
        ledger.facts.write('lost', lost);
        ledger.facts.write('silent', silent);
      });
      this.strikesPerMs = newestFirst.length / (span[1] - span[0]);
      if (this.isFull) log('warn', 'feed.backfill', { reason: 'the archive is nearly full' });
    } catch (error) {
      log('warn', 'feed.backfill', { reason: (error as Error).message });
      this.rest(clock.now());
    }
    this.slice = undefined;
  }

  private rest(nowMs: number, requestedMs?: number): void {
    this.notBeforeMs = nowMs + (requestedMs ?? Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** this.failures));
    this.failures += 1;
  }

  private record(): PastRecord {
    const { facts } = this.deps.ledger;
    return { lost: facts.read('lost') ?? [], silent: facts.read('silent') };
  }

  /** Until the first poll, the range that polling covers is unknown. */
  private toRead(nowMs: number): Span[] {
    if (this.deps.ledger.windows.coveredToMs(HOME_REGION) === undefined) return [];
    return spansToRead(this.record(), ...this.requested(nowMs));
  }

  /** Younger time belongs to polls and the backlog, which number the strikes that they find. */
  private requested(nowMs: number): Span {
    return [nowMs - this.deps.days * DAY_MS, nowMs - REPAIR_LIMIT_MS];
  }
}

/** The time of home that polls did not read and will not, and how much of it has been requested since. */
export interface PastRecord {
  /** Not read, as far as we know: merged, oldest first. */
  readonly lost: readonly Span[];
  /** Parts of `lost` for which, and for any older time, the provider reported nothing: quiet, or forgotten. */
  readonly silent: readonly Span[];
}

/** Oldest first. */
export function spansToRead({ lost, silent }: PastRecord, fromMs: number, toMs: number): Span[] {
  return clippedSpans(spansWithout(lost, silent), fromMs, toMs);
}

/**
 * The record after all of `slice` was requested. `oldestMs` is the slice's oldest strike; undefined if there was none.
 * The provider remembers from there on, so that its silence since means a quiet sky.
 */
export function afterSlice({ lost, silent }: PastRecord, slice: Span, oldestMs: number | undefined): PastRecord {
  const spans = mergedSpans([...silent, slice]);
  if (oldestMs === undefined) return { lost, silent: spans };
  const read = clippedSpans(spans, oldestMs, Number.MAX_SAFE_INTEGER);
  return { lost: spansWithout(lost, read), silent: spansWithout(spans, read) };
}

const MIN_SLICE_MS = 60_000;
const MAX_SLICE_MS = HOUR_MS;
/** Nearer to what an answer holds than polls go, because nobody waits if a call must be split. */
const CALL_SHARE = 5 / 6;
/** Strikes of one slice, which are stored together and, after a restart, read again together. */
const SLICE_STRIKES = 2_000;

/** The newest stretch to be read, long enough for some 2,000 strikes at the last one's rate. */
export function planSlice(toRead: readonly Span[], strikesPerMs: number): Span | undefined {
  const newest = toRead.at(-1);
  if (!newest) return undefined;
  const requestedMs = strikesPerMs > 0 ? Math.floor(SLICE_STRIKES / strikesPerMs) : MAX_SLICE_MS;
  const [fromMs, toMs] = newest;
  return [Math.max(fromMs, toMs - Math.min(MAX_SLICE_MS, Math.max(MIN_SLICE_MS, requestedMs))), toMs];
}

/** The slice in spans that one call of `maxRows` can read each at that rate, newest first. */
export function truncatedSlice([fromMs, toMs]: Span, strikesPerMs: number, maxRows: number): Span[] {
  const parts = Math.max(1, Math.ceil(((toMs - fromMs) * strikesPerMs) / (CALL_SHARE * maxRows)));
  const truncatedMs = (part: number) => Math.floor(toMs - ((toMs - fromMs) * part) / parts);
  return Array.from({ length: parts }, (_, part): Span => [truncatedMs(part + 1), truncatedMs(part)]);
}
