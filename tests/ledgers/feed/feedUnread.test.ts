import { describe, expect } from 'vitest';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import {
  COVERAGE,
  FAILED,
  HOME,
  type RunningFeed,
  START_MS,
  settled,
  feedTest as test,
} from '#tests/ledgers/runFeed.ts';
import { withLedger } from '#tests/ledgers/testEnv.ts';
import { recoverLedger } from '#worker/feed/ArchiveDrain.ts';
import { describeFeed } from '#worker/feed/describeFeed.ts';
import { addLost, beginRecord, forgetLost, homeCoverage, noteLost } from '#worker/feed/homeCoverage.ts';

const MINUTE_MS = 60_000;

const factsOf = ({ ledger, time }: RunningFeed) => describeFeed(ledger, { home: HOME, coverage: COVERAGE }, time.now());
const unreadOf = (feed: RunningFeed) => factsOf(feed).unread;
const minutes = (spans: ReturnType<typeof unreadOf>) =>
  spans?.map(([fromMs, toMs]) => [(fromMs - START_MS) / MINUTE_MS, (toMs - START_MS) / MINUTE_MS]);

describe('[ST12] what was not read of home', () => {
  test('is the whole day at first, shrinks from its newest end, is nothing once it is read, and each change is told', async (feed) => {
    expect(minutes(unreadOf(feed))).toEqual([[-24 * 60, 0]]);
    await feed.time.pass(3_000);
    const [span, ...others] = minutes(unreadOf(feed)) ?? [];
    expect([span?.[0], others]).toEqual([-24 * 60, []]);
    expect(span?.[1]).toBeLessThanOrEqual(-10);
    const toldBefore = feed.announced.length;
    await settled(feed, 4);
    expect(unreadOf(feed)).toBeUndefined();
    expect(feed.announced.length).toBeGreaterThan(toldBefore);
    expect(feed.announced.length).toBeLessThan(30);
  });

  test('is an hour in the middle while the provider fails for that hour alone, told when it opens and when it closes', async (feed) => {
    const [fromMs, toMs] = [START_MS - 12 * HOUR_MS, START_MS - 11 * HOUR_MS];
    feed.provider.fault = ({ window }) => (window.fromMs < toMs && window.toMs > fromMs ? FAILED : undefined);
    await feed.time.pass(2 * HOUR_MS);
    const spans = unreadOf(feed) ?? [];
    expect(spans).toHaveLength(1);
    expect(spans[0]?.[0]).toBeLessThanOrEqual(fromMs);
    expect(spans[0]?.[1]).toBeGreaterThanOrEqual(toMs);
    const told = feed.announced.length;
    feed.provider.fault = () => undefined;
    await feed.time.pass(10 * MINUTE_MS);
    expect(unreadOf(feed)).toBeUndefined();
    expect(feed.announced.length).toBeGreaterThan(told);
  });

  test('is the time of an outage until it is read back, also what the first poll after it still has to read', async (feed) => {
    await settled(feed, 4);
    const lostMs = feed.time.now();
    feed.provider.fault = () => FAILED;
    const strikes = Array.from({ length: 900 }, (_, index) => {
      const atMs = lostMs + index * 500;
      return { id: `s${index}`, latitude: 42, longitude: 23, atMs, publishedMs: atMs };
    });
    feed.provider.strikes.push(...strikes);
    await feed.time.pass(8 * MINUTE_MS);
    feed.provider.fault = () => undefined;
    const untilMs = feed.time.now() + MINUTE_MS;
    let behind = 0;
    while (feed.time.now() < untilMs) {
      await feed.time.pass(200);
      const { lastSuccessMs, unread = [] } = factsOf(feed);
      const missing = strikes.filter(({ id }) => !feed.published.some((strike) => strike.id === id));
      if ((lastSuccessMs ?? 0) < untilMs - MINUTE_MS || missing.length === 0) continue;
      behind += 1;
      for (const { atMs } of missing) expect(unread.some(([from, to]) => from <= atMs && atMs < to)).toBe(true);
    }
    expect(behind).toBeGreaterThan(0);
    expect(feed.published).toHaveLength(900);
    expect(unreadOf(feed)).toBeUndefined();
  });

  test('never is what is only read for the second time', async (feed) => {
    await settled(feed, 4);
    for (let step = 0; step < 90; step += 1) {
      await feed.time.pass(MINUTE_MS);
      expect(unreadOf(feed)).toBeUndefined();
    }
  });
});

