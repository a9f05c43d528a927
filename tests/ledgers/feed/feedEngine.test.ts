import { describe, expect } from 'vitest';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import {
  FAILED,
  type FakeCall,
  FakeProvider,
  fallOften,
  HOME,
  type RunningFeed,
  runFeed,
  START_MS,
  settled,
  feedTest as test,
} from '#tests/ledgers/runFeed.ts';
import { FailoverSource } from '#worker/feed/FailoverSource.ts';
import type { WindowSource } from '#worker/sources/source.ts';

const SOFIA = { latitude: 42.7, longitude: 23.3 };

/** `count` strikes spread evenly over a stretch and over the home region, reported at once. */
function spread(name: string, count: number, fromMs: number, lengthMs: number) {
  return Array.from({ length: count }, (_, index) => {
    const atMs = Math.floor(fromMs + (index / count) * lengthMs);
    const latitude = 35 + ((index * 7) % 120) / 10;
    return { id: `${name}-${index}`, latitude, longitude: 14 + ((index * 13) % 160) / 10, atMs, publishedMs: atMs };
  });
}

const ids = (strikes: readonly { id: string }[]) => strikes.map(({ id }) => id).sort();

describe('an answer that is cut at its limit', () => {
  test('[FD2] does not move the mark before all of its parts are read or owed', async (feed) => {
    const { provider, time, ledger } = feed;
    await settled(feed);
    const before = ledger.windows.coveredToMs('home') ?? 0;
    const atMs = time.now();
    provider.strikes.push(...spread('storm', 1_000, atMs, 3_000));
    provider.overrideFor = (call) => (call.window.toMs - call.window.fromMs < 20_000 ? FAILED : undefined);
    await time.pass(2 * MINUTE_MS);
    const mark = ledger.windows.coveredToMs('home') ?? 0;
    expect(mark === before || ledger.windows.countGaps() > 0).toBe(true);
    provider.overrideFor = () => undefined;
    await time.pass(10 * MINUTE_MS);
    expect(ids(feed.published)).toEqual(ids(provider.strikes));
    expect(ledger.windows.countGaps()).toBe(0);
  });
});

describe('strikes that come late', () => {
  test.plain.each([
    ['the overlap, up to 45 s', 45_000, 80_000],
    ['a sweep, minutes', 4 * MINUTE_MS, 12 * MINUTE_MS],
    ['the sweep of their hour, most of an hour', 50 * MINUTE_MS, 70 * MINUTE_MS],
  ])('[FD3] are found by %s after they fell', (_, lateMs, withinMs) =>
    runFeed(async (feed) => {
      await settled(feed);
      fall(feed, 'late', lateMs);
      await feed.time.pass(withinMs);
      expect(ids(feed.published)).toEqual(['late']);
    }),
  );
});

describe('time that nobody read', () => {
  test('[FD5] is read back for a day when the Feed starts, newest first', async ({
    provider,
    time,
    published,
    ledger,
  }) => {
    provider.strikes.push(...spread('history', 500, START_MS - 24 * HOUR_MS + MINUTE_MS, 24 * HOUR_MS - 2 * MINUTE_MS));
    await time.pass(5 * MINUTE_MS);
    expect(ids(published)).toEqual(ids(provider.strikes));
    expect(ledger.windows.countGaps()).toBe(0);
    const backlog = provider.calls.map(({ window }) => window.toMs).filter((toMs) => toMs < START_MS - 5 * MINUTE_MS);
    expect(backlog).toEqual([...backlog].sort((a, b) => b - a));
    expect(backlog.length).toBeGreaterThan(5);
  });

  test('[FD5] is read back after an outage, newest first, and is owed meanwhile', async (feed) => {
    const { provider, time, published, ledger } = feed;
    await settled(feed);
    const outageMs = time.now();
    provider.overrideFor = () => FAILED;
    provider.strikes.push(...spread('unseen', 700, outageMs, 40 * MINUTE_MS));
    await time.pass(40 * MINUTE_MS);
    expect(published).toEqual([]);
    expect(ledger.windows.coveredToMs('home')).toBeLessThanOrEqual(time.now() - 8 * MINUTE_MS);
    expect(ledger.windows.countGaps()).toBeGreaterThan(0);
    provider.overrideFor = () => undefined;
    await time.pass(5 * MINUTE_MS);
    expect(ids(published)).toEqual(ids(provider.strikes));
    const atOf = (from: number, to: number) =>
      published.slice(from, to).reduce((sum, { atMs }) => sum + atMs / (to - from), 0);
    expect(atOf(0, 200)).toBeGreaterThan(atOf(500, 700));
  });

  test('[FD5] of a night is read back in some dozen calls, not in one for each poll that failed', async (feed) => {
    const { provider, time, published } = feed;
    await settled(feed);
    provider.overrideFor = () => FAILED;
    provider.strikes.push(...spread('night', 400, time.now(), 8 * HOUR_MS));
    await time.pass(8 * HOUR_MS);
    provider.overrideFor = () => undefined;
    provider.calls.length = 0;
    await time.pass(2 * MINUTE_MS);
    expect(ids(published)).toEqual(ids(provider.strikes));
    expect(provider.calls.filter(({ window }) => window.toMs < time.now() - 12 * MINUTE_MS).length).toBeLessThan(36);
  });

  test('[FD5][FD9] stays owed through the death of the Feed', async ({ provider, time, published, ledger, die }) => {
    provider.strikes.push(...spread('history', 400, START_MS - 23 * HOUR_MS, 22 * HOUR_MS));
    for (let deaths = 0; deaths < 12; deaths += 1) {
      await time.pass(3_300);
      die();
    }
    await time.pass(10 * MINUTE_MS);
    expect(ids(published)).toEqual(ids(provider.strikes));
    expect(ledger.windows.countGaps()).toBe(0);
  });
});

