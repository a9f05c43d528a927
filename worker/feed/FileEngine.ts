import type { BBox } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import type { Log } from '#worker/observability/log.ts';
import type { FileAnswer, FileSource, ListedFile, NoSourceAnswer } from '#worker/sources/port/StrikeSource.ts';
import { addLost, beginRecord, HomeNews, noteLost } from './homeCoverage.ts';
import { recentEnough } from './judgeAnswer.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import { SpacedCalls } from './ProviderCalls.ts';
import { breakerAfterFailure, breakerAfterSuccess, breakerOpensAtMs, breakerWithoutProbe } from './plan/pace.ts';
import { isOfFile, nextFileStep, unreadOfFiles } from './plan/planFiles.ts';

export interface FileEngineDeps {
  readonly ledger: FeedLedger;
  readonly source: FileSource;
  readonly clock: Clock;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly log: Log;
  /** Called with each batch of new strikes and the seq before it, once it is in the ledger. */
  readonly publish: (strikes: readonly NumberedStrike[], afterSeq: number) => void;
  /** Called when home's state changes, so that viewers need not wait for a heartbeat. */
  readonly announce: () => void;
  readonly home: BBox;
}

/** Two calls a minute: half of them look for new files, the others read one. */
const MAX_RPS = 1 / 30;
/** A file that is not there yet is asked for again after this long, one that cannot be read after ten minutes. */
const ABSENT_REST_MS = 60_000;
const UNREADABLE_REST_MS = 10 * 60_000;
/** A file is read "in time", for figures of delay, if it ended no longer ago. */
const TIMELY_MS = 30 * 60_000;
/** Missing files are waited for this long; then their time counts as lost. */
const WAIT_FOR_FILE_MS = 3 * 60 * 60_000;
/** At the first start: less, because reading back takes a minute for each file. */
const FIRST_BACK_MS = 2 * 60 * 60_000;
const MAX_ALARM_WAIT_MS = 60_000;

/** Reads a source that publishes files: looks for new ones, reads the newest that is missing, one call at a time. */
export class FileEngine {
  private readonly deps: FileEngineDeps;
  private readonly calls: SpacedCalls;
  private readonly news: HomeNews;
  private readonly restsMs = new Map<number, number>();
  private listed: readonly ListedFile[] = [];
  private listedMs: number | undefined;

  constructor(deps: FileEngineDeps) {
    const { ledger, clock, home } = deps;
    const { facts } = ledger;
    this.deps = deps;
    this.calls = new SpacedCalls(facts, MAX_RPS);
    this.news = new HomeNews(ledger);
    beginRecord(ledger, home);
    facts.write('breaker', breakerWithoutProbe(facts.read('breaker'), clock.now()));
  }

  /** One call at most. */
  async run(): Promise<number> {
    const { clock, ledger, announce } = this.deps;
    const nowMs = clock.now();
    if (this.news.hasChanged(nowMs)) announce();
    const dueMs = Math.max(
      ledger.facts.read('budget').nextCallMs,
      breakerOpensAtMs(ledger.facts.read('breaker'), nowMs) ?? 0,
    );
    if (nowMs < dueMs) return Math.min(dueMs, nowMs + MAX_ALARM_WAIT_MS);
    const { listedMs, listed, restsMs } = this;
    const step = nextFileStep({ nowMs, listedMs, listed, restsMs, read: ledger.files.slots() });
    if (step.kind === 'wait') return step.untilMs;
    if (step.kind === 'list') await this.list(nowMs);
    else await this.read(step.file, nowMs);
    return Math.max(clock.now(), ledger.facts.read('budget').nextCallMs);
  }

  hasten(): void {}

  callsPerMinute(nowMs: number): number {
    return this.calls.perMinute(nowMs);
  }

  async find(id: string): Promise<NumberedStrike | 'unknown'> {
    return this.deps.ledger.strikes.byId(id) ?? 'unknown';
  }

  private async list(nowMs: number): Promise<void> {
    const { source, ledger, clock } = this.deps;
    const fromMs = Math.max(nowMs - WAIT_FOR_FILE_MS, ledger.facts.read('filesSinceMs') ?? 0);
    const answer = await this.calls.ask(nowMs, (maxWaitMs) => source.listFiles(fromMs, nowMs, maxWaitMs));
    if (answer.kind !== 'listed') return this.fail(answer, nowMs);
    this.listed = answer.files;
    this.listedMs = nowMs;
    ledger.transaction(() => {
      this.succeed();
      // Time runs on although no file comes.
      this.record(clock.now());
    });
  }

