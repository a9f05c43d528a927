import { expect, test } from 'vitest';
import { bboxContains, HOME_BOX } from '#shared/geo/BBox.ts';
import { PROVIDER_LIMIT } from '#shared/limits.ts';
import type { NumberedStrike, Strike } from '#shared/strike.ts';
import { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import { Backfill, type BackfillDeps } from '#worker/feed/Backfill.ts';
import { FeedEngine, type FeedEngineDeps } from '#worker/feed/FeedEngine.ts';
import type { FeedLedger } from '#worker/feed/ledger.ts';
import { PROVIDER_TRAITS } from '#worker/sources/provider.ts';
import type { ProviderResponse, StrikeWindow, WindowSource } from '#worker/sources/source.ts';
import { withLedger } from './testEnv.ts';

export interface FakeStrike extends Strike {
  /** When the provider begins to report it. */
  readonly publishedMs: number;
}

export interface FakeCall {
  readonly atMs: number;
  readonly window: StrikeWindow;
}

/** A provider in virtual time: at most 300 rows, the newest, of what is published; or the override that a test sets. */
export class FakeProvider implements WindowSource {
  readonly way = 'windows';
  readonly traits = PROVIDER_TRAITS;
  readonly calls: FakeCall[] = [];
  readonly strikes: FakeStrike[] = [];
  latencyMs = 100;
  /** Its clock less ours, as in its `Date`, in whole seconds; undefined: it sends no `Date`. */
  dateOffsetMs: number | undefined;
  /** The answer to the call in place of the right one; undefined: the right one. */
  overrideFor: (call: FakeCall, number: number) => ProviderResponse | undefined = () => undefined;
  private readonly time: VirtualTime;

  constructor(time: VirtualTime) {
    this.time = time;
  }

  async list(window: StrikeWindow): Promise<ProviderResponse> {
    const call = { atMs: this.time.now(), window };
    this.calls.push(call);
    const overridden = this.overrideFor(call, this.calls.length);
    await this.time.sleep(this.latencyMs);
    if (overridden) return overridden;
    return this.rowsOf(window, this.time.now());
  }

  /** The right answer. */
  rowsOf(window: StrikeWindow, nowMs: number): Extract<ProviderResponse, { kind: 'strikes' }> {
    const strikes = this.strikes
      .filter(({ atMs, publishedMs }) => publishedMs <= nowMs && atMs >= window.fromMs && atMs <= window.toMs)
      .filter(({ longitude, latitude }) => bboxContains(window.bbox, longitude, latitude))
      .sort((a, b) => b.atMs - a.atMs)
      .slice(0, PROVIDER_LIMIT)
      .map(({ id, latitude, longitude, atMs }) => ({ id, latitude, longitude, atMs }));
    const dateMs = this.dateOffsetMs === undefined ? undefined : nowMs + this.dateOffsetMs;
    const providerTimeMs = dateMs === undefined ? undefined : Math.floor(dateMs / 1_000) * 1_000;
    const rows = strikes.length;
    return { kind: 'strikes', strikes, rows, truncated: rows >= PROVIDER_LIMIT, skipped: [], providerTimeMs };
  }
}

export const START_MS = Date.UTC(2026, 6, 1, 12);
export const HOME = HOME_BOX;
export const COVERAGE = { west: -15, south: 30, east: 45, north: 62 };
export const FAILED = { kind: 'failed', reason: 'status 500' } as const;

export interface RunningFeed {
  readonly ledger: FeedLedger;
  readonly provider: FakeProvider;
  readonly time: VirtualTime;
  readonly published: NumberedStrike[];
  /** When the engine announced a change of the feed without a strike. */
  readonly announced: number[];
  /** The engine that runs now. */
  readonly engine: () => FeedEngine;
  /** How often the engine came to rest and was woken by its alarm. */
  readonly runs: () => number;
  /** Ends the engine's memory: a new one goes on over the same ledger. Its pending requests never get a response. */
  die(): void;
}

/** A Feed's engine over a real ledger in virtual time, woken as an alarm would wake it. `past`: how home's past is read back. */
export async function runFeed(
  story: (feed: RunningFeed) => Promise<void>,
  changes:
    | Partial<FeedEngineDeps>
    | ((feed: Pick<RunningFeed, 'ledger' | 'provider' | 'time'>) => Partial<FeedEngineDeps>) = {},
  past: Pick<BackfillDeps, 'days' | 'storePast'> = { days: 0, storePast: async () => true },
): Promise<void> {
  await withLedger(async (ledger) => {
    const time = new VirtualTime(START_MS);
    const provider = new FakeProvider(time);
    const published: NumberedStrike[] = [];
    const announced: number[] = [];
    let runs = 0;
    const changed = typeof changes === 'function' ? changes({ ledger, provider, time }) : changes;
    let engine: FeedEngine;
    const live = () => {
      const born = new FeedEngine({
        ledger,
        provider: {
          way: provider.way,
          traits: provider.traits,
          list: (window) =>
            provider
              .list(window)
              .then((providerResponse) => (born === engine ? providerResponse : new Promise<never>(() => {}))),
        },
        clock: time,
        random: () => 0.5,
        log: () => {},
        // One that died must not go on writing to the ledger.
        sleep: (delayMs) => time.sleep(delayMs).then(() => (born === engine ? undefined : new Promise(() => {}))),
        publish: (strikes) => published.push(...strikes),
        announce: () => announced.push(time.now()),
        polled: () => {},
        isWatched: () => false,
        areas: { home: HOME, coverage: COVERAGE },
        pollIntervalMs: 5_000,
        maxRps: 2,
        backfill: new Backfill({
          ledger,
          home: HOME,
          maxRows: PROVIDER_LIMIT,
          days: past.days,
          storePast: (strikes) =>
            past.storePast(strikes).then((room) => (born === engine ? room : new Promise<never>(() => {}))),
          log: () => {},
        }),
        ...changed,
      });
      engine = born;
      const alarmed = async () => {
        while (engine === born) {
          const nextMs = await born.run();
          runs += 1;
          await time.sleep(Math.max(1, nextMs - time.now()));
        }
      };
      void alarmed();
    };
    live();
    await story({ ledger, provider, time, published, announced, engine: () => engine, runs: () => runs, die: live });
  });
}

/** `count` strikes over home, one every `stepMs` from now on and reported two seconds later, unless `more` says otherwise. */
export function fallOften(
  { provider, time }: Pick<RunningFeed, 'provider' | 'time'>,
  count: number,
  stepMs: number,
  more: (index: number, atMs: number) => Partial<FakeStrike> = () => ({}),
): void {
  const fromMs = time.now();
  for (let index = 0; index < count; index += 1) {
    const atMs = Math.floor(fromMs + index * stepMs);
    const strike = { id: `rain-${index}`, latitude: 42, longitude: 23, atMs, publishedMs: atMs + 2_000 };
    provider.strikes.push({ ...strike, ...more(index, atMs) });
  }
}

/** Waits until the Feed has read its first day and owes nothing. Further calls are counted from here. */
export async function settled({ time, ledger, provider }: RunningFeed, minutes = 3): Promise<void> {
  await time.pass(minutes * 60_000);
  expect(ledger.windows.countGaps()).toBe(0);
  provider.calls.length = 0;
}

interface FeedTest {
  (title: string, ...run: Parameters<typeof runFeed>): void;
  /** A test that begins a Feed itself, or none. */
  readonly plain: typeof test;
}

/** A test of a Feed's engine. */
export const feedTest: FeedTest = Object.assign(
  (title: string, ...run: Parameters<typeof runFeed>) => test(title, () => runFeed(...run)),
  { plain: test },
);