describe('who is polled', () => {
  test('[FD8] is home alone, or whoever a lease names, for its 90 s', async (feed) => {
    const { provider, time, ledger, engine } = feed;
    await settled(feed);
    const elsewhere = () => provider.calls.filter(({ window }) => window.bbox.east < 0).length;
    await time.pass(MINUTE_MS);
    expect(elsewhere()).toBe(0);
    ledger.leases.grant({ relay: 'relay:0', cells: { '4/7/6': 1 }, viewers: 1 }, time.now());
    engine().hasten();
    const atMs = time.now();
    provider.strikes.push({ id: 'azores', latitude: 38, longitude: -10, atMs, publishedMs: atMs });
    await time.pass(MINUTE_MS);
    expect(ids(feed.published)).toEqual(['azores']);
    await time.pass(15 * MINUTE_MS);
    provider.calls.length = 0;
    await time.pass(5 * MINUTE_MS);
    expect(elsewhere()).toBe(0);
    expect(provider.calls.length).toBeGreaterThan(5);
  });

  test('[FD5] brings the last hour of what lies around home when it is watched for the first time', async (feed) => {
    const { provider, time, ledger } = feed;
    await settled(feed);
    const atMs = START_MS - 0.8 * HOUR_MS;
    provider.strikes.push({ id: 'warsaw', latitude: 52.2, longitude: 21, atMs, publishedMs: atMs });
    await time.pass(MINUTE_MS);
    expect(ids(feed.published)).toEqual([]);
    ledger.leases.grant({ relay: 'relay:0', cells: { '4/8/5': 1 }, viewers: 1 }, time.now());
    await time.pass(MINUTE_MS);
    expect(ids(feed.published)).toEqual(['warsaw']);
  });
});

/** What of the last nine minutes was read again: polls end later, or are what is left of a minute, some seconds long. */
const isWatchRescan = ({ window, atMs }: FakeCall) =>
  window.toMs <= atMs - MINUTE_MS && window.fromMs >= atMs - 9 * MINUTE_MS && window.toMs - window.fromMs > 7_000;
/** The rescan each five minutes does not count, and ends where they may too. */
const isOfFive = ({ window, atMs }: FakeCall) =>
  window.toMs <= atMs - 5 * MINUTE_MS && window.toMs % (5 * MINUTE_MS) === 0;

const rescansOf = ({ provider }: RunningFeed) =>
  provider.calls.filter((call) => isWatchRescan(call) && !isOfFive(call));

function fall({ provider, time }: RunningFeed, name: string, lateMs = 2_000): void {
  const atMs = time.now();
  provider.strikes.push({ id: name, ...SOFIA, atMs, publishedMs: atMs + lateMs });
}

/** `perMinute` strikes each minute for `minutes`. */
const storm = (feed: RunningFeed, perMinute: number, minutes: number) =>
  fallOften(feed, perMinute * minutes, MINUTE_MS / perMinute, (index) => ({
    latitude: 35 + ((index * 7) % 120) / 10,
    longitude: 14 + ((index * 13) % 160) / 10,
  }));

