import { isForeignFresh } from '#shared/wire/feedStateAt.ts';
import { MAX_RETRIES, retryDelayMs } from '#worker/outbound/classifyAnswer.ts';
import type { FailedRead } from './judgeAnswer.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import type { OwedReads } from './OwedReads.ts';
import type { PollSchedule } from './PollSchedule.ts';
import type { ProviderCalls } from './ProviderCalls.ts';
import type { ProviderNow } from './plan/planPoll.ts';
import type { PolledRegion } from './plan/planRegions.ts';
import type { Read } from './Read.ts';

/** Interval of calls for all regions other than home together. */
const FOREIGN_CALL_EVERY_MS = 10_000;
/** Every third call of a region goes to what it owes, however busy it is. */
const LIVE_CALLS_PER_OWED = 2;

/** Reads the regions other than home: their turns, rests and owed windows. None of it affects home. */
export class ForeignReads {
  private readonly ledger: FeedLedger;
  private readonly polls: PollSchedule;
  private readonly owed: OwedReads;
  private readonly calls: ProviderCalls;
  private regions: readonly PolledRegion[] = [];
  /** The regions' keys, joined; undefined before the first plan, when the ledger may hold windows owed earlier. */
  private planned: string | undefined;
  private readonly calledMs = new Map<string, number>();
  private readonly liveSinceOwed = new Map<string, number>();

  constructor(ledger: FeedLedger, polls: PollSchedule, owed: OwedReads, calls: ProviderCalls) {
    this.ledger = ledger;
    this.polls = polls;
    this.owed = owed;
    this.calls = calls;
  }

  keepOnly(regions: readonly PolledRegion[], homeKey: string): void {
    const keys = regions.map(({ key }) => key);
    const before = this.regions.map(({ key }) => key);
    this.regions = regions;
    if (this.planned === keys.join()) return;
    this.planned = keys.join();
    for (const key of before.filter((other) => !keys.includes(other))) this.polls.forget(key);
    this.ledger.transaction(() => this.ledger.windows.keepOnly([homeKey, ...keys]));
  }

  /** Infinity if there is nothing to ask. */
  nextCallMs(underWay: readonly number[]): number {
    const readyMs = Math.min(Number.POSITIVE_INFINITY, ...this.readyMs(underWay).values());
    return Math.max(readyMs, this.ledger.facts.read('foreignBudget').nextCallMs);
  }

  nextRead(nowMs: number, providerNow: ProviderNow, underWay: readonly number[]): Read | undefined {
    const readyMs = this.readyMs(underWay);
    const due = this.regions.filter(({ key }) => (readyMs.get(key) ?? nowMs) <= nowMs);
    const region = foreignTurn(due, this.calledMs);
    if (!region) return undefined;
    const read = this.readOf(region, nowMs, providerNow, underWay);
    if (!read) return undefined;
    this.calledMs.set(region.key, nowMs);
    this.ledger.facts.write('foreignBudget', { nextCallMs: nowMs + FOREIGN_CALL_EVERY_MS });
    return read;
  }

  /** Returns whether the answer is news to the region's viewers. */
  succeeded(key: string, nowMs: number): boolean {
    const { lastSuccessMs } = this.ledger.foreign.read(key);
    this.ledger.foreign.write(key, { lastSuccessMs: nowMs, rests: 0, restUntilMs: 0 });
    return !isForeignFresh(lastSuccessMs, nowMs);
  }

  /** Once the read is out of retries, its region rests: returns whether it does now. */
  failed(read: Read, answer: FailedRead, nowMs: number, random: number): boolean {
    const { foreign, windows } = this.ledger;
    if (answer.kind === 'paused') {
      this.calls.pauseForeign(answer.retryAfterMs, nowMs);
      return false;
    }
    read.failures += 1;
    const final = answer.kind === 'rejected' || read.failures > MAX_RETRIES;
    read.notBeforeMs = nowMs + (final ? 0 : retryDelayMs(read.failures, random));
    if (read.owedId !== undefined) windows.deferOwed(read.owedId, read.notBeforeMs, final ? 0 : read.failures);
    if (!final) return false;
    const { lastSuccessMs, rests } = foreign.read(read.regionKey);
    const restUntilMs = nowMs + foreignRestMs(rests);
    foreign.write(read.regionKey, { lastSuccessMs, rests: rests + 1, restUntilMs });
    this.polls.rest(read.regionKey, restUntilMs);
    return true;
  }

  private readyMs(underWay: readonly number[]): ReadonlyMap<string, number> {
    const { windows } = this.ledger;
    const restMs = this.ledger.foreign.restUntilMs();
    return new Map(
      this.regions.map(({ key }) => {
        const waiting = this.polls.reads(key).filter((read) => read.sentMs === undefined);
        const workMs = Math.min(
          this.polls.nextPollMs(key),
          windows.nextOwedMs(key, underWay),
          ...waiting.map((read) => read.notBeforeMs),
        );
        return [key, Math.max(workMs, restMs.get(key) ?? 0)];
      }),
    );
  }

  private readOf(region: PolledRegion, nowMs: number, providerNow: ProviderNow, underWay: readonly number[]) {
    const { key } = region;
    const live = () => {
      this.polls.start(region, nowMs, providerNow);
      return this.polls.reads(key).find((read) => read.sentMs === undefined && read.notBeforeMs <= nowMs);
    };
    const owed = () => this.owed.nextRead([key], nowMs, underWay);
    const since = this.liveSinceOwed.get(key) ?? 0;
    const read = since < LIVE_CALLS_PER_OWED ? (live() ?? owed()) : (owed() ?? live());
    this.liveSinceOwed.set(key, read?.owedId === undefined ? since + 1 : 0);
    return read;
  }
}

/** The region called longest ago, by `calledMs`; one never called comes first. */
function foreignTurn(
  regions: readonly PolledRegion[],
  calledMs: ReadonlyMap<string, number>,
): PolledRegion | undefined {
  const called = ({ key }: PolledRegion) => calledMs.get(key) ?? Number.NEGATIVE_INFINITY;
  return regions.reduce<PolledRegion | undefined>(
    (first, region) => (first === undefined || called(region) < called(first) ? region : first),
    undefined,
  );
}

const FIRST_REST_MS = 10 * 60_000;
const LONGEST_REST_MS = 6 * 60 * 60_000;

/** Rest of a region that was given up `before` times in a row earlier. */
function foreignRestMs(before: number): number {
  return Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** before);
}
