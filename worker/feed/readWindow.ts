import { bboxContains, grownBox } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS, MINUTE_MS, type TimeSpan } from '#shared/time.ts';
import type { ProviderResponse, StrikeWindow, WindowSource } from '#worker/sources/source.ts';
import type { FactLedger } from './ledger.ts';
import { breakerAfterCall, pauseCalls, probeTimeoutMs, REPAIR_LIMIT_MS, spendCall, splitWindow } from './plan.ts';
import type { BacklogReason, BacklogWindow } from './windowLedger.ts';

/** One call to the provider. A live read belongs to a poll, a backlog read to a row of backlog windows. */
export interface Read {
  readonly regionKey: string;
  readonly window: StrikeWindow;
  backlogId: number | undefined;
  readonly reason: BacklogReason;
  /** Strikes since this instant were read as soon as the provider had them, so they count in delay figures. */
  readonly timelyFromMs: number;
  /** In a row. */
  failures: number;
  notBeforeMs: number;
  sentMs: number | undefined;
}

const UNSENT = { failures: 0, notBeforeMs: 0, sentMs: undefined };

export function liveRead(regionKey: string, window: StrikeWindow, timelyFromMs: number): Read {
  return { regionKey, window, backlogId: undefined, reason: 'gap', timelyFromMs, ...UNSENT };
}

export function backlogRead(backlogWindow: BacklogWindow, window: StrikeWindow, backlogId: number): Read {
  const { region, reason, failures } = backlogWindow;
  return { regionKey: region, window, backlogId, reason, timelyFromMs: Number.POSITIVE_INFINITY, ...UNSENT, failures };
}

export function isOfHome({ regionKey }: Read): boolean {
  return regionKey === HOME_REGION;
}

export interface InFlight {
  readonly live: number;
  readonly backlog: number;
  readonly onDemand: number;
  /** Of home's past: 0 or 1. */
  readonly past: number;
}

/** The calls that were sent and not answered yet. */
export class ReadsUnderWay {
  private readonly calls = new Map<Read | 'past', Promise<void>>();

  /** Holds the read until `call`, which must not reject, is over. Returns true: it is under way. */
  add(read: Read | 'past', call: Promise<void>): true {
    this.calls.set(
      read,
      call.finally(() => this.calls.delete(read)),
    );
    return true;
  }

  get any(): boolean {
    return this.calls.size > 0;
  }

  get all(): Promise<void>[] {
    return [...this.calls.values()];
  }

  count(): InFlight {
    const reads = this.reads();
    const ofHome = reads.filter(isOfHome);
    const live = ofHome.filter((read) => read.backlogId === undefined).length;
    const past = this.calls.size - reads.length;
    return { live, backlog: ofHome.length - live, onDemand: reads.length - ofHome.length, past };
  }

  backlogIds(): number[] {
    return this.reads().flatMap((read) => read.backlogId ?? []);
  }

  private reads(): Read[] {
    return [...this.calls.keys()].filter((read) => read !== 'past');
  }
}

/** Every call to the far side goes through here, is spaced and counted, and makes an open breaker half-open. */
export class SpacedCalls {
  private readonly facts: FactLedger;
  private readonly maxRps: number;
  private readonly rate = new CallRate();

  constructor(facts: FactLedger, maxRps: number) {
    this.facts = facts;
    this.maxRps = maxRps;
  }

  /** @param send what makes the one call, in `maxWaitMs` if that is set */
  request<Result>(nowMs: number, send: (maxWaitMs: number | undefined) => Result): Result {
    const { facts } = this;
    this.rate.note(nowMs);
    facts.write('budget', spendCall(facts.read('budget'), nowMs, this.maxRps));
    const breaker = breakerAfterCall(facts.read('breaker'));
    facts.write('breaker', breaker);
    facts.add('calls', 1);
    return send(probeTimeoutMs(breaker));
  }

  /** Stops every call for as long as the provider requested. */
  pause(retryAfterMs: number, nowMs: number): void {
    this.facts.write('budget', pauseCalls(this.facts.read('budget'), nowMs, retryAfterMs));
  }

