import type { Clock } from '#shared/Clock.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time.ts';
import type { Log } from '#worker/http/outbound/log.ts';
import type { FailedResponse, FileResponse, FileSource, ListedFile } from '#worker/sources/source.ts';
import { addLost, beginRecord, HomeUpdate, noteLost } from './homeCoverage.ts';
import type { FeedLedger } from './ledger.ts';
import {
  breakerAfterFailure,
  breakerAfterSuccess,
  breakerOpensAtMs,
  breakerWithoutProbe,
  type FileStep,
  gapsOfFiles,
  isOfFile,
  newOfFile,
  nextFileStep,
  reportsMore,
} from './plan.ts';
import { isFormatBroken, recentEnough, SpacedCalls } from './readWindow.ts';

/** A file that is not there yet is requested again after this long, an invalid one after ten minutes. */
const ABSENT_REST_MS = 60_000;
const UNREADABLE_REST_MS = 10 * 60_000;

type Strikes = Extract<FileResponse, { kind: 'strikes' }>;

/** A file with the strikes of its time; `outOfWindow` others were left out. */
export type SelectedFile = Strikes & { readonly file: ListedFile; readonly outOfWindow: number };

/** What one call came to. */
type FileRead =
  | { readonly kind: 'listed' }
  | SelectedFile
  | Exclude<FileResponse, Strikes | FailedResponse>
  | FailedResponse;

interface FileReaderDeps {
  readonly source: FileSource;
  readonly home: BBox;
  readonly clock: Clock;
}

/** What is on offer at a source of files, and what of it rests. In memory alone: a list costs one call. */
export class FileReader {
  private readonly deps: FileReaderDeps;
  private listed: readonly ListedFile[] = [];
  private listedMs: number | undefined;
  /** By the file's id. */
  private restsMs: ReadonlyMap<string, number> = new Map();

  constructor(deps: FileReaderDeps) {
    this.deps = deps;
  }

  /** The next request: a list, or the first file in it that is wanted and not resting. */
  next(isNeeded: (file: ListedFile) => boolean): FileStep {
    const nowMs = this.deps.clock.now();
    const isAwake = ({ id }: ListedFile) => (this.restsMs.get(id) ?? 0) <= nowMs;
    const { listedMs, listed } = this;
    return nextFileStep({ nowMs, listedMs, listed, isNeeded: (file) => isAwake(file) && isNeeded(file) });
  }

  /** One call. `sinceMs`: files that ended before it are not requested. Never rejects. */
  request(step: Exclude<FileStep, { kind: 'wait' }>, sinceMs: number, maxWaitMs?: number): Promise<FileRead> {
    return step.kind === 'list' ? this.list(sinceMs, maxWaitMs) : this.read(step.file, maxWaitMs);
  }

  private async list(sinceMs: number, maxWaitMs?: number): Promise<FileRead> {
    const nowMs = this.deps.clock.now();
    const fileList = await this.deps.source.listFiles(sinceMs, nowMs, maxWaitMs);
    if (fileList.kind !== 'listed') return fileList;
    this.listed = fileList.files;
    this.listedMs = nowMs;
    this.restsMs = new Map([...this.restsMs].filter(([, untilMs]) => untilMs > nowMs));
    return { kind: 'listed' };
  }

  private async read(file: ListedFile, maxWaitMs?: number): Promise<FileRead> {
    const { source, home } = this.deps;
    const fileResponse = await source.readFile(file, home, maxWaitMs);
    if (fileResponse.kind === 'absent') this.rest(file, ABSENT_REST_MS);
    if (fileResponse.kind === 'unreadable') this.rest(file, UNREADABLE_REST_MS);
    if (fileResponse.kind !== 'strikes') return fileResponse;
    const strikes = fileResponse.strikes.filter(({ atMs }) => isOfFile(atMs, file));
    return { ...fileResponse, file, strikes, outOfWindow: fileResponse.strikes.length - strikes.length };
  }

  private rest({ id }: ListedFile, restMs: number): void {
    this.restsMs = new Map([...this.restsMs, [id, this.deps.clock.now() + restMs]]);
  }
}

interface FileEngineDeps {
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
/** A file is read "in time", for figures of delay, if it ended no longer ago. */
const TIMELY_MS = 30 * 60_000;
/** Missing files are waited for this long; then their time counts as lost. */
const WAIT_FOR_FILE_MS = 3 * HOUR_MS;
/** The time that was read is stored a little longer than files are requested: else one would be read again. */
const RETENTION_MS = WAIT_FOR_FILE_MS + HOUR_MS;
/** At the first start: less, because reading back takes a minute for each file. */
const FIRST_BACK_MS = 2 * HOUR_MS;
const MAX_ALARM_WAIT_MS = 60_000;

/** Reads a source that publishes files: looks for new ones, reads the newest that is missing, one call at a time. */
export class FileEngine {
  private readonly deps: FileEngineDeps;
  private readonly calls: SpacedCalls;
  private readonly updates: HomeUpdate;
  private readonly files: FileReader;

  constructor(deps: FileEngineDeps) {
    const { ledger, clock, home } = deps;
    const { facts } = ledger;
    this.deps = deps;
    this.calls = new SpacedCalls(facts, MAX_RPS);
    this.files = new FileReader(deps);
    this.updates = new HomeUpdate(ledger);
    beginRecord(ledger, home);
    facts.write('breaker', breakerWithoutProbe(facts.read('breaker'), clock.now()));
  }

