import type { Areas } from '#shared/geo/Areas.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import type { NumberedStrike, Strike, StrikeHint } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { StrikeWindow } from '#worker/sources/port/StrikeSource.ts';
import { judgeAnswer } from './judgeAnswer.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import type { ProviderCalls } from './ProviderCalls.ts';

type FoundStrike = NumberedStrike | 'unknown' | 'busy';

/** Interval of calls for shared links, so that they take only a part of the budget. */
const FIND_EVERY_MS = 2_000;
/** A caller who would wait longer is told to come back. */
const MAX_WAIT_MS = 6_000;

interface StrikeFinderDeps {
  readonly clock: Clock;
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly publish: (strikes: readonly NumberedStrike[], afterSeq: number) => void;
  readonly areas: Areas;
}

/** Finds single strikes, from shared links, that neither the archive nor the ledger has. */
export class StrikeFinder {
  private readonly ledger: FeedLedger;
  private readonly calls: ProviderCalls;
  private readonly deps: StrikeFinderDeps;
  private readonly underWay = new Map<string, Promise<FoundStrike>>();
  private nextFindMs = 0;

  constructor(ledger: FeedLedger, calls: ProviderCalls, deps: StrikeFinderDeps) {
    this.ledger = ledger;
    this.calls = calls;
    this.deps = deps;
  }

  /**
   * Asks the provider for the strike, with one call from the shared budget; callers for the same id share it. `busy` if
   * the call would wait for more than six seconds, or fails. `unknown` outside the coverage, without a call.
   */
  find(id: string, hint: StrikeHint): Promise<FoundStrike> {
    const known = this.ledger.strikes.byId(id);
    if (known) return Promise.resolve(known);
    if (!bboxContains(this.deps.areas.coverage, hint.longitude, hint.latitude)) return Promise.resolve('unknown');
    const already = this.underWay.get(id);
    if (already) return already;
    const finding = this.ask(id, hint).finally(() => this.underWay.delete(id));
    this.underWay.set(id, finding);
    return finding;
  }

  private async ask(id: string, hint: StrikeHint): Promise<FoundStrike> {
    const { ledger, deps, calls } = this;
    const startMs = deps.clock.now();
    const turnMs = Math.max(startMs, this.nextFindMs);
    if (turnMs - startMs > MAX_WAIT_MS || ledger.facts.read('breaker').state !== 'closed') return 'busy';
    this.nextFindMs = turnMs + FIND_EVERY_MS;
    for (let callMs = turnMs; ; callMs = ledger.facts.read('budget').nextCallMs) {
      const nowMs = deps.clock.now();
      if (callMs <= nowMs && ledger.facts.read('budget').nextCallMs <= nowMs) break;
      if (callMs - startMs > MAX_WAIT_MS) return 'busy';
      await deps.sleep(Math.max(5, callMs - nowMs));
    }
    if (ledger.facts.read('breaker').state !== 'closed') return 'busy';
    const nowMs = deps.clock.now();
    const window = hintWindow(hint);
    const { judgement } = judgeAnswer(await calls.list(window, nowMs), window);
    if (judgement.kind === 'paused') this.pause(hint, judgement.retryAfterMs, deps.clock.now());
    if (judgement.kind !== 'believed') return 'busy';
    return this.number(
      id,
      judgement.strikes.filter((strike) => strike.id === id),
    );
  }

  private number(id: string, found: readonly Strike[]): FoundStrike {
    const { ledger, deps } = this;
    const afterSeq = ledger.strikes.seq;
    const [numbered] = ledger.transaction(() =>
      ledger.strikes.number(found, deps.clock.now(), Number.POSITIVE_INFINITY),
    );
    if (numbered) deps.publish([numbered], afterSeq);
    return numbered ?? ledger.strikes.byId(id) ?? 'unknown';
  }

  private pause({ longitude, latitude }: StrikeHint, retryAfterMs: number, nowMs: number): void {
    if (bboxContains(this.deps.areas.home, longitude, latitude)) this.calls.pause(retryAfterMs, nowMs);
    else this.calls.pauseForeign(retryAfterMs, nowMs);
  }
}

const AROUND_MS = 5_000;
const AROUND_DEGREES = 0.05;

/** 5 s and 0.05° either side of the hint. */
function hintWindow({ atMs, latitude, longitude }: StrikeHint): StrikeWindow {
  return {
    bbox: {
      west: Math.max(-180, longitude - AROUND_DEGREES),
      south: Math.max(-90, latitude - AROUND_DEGREES),
      east: Math.min(180, longitude + AROUND_DEGREES),
      north: Math.min(90, latitude + AROUND_DEGREES),
    },
    fromMs: atMs - AROUND_MS,
    toMs: atMs + AROUND_MS,
  };
}
