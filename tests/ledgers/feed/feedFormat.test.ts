import { describe, expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { feedStateAt } from '#shared/wire/feedStateAt.ts';
import {
  COVERAGE,
  type FakeCall,
  fallOften,
  HOME,
  type RunningFeed,
  runFeed,
  feedTest as test,
} from '#tests/ledgers/runFeed.ts';
import { describeFeed, isFormatDoubtful } from '#worker/feed/feedStatus.ts';
import type { ProviderResponse } from '#worker/sources/source.ts';

const AREAS = { home: HOME, coverage: COVERAGE };

const stateOf = ({ ledger, time }: RunningFeed) => feedStateAt(describeFeed(ledger, AREAS, time.now()), time.now());
const ids = (strikes: readonly { id: string }[]) => strikes.map(({ id }) => id).sort();

async function settled(feed: RunningFeed): Promise<void> {
  await feed.time.pass(3 * MINUTE_MS);
  expect(stateOf(feed).state).toBe('live');
}

/** A strike every `everyMs` from now on, for `minutes`. */
const rain = (feed: RunningFeed, minutes: number, everyMs = 1_000) =>
  fallOften(feed, (minutes * MINUTE_MS) / everyMs, everyMs);

/** The correct response, changed. The fake's rows are those of the real provider. */
function withRows(
  { provider, time }: RunningFeed,
  change: (rows: Extract<ProviderResponse, { kind: 'strikes' }>) => ProviderResponse,
) {
  return ({ window }: FakeCall) => change(provider.rowsOf(window, time.now()));
}

describe('a provider whose format changed', () => {
  test('[FD12] is delayed because of the format, with an alarm, and all of it is read once it can be', async (feed) => {
    const { provider, time, published, ledger } = feed;
    await settled(feed);
    rain(feed, 20);
    await time.pass(2 * MINUTE_MS);
    const reported = published.length;
    provider.overrideFor = withRows(feed, (result) => ({
      ...result,
      strikes: [],
      skipped: result.strikes.map(() => 'no id'),
    }));
    await time.pass(10 * MINUTE_MS);
    expect(stateOf(feed)).toMatchObject({ state: 'delayed', cause: 'format' });
    expect(isFormatDoubtful(ledger, time.now())).toBe(true);
    expect(published.length).toBe(reported);
    feed.die();
    expect(stateOf(feed)).toMatchObject({ state: 'delayed', cause: 'format' });
    provider.overrideFor = () => undefined;
    const backMs = time.now();
    while (stateOf(feed).state !== 'live') await time.pass(1_000);
    expect(time.now() - backMs).toBeLessThanOrEqual(20_000);
    await time.pass(10 * MINUTE_MS);
    expect(ids(published)).toEqual(ids(provider.strikes));
    expect(ledger.windows.countGaps()).toBe(0);
  });

  test('[FD12] in a third of its events goes on being told the others at once', async (feed) => {
    const { provider, time, published } = feed;
    await settled(feed);
    rain(feed, 6);
    const isBad = ({ id }: { id: string }) => Number(id.slice(5)) % 3 === 0;
    provider.overrideFor = withRows(feed, (result) => ({
      ...result,
      strikes: result.strikes.filter((strike) => !isBad(strike)),
      skipped: result.strikes.filter(isBad).map(() => 'bad id'),
    }));
    await time.pass(4 * MINUTE_MS);
    expect(stateOf(feed)).toMatchObject({ state: 'delayed', cause: 'format' });
    expect(published.length).toBeGreaterThan(140);
    provider.overrideFor = () => undefined;
    await time.pass(10 * MINUTE_MS);
    expect(ids(published)).toEqual(ids(provider.strikes));
  });

  test('[FD12] in the one row of each answer is delayed within ten minutes, also after a restart, and all is read later', async (feed) => {
    const { provider, time, published, ledger } = feed;
    await settled(feed);
    rain(feed, 12, MINUTE_MS);
    provider.overrideFor = withRows(feed, (result) => ({ ...result, strikes: [], rows: 1, skipped: ['bad id'] }));
    await time.pass(10 * MINUTE_MS);
    expect(stateOf(feed)).toMatchObject({ state: 'delayed', cause: 'format' });
    expect(isFormatDoubtful(ledger, time.now())).toBe(true);
    feed.die();
    await time.pass(MINUTE_MS);
    expect(stateOf(feed)).toMatchObject({ state: 'delayed', cause: 'format' });
    provider.overrideFor = () => undefined;
    await time.pass(30 * MINUTE_MS);
    expect(stateOf(feed).state).toBe('live');
    expect(ids(published)).toEqual(ids(provider.strikes));
    expect(ledger.windows.countGaps()).toBe(0);
  });

  test('[FD11] in one event of a drizzle is counted, and no more', async (feed) => {
    const { provider, time, ledger } = feed;
    await settled(feed);
    rain(feed, 5, 20_000);
    provider.overrideFor = withRows(feed, (result) => ({ ...result, rows: result.rows + 1, skipped: ['bad id'] }));
    await time.pass(4 * MINUTE_MS);
    expect(stateOf(feed).state).toBe('live');
    expect(ledger.facts.read('skippedEvents')).toBeGreaterThan(10);
  });
});

describe('a provider that tells what it was not asked', () => {
  test('[FD13] a strike of the year 9999 is left out and counted, with an alarm, and is never the newest', async (feed) => {
    const { provider, time, ledger, published } = feed;
    await settled(feed);
    rain(feed, 3);
    const future = { id: 'future', latitude: 42, longitude: 23, atMs: Date.UTC(9999, 1) };
    provider.overrideFor = withRows(feed, (result) => ({ ...result, strikes: [...result.strikes, future] }));
    await time.pass(2 * MINUTE_MS);
    expect(stateOf(feed).newestStrikeMs).toBeLessThanOrEqual(time.now());
    expect(ids(published)).not.toContain('future');
    expect(published.length).toBeGreaterThan(100);
    expect(isFormatDoubtful(ledger, time.now())).toBe(true);
    provider.overrideFor = () => undefined;
    await time.pass(11 * MINUTE_MS);
    expect(isFormatDoubtful(ledger, time.now())).toBe(false);
  });

  test.plain.each<[string, (strike: { atMs: number; latitude: number; longitude: number }) => object]>([
    ['three hours ahead: local time sent as UTC', ({ atMs }) => ({ atMs: atMs + 3 * HOUR_MS })],
    ['in Sydney', () => ({ latitude: -33.9, longitude: 151.2 })],
    ['with its coordinates exchanged', ({ latitude, longitude }) => ({ latitude: longitude, longitude: latitude })],
  ])('[FD13] every strike %s: not one is believed, the feed is not live, and nothing is lost', (_, moved) =>
    runFeed(async (feed) => {
      const { provider, time, published } = feed;
      await settled(feed);
      rain(feed, 8);
      provider.overrideFor = withRows(feed, (result) => ({
        ...result,
        strikes: result.strikes.map((strike) => ({ ...strike, ...moved(strike) })),
      }));
      await time.pass(20_000);
      expect(stateOf(feed)).toMatchObject({ state: 'delayed', cause: 'format' });
      await time.pass(5 * MINUTE_MS);
      expect(published).toEqual([]);
      expect(stateOf(feed)).toMatchObject({ state: 'down', cause: 'format' });
      provider.overrideFor = () => undefined;
      await time.pass(15 * MINUTE_MS);
      expect(ids(published)).toEqual(ids(provider.strikes));
    }),
  );

  test('[FD1][FD14] with 30,000 rows for every window longer than ten seconds is read in shorter ones', async (feed) => {
    const { provider, time, published } = feed;
    await settled(feed);
    rain(feed, 3, 5_000);
    provider.overrideFor = ({ window }) =>
      window.toMs - window.fromMs > 10_000 ? { kind: 'oversized', reason: '30000 rows' } : undefined;
    await time.pass(3 * MINUTE_MS);
    provider.overrideFor = () => undefined;
    await time.pass(10 * MINUTE_MS);
    expect(ids(published)).toEqual(ids(provider.strikes));
  });

  test('[FD14] with too many rows whatever it is asked is down, and is not asked ever more', async (feed) => {
    const { provider, time, published } = feed;
    await settled(feed);
    rain(feed, 5, 5_000);
    provider.overrideFor = () => ({ kind: 'oversized', reason: '1300000 rows' });
    await time.pass(10 * MINUTE_MS);
    expect(stateOf(feed)).toMatchObject({ state: 'down' });
    provider.calls.length = 0;
    await time.pass(5 * MINUTE_MS);
    expect(provider.calls.length).toBeLessThanOrEqual(30);
    provider.overrideFor = () => undefined;
    const backMs = time.now();
    while (stateOf(feed).state !== 'live') await time.pass(1_000);
    expect(time.now() - backMs).toBeLessThanOrEqual(20_000);
    await time.pass(15 * MINUTE_MS);
    expect(ids(published)).toEqual(ids(provider.strikes));
  });

  test.plain.each([14, -14])(
    '[FD5] with a Date %d min off loses nothing, and tells strikes as soon as before',
    (minutes) =>
      runFeed(async (feed) => {
        const { provider, time, published } = feed;
        await settled(feed);
        rain(feed, 5);
        provider.overrideFor = withRows(feed, (result) => ({
          ...result,
          providerTimeMs: time.now() + minutes * MINUTE_MS,
        }));
        await time.pass(4 * MINUTE_MS);
        expect(published.length).toBeGreaterThan(225);
        await time.pass(3 * MINUTE_MS);
        expect(ids(published)).toEqual(ids(provider.strikes));
      }),
  );
});