describe('[AP7] what will never be read', () => {
  const lostOf = (feed: RunningFeed) => minutes(homeCoverage(feed.ledger).unread);

  test('is what lies a day before the first start, and is remembered', async (feed) => {
    await settled(feed, 4);
    expect(lostOf(feed)).toEqual([[-START_MS / MINUTE_MS, -24 * 60]]);
    feed.die();
    await feed.time.pass(3 * HOUR_MS);
    expect(lostOf(feed)).toEqual([[-START_MS / MINUTE_MS, -24 * 60]]);
  });

  test('is what an outage of more than a day leaves behind', async (feed) => {
    await settled(feed, 4);
    // A pause is an outage that costs no calls.
    feed.provider.fault = () => ({ kind: 'paused', reason: 'status 429', retryAfterMs: 30 * HOUR_MS });
    await feed.time.pass(30 * HOUR_MS);
    feed.provider.fault = () => undefined;
    await feed.time.pass(30 * MINUTE_MS);
    const [, span, ...others] = lostOf(feed) ?? [];
    expect(others).toEqual([]);
    expect(span?.[0]).toBeLessThanOrEqual(4);
    expect(span?.[0]).toBeGreaterThan(2);
    expect(span?.[1]).toBeGreaterThan(5 * 60 + 30);
    expect(span?.[1]).toBeLessThan(6 * 60 + 5);
    // Within the last day all was read: the stream has nothing to tell.
    expect(unreadOf(feed)).toBeUndefined();
  });

  test('is an hour that the provider refused for a day', async (feed) => {
    const [fromMs, toMs] = [START_MS - 22 * HOUR_MS, START_MS - 21 * HOUR_MS];
    feed.provider.fault = ({ window }) => (window.fromMs < toMs && window.toMs > fromMs ? FAILED : undefined);
    await feed.time.pass(4 * HOUR_MS);
    expect(feed.ledger.windows.countGaps()).toBe(0);
    const span = lostOf(feed)?.[1];
    expect(span?.[0]).toBeLessThanOrEqual(-22 * 60);
    expect(span?.[1]).toBeGreaterThanOrEqual(-21 * 60);
    expect(unreadOf(feed)).toBeUndefined();
  });

  test('is told by the archive to a Feed that forgot everything', async ({ ledger }) => {
    const unread: [number, number][] = [[0, START_MS - 90 * HOUR_MS]];
    const record = { completeToMs: START_MS - 50 * HOUR_MS, unread, lastSuccessMs: null, cause: null };
    const history = { seq: async () => 0, numberedBefore: async () => [], record: async () => record };
    await recoverLedger(ledger, history, START_MS);
    noteLost(ledger.facts, undefined, START_MS - 24 * HOUR_MS);
    expect(ledger.facts.read('lost')).toEqual([
      [0, START_MS - 90 * HOUR_MS],
      [START_MS - 50 * HOUR_MS, START_MS - 24 * HOUR_MS],
    ]);
  });

  test.plain(
    'is everything before a home that has grown, but nothing of one that has shrunk; an earlier ledger’s last day counts',
    () =>
      withLedger((ledger) => {
        ledger.windows.cover('home', START_MS);
        beginRecord(ledger, HOME);
        expect(ledger.facts.read('lost')).toEqual([[0, START_MS - 24 * HOUR_MS]]);
        beginRecord(ledger, { ...HOME, west: HOME.west + 1 });
        expect(ledger.windows.coveredToMs('home')).toBe(START_MS);
        beginRecord(ledger, HOME);
        expect(ledger.windows.coveredToMs('home')).toBeUndefined();
        expect(homeCoverage(ledger)).toEqual({ completeToMs: null, unread: [] });
        noteLost(ledger.facts, undefined, START_MS);
        expect(ledger.facts.read('lost')).toEqual([[0, START_MS]]);
      }),
  );

  test.plain('is forgotten once nothing of it is kept', () =>
    withLedger(({ facts }) => {
      addLost(facts, [
        [0, 10],
        [20, 30],
      ]);
      forgetLost(facts, 10);
      expect(facts.read('lost')).toEqual([[20, 30]]);
    }),
  );
});

describe('[ST2] a provider that says nothing', () => {
  test('makes home delayed after 20 s while it is polled every 5 s, and that is announced at once', async (feed) => {
    await settled(feed, 4);
    const atMs = feed.time.now();
    feed.provider.strikes.push({ id: 'a', latitude: 42, longitude: 23, atMs, publishedMs: atMs });
    await feed.time.pass(30_000);
    feed.announced.length = 0;
    feed.provider.latencyMs = 10_000_000;
    const lastMs = () => factsOf(feed).lastSuccessMs ?? 0;
    await feed.time.pass(16_000);
    expect(factsOf(feed).cause).toBeNull();
    await feed.time.pass(12_000);
    expect(factsOf(feed).cause).toBe('provider');
    expect(feed.announced).toHaveLength(1);
    expect((feed.announced[0] ?? 0) - lastMs()).toBeGreaterThan(20_000);
    expect((feed.announced[0] ?? 0) - lastMs()).toBeLessThan(21_100);
  });

  test('but asked for a pause makes home delayed too, though the Feed sleeps meanwhile', async (feed) => {
    await settled(feed, 4);
    feed.announced.length = 0;
    feed.provider.fault = () => ({ kind: 'paused', reason: 'status 429', retryAfterMs: 10 * MINUTE_MS });
    await feed.time.pass(2 * MINUTE_MS);
    expect(factsOf(feed).cause).toBe('provider');
    expect(feed.announced).toHaveLength(1);
  });

  test('for as long as a quiet sky is left alone does not make home delayed', async (feed) => {
    await feed.time.pass(20 * MINUTE_MS);
    feed.announced.length = 0;
    for (let step = 0; step < 120; step += 1) {
      await feed.time.pass(1_000);
      expect(factsOf(feed).cause).toBeNull();
    }
    expect(feed.announced).toEqual([]);
  });
});