  /** As `pause`, for regions other than home. */
  pauseOnDemand(retryAfterMs: number, nowMs: number): void {
    this.facts.write('onDemandBudget', pauseCalls(this.facts.read('onDemandBudget'), nowMs, retryAfterMs));
  }

  perMinute(nowMs: number): number {
    return this.rate.perMinute(nowMs);
  }
}

/** The calls to a source that is queried by window. */
export class ProviderCalls extends SpacedCalls {
  private readonly source: WindowSource;

  constructor(source: WindowSource, facts: FactLedger, maxRps: number) {
    super(facts, maxRps);
    this.source = source;
  }

  /** Never rejects. */
  list(window: StrikeWindow, nowMs: number): Promise<ProviderResponse> {
    return this.request(nowMs, (maxWaitMs) => this.source.list(window, maxWaitMs));
  }
}

class CallRate {
  private timesMs: number[] = [];

  note(nowMs: number): void {
    this.timesMs = [...this.timesMs.filter((atMs) => atMs > nowMs - MINUTE_MS), nowMs];
  }

  perMinute(nowMs: number): number {
    return this.timesMs.filter((atMs) => atMs > nowMs - MINUTE_MS).length;
  }
}

/** A strike may lie this far outside its window, because clocks and roundings differ. */
const SLACK_MS = 5 * 60_000;
const SLACK_DEGREES = 0.1;

export type FailedRead = Exclude<ProviderResponse, { kind: 'strikes' } | { kind: 'oversized' }>;

export const TOO_LONG: FailedRead = { kind: 'failed', reason: 'the answer is too long' };
export const UNREADABLE: FailedRead = { kind: 'failed', reason: 'many events are unreadable' };

export interface ValidatedResponse extends Omit<Extract<ProviderResponse, { kind: 'strikes' }>, 'kind'> {
  readonly kind: 'believed';
  readonly parts: readonly StrikeWindow[];
  /** The answer did not hold all of it, and the window cannot be split further. */
  readonly unsplittable: boolean;
}

type Validation =
  | ValidatedResponse
  /** The answer was too long and was not read. */
  | { readonly kind: 'split'; readonly parts: readonly StrikeWindow[] }
  | FailedRead;

/** Checks an answer against its window. `outOfWindow`: strikes outside the window, left out. */
export function validateResponse(
  providerResponse: ProviderResponse,
  window: StrikeWindow,
): { readonly validation: Validation; readonly outOfWindow: number } {
  if (providerResponse.kind === 'oversized') {
    const parts = splitWindow(window);
    if (parts.length > 0) return { validation: { kind: 'split', parts }, outOfWindow: 0 };
    return { validation: { kind: 'failed', reason: providerResponse.reason }, outOfWindow: 0 };
  }
  if (providerResponse.kind !== 'strikes') return { validation: providerResponse, outOfWindow: 0 };
  const strikes = providerResponse.strikes.filter((strike) => isRequestedFor(strike, window));
  const outOfWindow = providerResponse.strikes.length - strikes.length;
  if (outOfWindow > providerResponse.strikes.length / 2) {
    return { validation: { kind: 'failed', reason: 'most events lie outside the window' }, outOfWindow };
  }
  const parts = providerResponse.truncated ? splitWindow(window) : [];
  const unsplittable = providerResponse.truncated && parts.length === 0;
  return { validation: { ...providerResponse, kind: 'believed', strikes, parts, unsplittable }, outOfWindow };
}

function isRequestedFor({ atMs, longitude, latitude }: Strike, { bbox, fromMs, toMs }: StrikeWindow): boolean {
  if (atMs < fromMs - SLACK_MS || atMs > toMs + SLACK_MS) return false;
  return bboxContains(grownBox(bbox, SLACK_DEGREES), longitude, latitude);
}

const WITHIN_MS = 60_000;
const MIN_UNREADABLE = 10;
const MAX_SHARE = 0.2;

