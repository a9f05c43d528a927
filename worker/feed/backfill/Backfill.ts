import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import type { Strike } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { clippedSpans, lengthMs, type Span } from '#shared/time/spans.ts';
import type { BackfillStatus } from '#shared/wire/Status.ts';
import { judgeAnswer } from '#worker/feed/answers/judgeAnswer.ts';
import { isFormatBroken } from '#worker/feed/answers/UnreadableShare.ts';
import type { FeedLedger } from '#worker/feed/ledger/FeedLedger.ts';
import { REPAIR_LIMIT_MS } from '#worker/feed/plan/planPoll.ts';
import type { Log } from '#worker/observability/log.ts';
import type { ProviderAnswer, StrikeWindow } from '#worker/provider/StrikeProvider.ts';
import { afterSlice, type PastRecord, spansToRead } from './PastRecord.ts';
import { cutSlice, planSlice } from './planSlice.ts';

const CHUNK_STRIKES = 2_500;
/** Strikes that streams have told must be in the archive before any of the past: until then we look again each second. */
const ARCHIVE_LOOK_MS = 1_000;
const FIRST_REST_MS = 15_000;
const MAX_REST_MS = 10 * 60_000;

export interface BackfillDeps {
  readonly ledger: FeedLedger;
  readonly home: BBox;
  /** How far back home is read; 0 for not at all. */
  readonly days: number;
  /** Keeps strikes, newest first, in the archive alone; safe to repeat. Resolves to whether there is room for more. May reject. */
  readonly keep: (strikes: readonly Strike[]) => Promise<boolean>;
  readonly log: Log;
}

interface Slice {
  readonly span: Span;
  readonly waiting: StrikeWindow[];
  readonly strikes: Map<string, Strike>;
}

/**
 * Reads back what of home's past no poll will read: slice by slice, newest first, one call at a time, past streams and
 * watches into the archive. What was read is struck off the ledger's lost spans only once it is kept, so that a restart
 * repeats at most a slice.
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

  /** When its next call may go out; Infinity while one is under way, or if there is nothing to read. */
  nextCallMs(nowMs: number): number {
    if (this.deps.days === 0 || this.underWay || this.isFull) return Number.POSITIVE_INFINITY;
    if (nowMs < this.notBeforeMs) return this.notBeforeMs;
    if (this.slice) return nowMs;
    const { facts, strikes } = this.deps.ledger;
    if (this.toRead(nowMs).length === 0) return Number.POSITIVE_INFINITY;
    return facts.read('archivedSeq') < strikes.seq ? nowMs + ARCHIVE_LOOK_MS : nowMs;
  }

  /** Asks for the next window by `list`, which must not reject, and takes the answer; undefined if there is none. Never rejects. */
  read(list: (window: StrikeWindow) => Promise<ProviderAnswer>, clock: Clock): Promise<void> | undefined {
    this.slice ??= this.newSlice(clock.now());
    const { slice } = this;
    const window = slice?.waiting[0];
    if (!slice || !window) return undefined;
    this.underWay = true;
    return list(window)
      .then((answer) => this.take(slice, window, answer, clock))
      .finally(() => {
        this.underWay = false;
      });
  }

  /** How far it is; null where nothing is read back. */
  status(nowMs: number): BackfillStatus | null {
    const { days } = this.deps;
    if (days === 0) return null;
    const silent = clippedSpans(this.record().silent, ...this.wanted(nowMs));
    return { days, leftMs: lengthMs(this.toRead(nowMs)), silentMs: lengthMs(silent) };
  }

  private async take(slice: Slice, window: StrikeWindow, answer: ProviderAnswer, clock: Clock): Promise<void> {
    const { judgement } = judgeAnswer(answer, window);
    if (judgement.kind === 'split') slice.waiting.splice(0, 1, ...judgement.parts);
    else if (judgement.kind === 'believed' && !isFormatBroken(judgement.rows, judgement.skipped.length)) {
      for (const strike of judgement.strikes) if (this.isAsked(strike, window)) slice.strikes.set(strike.id, strike);
      slice.waiting.splice(0, 1, ...judgement.parts);
      this.failures = 0;
      if (slice.waiting.length === 0) await this.finish(slice, clock);
    } else this.rest(clock.now(), judgement.kind === 'paused' ? judgement.retryAfterMs : undefined);
  }

  private newSlice(nowMs: number): Slice | undefined {
    const span = planSlice(this.toRead(nowMs), this.strikesPerMs);
    if (!span) return undefined;
    const waiting = cutSlice(span, this.strikesPerMs).map(([fromMs, toMs]) => ({ bbox: this.deps.home, fromMs, toMs }));
    return { span, waiting, strikes: new Map() };
  }

  /** The neighbours of a window are asked for by themselves; what lies outside home is not kept. */
  private isAsked({ atMs, longitude, latitude }: Strike, { fromMs, toMs }: StrikeWindow): boolean {
    return atMs >= fromMs && atMs < toMs && bboxContains(this.deps.home, longitude, latitude);
  }

  private async finish({ span, strikes }: Slice, clock: Clock): Promise<void> {
    const { keep, log, ledger } = this.deps;
    const newestFirst = [...strikes.values()].sort((a, b) => b.atMs - a.atMs);
    try {
      for (let at = 0; at < newestFirst.length; at += CHUNK_STRIKES) {
        this.isFull ||= !(await keep(newestFirst.slice(at, at + CHUNK_STRIKES)));
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

  private rest(nowMs: number, askedMs?: number): void {
    this.notBeforeMs = nowMs + (askedMs ?? Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** this.failures));
    this.failures += 1;
  }

  private record(): PastRecord {
    const { facts } = this.deps.ledger;
    return { lost: facts.read('lost') ?? [], silent: facts.read('silent') };
  }

  /** Before its first poll nobody knows what polls will read of home. */
  private toRead(nowMs: number): Span[] {
    if (this.deps.ledger.windows.coveredToMs(HOME_REGION) === undefined) return [];
    return spansToRead(this.record(), ...this.wanted(nowMs));
  }

  /** What is younger than a repair reaches belongs to polls and debts, which number what they find. */
  private wanted(nowMs: number): Span {
    return [nowMs - this.deps.days * DAY_MS, nowMs - REPAIR_LIMIT_MS];
  }
}