  /** One call at most. */
  async run(): Promise<number> {
    const { clock, ledger, announce } = this.deps;
    const nowMs = clock.now();
    if (this.updates.hasChanged(nowMs)) announce();
    const dueMs = Math.max(
      ledger.facts.read('budget').nextCallMs,
      breakerOpensAtMs(ledger.facts.read('breaker'), nowMs) ?? 0,
    );
    if (nowMs < dueMs) return Math.min(dueMs, nowMs + MAX_ALARM_WAIT_MS);
    const read = ledger.files.spansSince(nowMs - RETENTION_MS);
    const step = this.files.next((file) => reportsMore(file, read));
    if (step.kind === 'wait') return step.untilMs;
    const sinceMs = Math.max(nowMs - WAIT_FOR_FILE_MS, ledger.facts.read('filesSinceMs') ?? 0);
    const fileRead = await this.calls.request(nowMs, (maxWaitMs) => this.files.request(step, sinceMs, maxWaitMs));
    if (fileRead.kind === 'strikes') this.accept(fileRead, clock.now());
    else if (fileRead.kind === 'listed') this.noteList(clock.now());
    else if (fileRead.kind === 'unreadable') this.refuse(fileRead.reason, clock.now());
    else if (fileRead.kind !== 'absent') this.fail(fileRead, nowMs);
    return Math.max(clock.now(), ledger.facts.read('budget').nextCallMs);
  }

  hasten(): void {}

  callsPerMinute(nowMs: number): number {
    return this.calls.perMinute(nowMs);
  }

  async find(id: string): Promise<NumberedStrike | 'unknown'> {
    return this.deps.ledger.strikes.byId(id) ?? 'unknown';
  }

  /** Time runs on although no file comes. */
  private noteList(nowMs: number): void {
    this.deps.ledger.transaction(() => {
      this.succeed();
      this.record(nowMs);
    });
  }

  private accept({ file, outOfWindow, ...result }: SelectedFile, nowMs: number): void {
    const { ledger, log, publish } = this.deps;
    const { facts } = ledger;
    const strikes = newOfFile(result.strikes, file, ledger.files.spansSince(file.fromMs));
    if (outOfWindow > 0) log('warn', 'provider.outOfWindow', { events: outOfWindow });
    if (result.skipped.length > 0) {
      const reasons = [...new Set(result.skipped)].join(', ');
      log('warn', 'provider.skipped', { events: result.skipped.length, reasons });
    }
    const afterSeq = ledger.strikes.seq;
    const fresh = ledger.transaction(() => {
      const timelyFromMs = file.toMs > nowMs - TIMELY_MS ? file.fromMs : Number.POSITIVE_INFINITY;
      const numbered = ledger.strikes.number(recentEnough(strikes, file.fromMs, nowMs), nowMs, timelyFromMs);
      facts.add('outOfWindowEvents', outOfWindow);
      facts.add('skippedEvents', result.skipped.length);
      if (isFormatBroken(result.rows, result.skipped.length)) facts.write('unreadableFileMs', nowMs);
      ledger.files.note([file.fromMs, file.toMs]);
      this.succeed();
      this.record(nowMs);
      return numbered;
    });
    if (fresh.length > 0) publish(fresh, afterSeq);
  }

  private refuse(reason: string, nowMs: number): void {
    const { ledger, log } = this.deps;
    ledger.facts.write('unreadableFileMs', nowMs);
    log('error', 'feed.file', { reason });
  }

  private fail(failedResponse: FailedResponse, sentMs: number): void {
    const { ledger, log, random, clock, announce } = this.deps;
    const { facts } = ledger;
    const breaker = facts.read('breaker');
    if (failedResponse.kind === 'paused') {
      this.calls.pause(failedResponse.retryAfterMs, clock.now());
      facts.write('breaker', breakerWithoutProbe(breaker, clock.now()));
      return;
    }
    facts.add('failures', 1);
    log('warn', 'provider.call', { outcome: failedResponse.kind, reason: failedResponse.reason });
    const next = breakerAfterFailure(
      breaker,
      sentMs,
      random(),
      failedResponse.kind === 'rejected' && failedResponse.denied,
    );
    facts.write('breaker', next);
    if (breaker.state === 'closed' && next.state === 'open') announce();
  }

  private succeed(): void {
    this.deps.ledger.facts.write('breaker', breakerAfterSuccess());
  }

  /** Home is read up to the end of the newest file; gaps before it are backlog, then lost. */
  private record(nowMs: number): void {
    const { ledger, home } = this.deps;
    const { facts, windows, files } = ledger;
    const beforeMs = windows.coveredToMs(HOME_REGION);
    const sinceMs = facts.read('filesSinceMs') ?? Math.max(beforeMs ?? 0, nowMs - FIRST_BACK_MS);
    if (facts.read('filesSinceMs') === null) noteLost(facts, beforeMs, sinceMs);
    const {
      readToMs,
      backlog: spans,
      lost,
      settledMs,
    } = gapsOfFiles(files.spansSince(sinceMs), sinceMs, nowMs - WAIT_FOR_FILE_MS);
    facts.write('filesSinceMs', settledMs);
    files.forget(Math.min(settledMs, nowMs - RETENTION_MS));
    if (readToMs === undefined) return;
    windows.setBacklog(HOME_REGION, home, spans, nowMs);
    addLost(facts, lost);
    windows.cover(HOME_REGION, Math.max(beforeMs ?? 0, readToMs));
    facts.write('coveredAtMs', readToMs);
    facts.write('lastSuccessMs', readToMs);
  }
}