interface Sample {
  readonly atMs: number;
  readonly rows: number;
  readonly unreadable: number;
}

/** Of the rows of one answer. */
export function isFormatBroken(rows: number, unreadable: number): boolean {
  return unreadable >= MIN_UNREADABLE && isMuchUnreadable(rows, unreadable);
}

/** Of events that were read in several answers, each of them once. */
export function isTrickleBroken(events: number, unreadable: number): boolean {
  return unreadable >= MIN_TRICKLED && isMuchUnreadable(events, unreadable);
}

export function isMuchUnreadable(rows: number, unreadable: number): boolean {
  return unreadable > rows * MAX_SHARE;
}

/** How many windows of a poll a slow trickle is judged over, and how many of their events must be unreadable. */
const TRICKLE_WINDOWS = 10;
const LEAST_TRICKLE_MS = 10 * 60_000;
const MIN_TRICKLED = 5;
/** This many readable rows at once end every doubt. */
const CLEAN_ROWS = 10;

/** What one poll added to what earlier polls reported: fractions of rows, which add up to one for each event. */
interface Share extends Sample {
  readonly windowMs: number;
}

/**
 * Unreadable rows of home's polls: many in the last minute, or a trickle, however thin, over the last ten minutes. Each
 * poll rereads most of the time of the one before, so that an event is reported a dozen times. For the trickle a row
 * counts only as far as its window is new: one bad event comes to one, and one bad row in every answer to one a minute.
 */
export class UnreadableShare {
  private samples: Sample[] = [];
  private shares: Share[] = [];
  private readToMs = Number.NEGATIVE_INFINITY;

  /** An answer with rows, all of them readable, ends the minute's count, and one with ten the trickle's. */
  note({ fromMs, toMs }: TimeSpan, rows: number, unreadable: number, atMs: number): void {
    const isClean = rows > 0 && unreadable === 0;
    const samples = isClean ? [] : this.samples.filter((sample) => sample.atMs > atMs - WITHIN_MS);
    this.samples = [...samples, { atMs, rows, unreadable }];
    const windowMs = Math.max(1, toMs - fromMs);
    const isNew = Math.min(1, Math.max(0, (toMs - this.readToMs) / windowMs));
    this.readToMs = Math.max(this.readToMs, toMs);
    const share = { atMs, rows: rows * isNew, unreadable: unreadable * isNew, windowMs };
    this.shares = isClean && rows >= CLEAN_ROWS ? [] : [...this.trickling(atMs), ...(rows > 0 ? [share] : [])];
  }

  broken(nowMs: number): boolean {
    const lately = this.samples.filter((sample) => sample.atMs > nowMs - WITHIN_MS);
    // Polls overlap: in light activity one bad event appears in many responses, once in each.
    const several = lately.some(({ unreadable }) => unreadable > 1);
    if (several && isFormatBroken(total(lately, 'rows'), total(lately, 'unreadable'))) return true;
    const trickle = this.trickling(nowMs);
    return isTrickleBroken(total(trickle, 'rows'), total(trickle, 'unreadable'));
  }

  private trickling(nowMs: number): Share[] {
    return this.shares.filter(
      ({ atMs, windowMs }) => atMs > nowMs - Math.max(LEAST_TRICKLE_MS, TRICKLE_WINDOWS * windowMs),
    );
  }
}

function total(samples: readonly Sample[], count: 'rows' | 'unreadable'): number {
  return samples.reduce((sum, sample) => sum + sample[count], 0);
}

/**
 * The strikes recent enough to be in the ledger if they were ever numbered. Older ones could be numbered twice: time
 * older than a repair reaches that was not requested (`fromMs`) may be read back into the archive without a number.
 */
export function recentEnough(strikes: readonly Strike[], fromMs: number, nowMs: number): Strike[] {
  const repairedMs = nowMs - REPAIR_LIMIT_MS;
  return strikes.filter(({ atMs }) => atMs >= repairedMs - HOUR_MS && atMs >= Math.min(fromMs, repairedMs));
}
