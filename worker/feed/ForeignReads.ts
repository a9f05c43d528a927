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

/** All calls for regions other than home together: one in this long. */
const FOREIGN_CALL_EVERY_MS = 10_000;
/** However busy a region, every third of its calls goes to what it owes. */
const LIVE_CALLS_PER_OWED = 2;

/** Reads the regions other than home: their turns, their rests, their debt. Nothing of it reaches home. */
export class ForeignReads {
  private readonly ledger: FeedLedger;
  private readonly polls: PollSchedule;
  private readonly owed: OwedReads;
  private readonly calls: ProviderCalls;
  private regions: readonly PolledRegion[] = [];
  /** The regions' keys, joined; undefined before the first plan, when the ledger may hold the debt of an earlier life. */
  private planned: string | undefined;
  private readonly calledMs = new Map<string, number>();
  private readonly liveSinceOwed = new Map<string, number>();

  constructor(ledger: FeedLedger, polls: PollSchedule, owed: OwedReads, calls: ProviderCalls) {
    this.ledger = ledger;
    this.polls = polls;
    this.owed = owed;
    this.calls = calls;
  }

  /** Reads these regions from now on. What others owe is forgotten. */
  keepOnly(regions: readonly PolledRegion[], homeKey: string): void {
    const keys = regions.map(({ key }) => key);
    const before = this.regions.map(({ key }) => key);
    this.regions = regions;
    if (this.planned === keys.join()) return;
    this.planned = keys.join();
    for (const key of before.filter((other) => !keys.includes(other))) this.polls.forget(key);
    this.ledger.transaction(() => this.ledger.windows.keepOnly([homeKey, ...keys]));
  }

  /** When the next call for any of them may go out; Infinity if there is nothing to ask. */
  nextCallMs(underWay: readonly number[]): number {
    const readyMs = Math.min(Number.POSITIVE_INFINITY, ...this.readyMs(underWay).values());
    return Math.max(readyMs, this.ledger.facts.read('foreignBudget').nextCallMs);
  }

  /** The read of the region whose turn it is; undefined if none is due. */
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

  /** The provider answered for the region. Returns whether that is news to its viewers. */
  succeeded(key: string, nowMs: number): boolean {
    const { lastSuccessMs } = this.ledger.foreign.read(key);
    this.ledger.foreign.write(key, { lastSuccessMs: nowMs, rests: 0, restUntilMs: 0 });
    return !isForeignFresh(lastSuccessMs, nowMs);
  }

  /** The read failed. Once it is out of retries, its region is left alone for a while: returns whether it is now. */
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

  /** When there is something to ask for each region, by its key. */
  private readyMs(underWay: readonly number[]): ReadonlyMap<string, number> {
    const owedMs = this.ledger.windows.nextOwedMs(underWay);
    const restMs = this.ledger.foreign.restUntilMs();
    return new Map(
      this.regions.map(({ key }) => {
        const waiting = this.polls.reads(key).filter((read) => read.sentMs === undefined);
        const workMs = Math.min(
          this.polls.nextPollMs(key),
          owedMs.get(key) ?? Number.POSITIVE_INFINITY,
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

/** The region that was called longest ago, by `calledMs`; one that never was comes first. */
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

/** How long a region is left alone that was given up, after it was given up `before` times in a row. */
function foreignRestMs(before: number): number {
  return Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** before);
}