describe('the last six minutes', () => {
  test('[FD18] are read again each minute, but the fifth, for 35 min after a strike, at one call; else never', async (feed) => {
    await settled(feed, 4);
    await feed.time.pass(10 * MINUTE_MS);
    expect(rescansOf(feed)).toEqual([]);
    fall(feed, 'a');
    await feed.time.pass(34 * MINUTE_MS);
    const during = rescansOf(feed).length;
    expect(during).toBeGreaterThanOrEqual(26);
    expect(during).toBeLessThanOrEqual(34);
    await feed.time.pass(3 * MINUTE_MS);
    const atEnd = rescansOf(feed).length;
    await feed.time.pass(20 * MINUTE_MS);
    expect(rescansOf(feed)).toHaveLength(atEnd);
  });

  test.plain.each([65_000, 90_000, 4 * MINUTE_MS])(
    '[FD18] bring a strike that is told %d ms late within three minutes of its being told',
    (lateMs) =>
      runFeed(async (feed) => {
        await settled(feed, 4);
        fall(feed, 'first');
        await feed.time.pass(2 * MINUTE_MS);
        for (let round = 0; round < 10; round += 1) {
          const fellMs = feed.time.now();
          fall(feed, `late-${round}`, lateMs);
          await feed.time.passUntil(fellMs + lateMs + 3 * MINUTE_MS);
          expect(feed.published.map(({ id }) => id)).toContain(`late-${round}`);
          await feed.time.pass(7_000);
        }
      }),
  );

  test('[FD18] wait while home owes anything: a gap is read first, and sweeps do not pile up', async (feed) => {
    await settled(feed, 4);
    fall(feed, 'a');
    await feed.time.pass(MINUTE_MS);
    const untilMs = feed.time.now() - 2 * MINUTE_MS;
    const backlog = { bbox: HOME, fromMs: untilMs - 3_600_000, toMs: untilMs - 1_800_000 };
    feed.ledger.windows.addBacklog(backlog, 'home', 'gap', feed.time.now());
    feed.provider.overrideFor = ({ window }) => (window.toMs < untilMs ? FAILED : undefined);
    feed.provider.calls.length = 0;
    await feed.time.pass(10 * MINUTE_MS);
    expect(rescansOf(feed)).toEqual([]);
  });

  test.plain.each([
    [20, 1],
    [200, 6],
    [1_000, 25],
  ])(
    '[FD18] of a storm of %d strikes a minute cost %d calls a minute at most, and no strike waits for them',
    (perMinute, most) =>
      runFeed(async (feed) => {
        await settled(feed, 4);
        storm(feed, perMinute, 20);
        let waiting = 0;
        for (let step = 0; step < 20; step += 1) {
          await feed.time.pass(MINUTE_MS);
          const due = feed.provider.strikes.filter(({ publishedMs }) => publishedMs <= feed.time.now() - 12_000);
          waiting = Math.max(waiting, due.length - feed.published.length);
        }
        const rescans = rescansOf(feed).length / 20;
        expect(waiting).toBeLessThanOrEqual(0);
        expect(rescans).toBeGreaterThan(0.5);
        expect(rescans).toBeLessThanOrEqual(most);
      }),
  );
});

const gaps = (times: readonly number[]) => times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));

const pausedFirst: FakeProvider['overrideFor'] = (_, number) =>
  number === 1 ? { kind: 'paused', reason: 'status 429', retryAfterMs: 30_000 } : undefined;

describe('an answer 429 stops every call for as long as it says', () => {
  const expectPause = ({ provider }: RunningFeed) => {
    const [first, second] = provider.calls;
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(30_000);
  };

  test('[FD7] to a poll', async (feed) => {
    await settled(feed);
    feed.provider.overrideFor = pausedFirst;
    feed.ledger.windows.addBacklog({ bbox: HOME, fromMs: 1, toMs: 2 }, 'home', 'gap', 1);
    await feed.time.pass(2 * MINUTE_MS);
    expectPause(feed);
    expect(feed.provider.calls.length).toBeGreaterThan(3);
  });

  test('[FD7] to a call for a shared strike', async (feed) => {
    await settled(feed);
    feed.provider.overrideFor = pausedFirst;
    const found = feed.engine().find('a', { atMs: feed.time.now(), latitude: 42, longitude: 23 });
    await feed.time.pass(60_000);
    expect(await found).toBe('busy');
    expectPause(feed);
  });
});