  private async read(file: ListedFile, nowMs: number): Promise<void> {
    const { source, home, clock } = this.deps;
    const answer = await this.calls.ask(nowMs, (maxWaitMs) => source.readFile(file, home, maxWaitMs));
    if (answer.kind === 'strikes') this.take(file, answer, clock.now());
    else if (answer.kind === 'absent') this.restsMs.set(file.slotMs, clock.now() + ABSENT_REST_MS);
    else if (answer.kind === 'unreadable') this.refuse(file, answer.reason, clock.now());
    else this.fail(answer, nowMs);
  }

  private take(file: ListedFile, answer: Extract<FileAnswer, { kind: 'strikes' }>, nowMs: number): void {
    const { ledger, log, publish } = this.deps;
    const { facts } = ledger;
    const strikes = answer.strikes.filter(({ atMs }) => isOfFile(atMs, file));
    const misplaced = answer.strikes.length - strikes.length;
    if (misplaced > 0) log('warn', 'provider.misplaced', { events: misplaced });
    if (answer.skipped.length > 0) {
      const reasons = [...new Set(answer.skipped)].join(', ');
      log('warn', 'provider.skipped', { events: answer.skipped.length, reasons });
    }
    const afterSeq = ledger.strikes.seq;
    const fresh = ledger.transaction(() => {
      const timelyFromMs = file.toMs > nowMs - TIMELY_MS ? file.fromMs : Number.POSITIVE_INFINITY;
      const numbered = ledger.strikes.number(recentEnough(strikes, file.fromMs, nowMs), nowMs, timelyFromMs);
      facts.add('misplacedEvents', misplaced);
      facts.add('skippedEvents', answer.skipped.length);
      ledger.files.note(file);
      ledger.files.forget(nowMs - DAY_MS);
      this.succeed();
      this.record(nowMs);
      return numbered;
    });
    if (fresh.length > 0) publish(fresh, afterSeq);
  }

  private refuse({ slotMs }: ListedFile, reason: string, nowMs: number): void {
    const { ledger, log } = this.deps;
    this.restsMs.set(slotMs, nowMs + UNREADABLE_REST_MS);
    ledger.facts.write('unreadableFileMs', nowMs);
    log('error', 'feed.file', { reason });
  }

  private fail(answer: NoSourceAnswer, sentMs: number): void {
    const { ledger, log, random, clock, announce } = this.deps;
    const { facts } = ledger;
    const breaker = facts.read('breaker');
    if (answer.kind === 'paused') {
      this.calls.pause(answer.retryAfterMs, clock.now());
      facts.write('breaker', breakerWithoutProbe(breaker, clock.now()));
      return;
    }
    facts.add('failures', 1);
    log('warn', 'provider.call', { outcome: answer.kind, reason: answer.reason });
    const next = breakerAfterFailure(breaker, sentMs, random(), answer.kind === 'rejected' && answer.denied);
    facts.write('breaker', next);
    if (breaker.state === 'closed' && next.state === 'open') announce();
  }

  private succeed(): void {
    this.deps.ledger.facts.write('breaker', breakerAfterSuccess());
  }

  /** Home is read up to the end of the newest file; what is missing before it is owed, then lost. */
  private record(nowMs: number): void {
    const { ledger, home } = this.deps;
    const { facts, windows, files } = ledger;
    const beforeMs = windows.coveredToMs(HOME_REGION);
    const sinceMs = facts.read('filesSinceMs') ?? Math.max(beforeMs ?? 0, nowMs - FIRST_BACK_MS);
    if (facts.read('filesSinceMs') === null) {
      facts.write('filesSinceMs', sinceMs);
      noteLost(facts, beforeMs, sinceMs);
    }
    const { readToMs, owed, lost } = unreadOfFiles(files.spansSince(sinceMs), sinceMs, nowMs - WAIT_FOR_FILE_MS);
    if (readToMs === undefined) return;
    windows.oweOnly(HOME_REGION, home, owed, nowMs);
    addLost(facts, lost);
    windows.cover(HOME_REGION, Math.max(beforeMs ?? 0, readToMs));
    facts.write('coveredAtMs', readToMs);
    facts.write('lastSuccessMs', readToMs);
  }
}