test('a call for a shared strike counts among the calls of the last minute', async (feed) => {
  await settled(feed);
  await feed.time.pass(MINUTE_MS);
  const found = feed.engine().find('a', { atMs: feed.time.now(), latitude: 42, longitude: 23 });
  await feed.time.pass(1_000);
  expect(await found).toBe('unknown');
  const nowMs = feed.time.now();
  const sent = feed.provider.calls.filter(({ atMs }) => atMs > nowMs - MINUTE_MS);
  expect(feed.engine().callsPerMinute(nowMs)).toBe(sent.length);
});

describe('the circuit', () => {
  test('[FD7] opens after three reads failed to the end, and then probes every 15 s at most', async (feed) => {
    await settled(feed);
    feed.provider.overrideFor = () => FAILED;
    await feed.time.pass(4 * MINUTE_MS);
    expect(feed.ledger.facts.read('breaker')?.state).toBe('open');
    feed.provider.calls.length = 0;
    await feed.time.pass(30 * MINUTE_MS);
    const times = feed.provider.calls.map(({ atMs }) => atMs);
    expect(times.length).toBeGreaterThanOrEqual(120);
    expect(times.length).toBeLessThanOrEqual(150);
    expect(Math.min(...gaps(times))).toBeGreaterThanOrEqual(12_000);
    expect(Math.max(...gaps(times))).toBeLessThanOrEqual(15_500);
  });

  for (const hangMs of [100, 10_000]) {
    test(`[FD7] announces that it opened and closed, and reads on within 16 s of the return of a provider that hung for ${hangMs} ms`, async (feed) => {
      await settled(feed);
      feed.announced.length = 0;
      feed.provider.overrideFor = () => FAILED;
      feed.provider.latencyMs = hangMs;
      await feed.time.pass(10 * MINUTE_MS);
      expect(feed.announced.length).toBeGreaterThan(0);
      feed.announced.length = 0;
      feed.provider.overrideFor = () => undefined;
      feed.provider.latencyMs = 100;
      const backMs = feed.time.now();
      await feed.time.pass(MINUTE_MS);
      const [closedMs = Number.POSITIVE_INFINITY] = feed.announced;
      expect(closedMs - backMs).toBeLessThanOrEqual(16_000);
      expect(feed.ledger.windows.countGaps()).toBe(0);
    });
  }

  test('[FD9] that was half-open when the Feed died is probed again, not waited for', async (feed) => {
    await settled(feed);
    feed.ledger.facts.write('breaker', { state: 'half-open', probes: 1 });
    feed.die();
    await feed.time.pass(40_000);
    expect(feed.ledger.facts.read('breaker')).toEqual({ state: 'closed', failures: 0 });
  });

  test('[FD7] hangs do not stop the calls that follow them', async (feed) => {
    await settled(feed);
    let number = 0;
    feed.provider.overrideFor = () => {
      number += 1;
      feed.provider.latencyMs = number % 3 === 0 ? 10_000 : 100;
      return number % 3 === 0 ? FAILED : undefined;
    };
    fallOften(feed, 200, 1_000, (_, atMs) => ({ publishedMs: atMs + 3_000 }));
    await feed.time.pass(6 * MINUTE_MS);
    expect(feed.published).toHaveLength(200);
    expect(feed.time.now() - (feed.ledger.facts.read('lastSuccessMs') ?? 0)).toBeLessThan(60_000);
  });
});

describe('a run of the engine', () => {
  test('[FD6] never sends two calls closer than its share, under a storm with a day to repair', async (feed) => {
    const { provider, time } = feed;
    fallOften(feed, 8_000, 1_000, (_, atMs) => ({ atMs: atMs - 7_200_000, publishedMs: atMs - 7_200_000 }));
    await time.pass(5 * MINUTE_MS);
    expect(provider.calls.length).toBeGreaterThan(100);
    expect(Math.min(...gaps(provider.calls.map(({ atMs }) => atMs)))).toBeGreaterThanOrEqual(500);
  });

  test(
    'comes to rest after its ten minutes, however much is left to do and however slow the provider',
    async (feed) => {
      const { provider, time, runs } = feed;
      provider.latencyMs = 900;
      fallOften(feed, 1_000, 1_000, (_, atMs) => ({ publishedMs: atMs }));
      await time.pass(9 * MINUTE_MS);
      expect(runs()).toBe(0);
      await time.pass(2 * MINUTE_MS);
      expect(runs()).toBe(1);
      expect(provider.calls.length).toBeGreaterThan(600);
    },
    { pollIntervalMs: 250 },
  );

  test('does next to nothing while the sky is quiet: no loop without waiting', async (feed) => {
    await settled(feed);
    await feed.time.pass(12 * MINUTE_MS);
    feed.provider.calls.length = 0;
    const before = feed.runs();
    await feed.time.pass(10 * MINUTE_MS);
    expect(feed.provider.calls.length).toBeLessThanOrEqual(24);
    expect(feed.runs() - before).toBeLessThanOrEqual(60);
  });
});

/** The same sky as two networks report it: other ids, a millisecond and some kilometres apart. */
function notifyBoth(primary: FakeProvider, backup: FakeProvider, fromMs: number, minutes: number): void {
  for (let minute = 0; minute < minutes * 4; minute += 1) {
    const atMs = fromMs + minute * 15_000;
    const strike = { id: `s${atMs}`, latitude: 42 + (minute % 7) / 10, longitude: 23, atMs, publishedMs: atMs + 4_000 };
    primary.strikes.push(strike);
    backup.strikes.push({ ...strike, id: `other${atMs}`, atMs: atMs + 1, latitude: strike.latitude + 0.03 });
  }
}

interface Story extends RunningFeed {
  readonly backup: FakeProvider;
}

async function runBoth(story: (feed: Story) => Promise<void>): Promise<void> {
  const named = (name: string, source: FakeProvider): WindowSource => ({
    way: 'windows',
    traits: { ...source.traits, name },
    list: (window) => source.list(window),
  });
  let backup: FakeProvider;
  await runFeed(
    (feed) => story({ ...feed, backup }),
    ({ ledger, provider, time }) => {
      backup = new FakeProvider(time);
      const sources = { primary: named('provider', provider), backup: named('table', backup) };
      return { provider: new FailoverSource({ ledger, ...sources, home: HOME, clock: time, log: () => {} }) };
    },
  );
}

const active = ({ ledger }: RunningFeed) => ledger.facts.read('failover').active;
const minuteOf = ({ atMs }: Strike) => Math.floor((atMs - START_MS) / 15_000);

describe('a backup of the same kind', () => {
  test.plain(
    '[FD21] steps in when the primary fails, and hands back after ten good minutes: each discharge is told once',
    () =>
      runBoth(async (feed) => {
        const { provider, backup, time, published } = feed;
        notifyBoth(provider, backup, START_MS, 60);
        await time.pass(10 * MINUTE_MS);
        expect(active(feed)).toBe('primary');
        provider.overrideFor = () => FAILED;
        await time.pass(MINUTE_MS);
        expect(active(feed)).toBe('backup');
        await time.pass(9 * MINUTE_MS);
        provider.overrideFor = () => undefined;
        await time.pass(9 * MINUTE_MS);
        expect(active(feed)).toBe('backup');
        await time.pass(3 * MINUTE_MS);
        expect(active(feed)).toBe('primary');
        await time.pass(10 * MINUTE_MS);
        const reported = published.map(minuteOf);
        const due = Math.floor((time.now() - MINUTE_MS - START_MS) / 15_000);
        expect(new Set(reported).size).toBe(reported.length);
        expect(Array.from({ length: due }, (_, index) => index).filter((index) => !reported.includes(index))).toEqual(
          [],
        );
        expect(published.some(({ id }) => id.startsWith('table:'))).toBe(true);
        expect(published.at(-1)?.id).toMatch(/^provider:/);
      }),
  );

  test.plain('a backup that does not answer does not step in, and the watermark never runs back', () =>
    runBoth(async (feed) => {
      const { provider, backup, time, ledger } = feed;
      notifyBoth(provider, backup, START_MS, 30);
      backup.overrideFor = () => FAILED;
      await time.pass(5 * MINUTE_MS);
      const before = ledger.facts.read('watermarkMs') ?? 0;
      provider.overrideFor = () => FAILED;
      await time.pass(5 * MINUTE_MS);
      expect(active(feed)).toBe('primary');
      backup.overrideFor = () => undefined;
      await time.pass(5 * MINUTE_MS);
      expect(active(feed)).toBe('backup');
      expect(ledger.facts.read('watermarkMs')).toBeGreaterThan(before);
    }),
  );

  test.plain('is asked once in 30 seconds while it does not read', () =>
    runBoth(async ({ backup, time }) => {
      await time.pass(10 * MINUTE_MS);
      expect(backup.calls.length).toBeGreaterThanOrEqual(15);
      expect(backup.calls.length).toBeLessThanOrEqual(21);
    }),
  );
});
