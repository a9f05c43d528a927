import { describe, expect } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { type NumberedStrike, type Strike, strikesAt } from '#shared/strike.ts';
import { START_MS } from '#tests/ledgers/runFeed.ts';
import { ledgerTest as test } from '#tests/ledgers/testEnv.ts';
import { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import { ArchiveDrain, recoverLedger } from '#worker/feed/ArchiveDrain.ts';
import { cellsOfLeases, type FeedLedger, LeaseLedger } from '#worker/feed/ledger.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const HOUR_MS = 3_600_000;
const NEVER_TIMELY = Number.POSITIVE_INFINITY;

const strike = (id: string, atMs = NOW_MS): Strike => ({ id, latitude: 42.697_712, longitude: 23.321_987, atMs });

describe('numbers', () => {
  test('[FD4] are dense, given in order of time within an answer, and given once', ({ strikes }) => {
    const first = strikes.number([strike('b', NOW_MS), strike('a', NOW_MS - 5)], NOW_MS, NEVER_TIMELY);
    expect(first.map(({ id, ordinal }) => [id, ordinal])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    const second = strikes.number([strike('a'), strike('c'), strike('b'), strike('c')], NOW_MS, NEVER_TIMELY);
    expect(second).toEqual([{ ...strike('c'), ordinal: 3 }]);
    expect(strikes.number([strike('c')], NOW_MS, NEVER_TIMELY)).toEqual([]);
    expect(strikes.number([], NOW_MS, NEVER_TIMELY)).toEqual([]);
    expect(strikes.seq).toBe(3);
  });

  test('[FD4] hold for ids of every kind that the provider may send', ({ strikes }) => {
    const ids = [
      '1',
      '01',
      '1.0',
      'null',
      '\u00e9',
      'e\u0301',
      '😀',
      "'; DROP TABLE strike;--",
      '"',
      '\\',
      ' a',
      'a ',
      '[1]',
    ];
    const all = ids.map((id) => strike(id));
    const numberedStrikes = strikes.number(all, NOW_MS, NEVER_TIMELY);
    expect(numberedStrikes.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(strikes.number(all, NOW_MS, NEVER_TIMELY)).toEqual([]);
    expect(strikesAt(strikes.after(0, 100)).map(({ id }) => id)).toEqual(numberedStrikes.map(({ id }) => id));
  });

  test('come back in order and in pages, with exact positions', ({ strikes }) => {
    strikes.number([strike('a'), strike('b'), strike('c')], NOW_MS, NEVER_TIMELY);
    expect(strikesAt(strikes.after(1, 1))).toEqual([{ ...strike('b'), ordinal: 2 }]);
    expect(strikesAt(strikes.after(3, 10))).toEqual([]);
  });

  test('[CU2] a ring of a quarter of an hour begins before the first strike seen since', ({ strikes }) => {
    expect(strikes.seqSeenBefore(NOW_MS)).toBe(0);
    strikes.number([strike('a'), strike('b')], NOW_MS - HOUR_MS, NEVER_TIMELY);
    strikes.number([strike('c')], NOW_MS, NEVER_TIMELY);
    expect(strikes.seqSeenBefore(NOW_MS - 900_000)).toBe(2);
    expect(strikes.seqSeenBefore(NOW_MS - 2 * HOUR_MS)).toBe(0);
  });

  test('[FD10] are forgotten after 26 hours, except what the archive has not got', ({ strikes, facts }) => {
    const old = NOW_MS - 27 * HOUR_MS;
    strikes.number([strike('archived', old)], old, NEVER_TIMELY);
    strikes.number([strike('waiting', old), strike('new')], NOW_MS, NEVER_TIMELY);
    facts.write('archivedSeq', 1);
    strikes.prune(NOW_MS);
    expect(strikesAt(strikes.after(0, 9)).map(({ id }) => id)).toEqual(['waiting', 'new']);
    expect(strikes.seq).toBe(3);
    expect(strikes.seqSeenBefore(0)).toBe(1);
  });

  test('say how late strikes are, leaving out the ones that a repair brought', ({ strikes }) => {
    strikes.number([strike('repaired', NOW_MS - HOUR_MS)], NOW_MS, NEVER_TIMELY);
    strikes.number([strike('a', NOW_MS - 4_000), strike('ahead', NOW_MS + 100)], NOW_MS, NOW_MS - 60_000);
    expect(strikes.recentDelaysMs(10).sort((a, b) => a - b)).toEqual([0, 4_000]);
    expect(strikes.newestAtMs(NOW_MS)).toBe(NOW_MS - 4_000);
    expect(strikes.newestAtMs(NOW_MS + 100)).toBe(NOW_MS + 100);
  });

  test('count and find the strikes of a box', ({ strikes }) => {
    const times = [5, 4, 3, 2, 1].map((ago) => NOW_MS - ago * 1_000);
    const fallen = [...times.map((atMs, index) => strike(`${index}`, atMs)), { ...strike('away'), latitude: 60 }];
    strikes.number(fallen, NOW_MS, NEVER_TIMELY);
    expect(strikes.timesWithin(HOME, { fromMs: NOW_MS - 4_000, toMs: NOW_MS - 1_000 })).toEqual(times.slice(1, 4));
    expect(strikes.countWithin(HOME, { fromMs: 0, toMs: NOW_MS + 1 })).toBe(5);
    expect(strikes.nthNewestAtMs(HOME, { fromMs: 0, toMs: NOW_MS + 1 }, 2)).toBe(NOW_MS - 2_000);
    expect(strikes.nthNewestAtMs(HOME, { fromMs: 0, toMs: NOW_MS + 1 }, 6)).toBeUndefined();
  });

  test('a transaction that fails leaves none behind', (ledger) => {
    expect(() =>
      ledger.transaction(() => {
        ledger.strikes.number([strike('a')], NOW_MS, NEVER_TIMELY);
        throw new Error('in the middle');
      }),
    ).toThrow('in the middle');
    expect(ledger.strikes.seq).toBe(0);
    expect(strikesAt(ledger.strikes.after(0, 9))).toEqual([]);
  });
});

describe('a Feed that lost its memory', () => {
  const archived = (ordinal: number, atMs: number): NumberedStrike => ({ ...strike(`${ordinal}`, atMs), ordinal });
  const historyOf = (all: readonly NumberedStrike[]) => ({
    seq: async () => all.length,
    record: async () => ({ completeToMs: null, gaps: [], lastSuccessMs: null, cause: null }),
    numberedBefore: async (before: number, limit: number) =>
      all
        .filter(({ ordinal }) => ordinal < before)
        .reverse()
        .slice(0, limit),
  });

  test('[FD4] learns its numbers from the archive: no number twice, no strike twice', async (ledger) => {
    const all = Array.from({ length: 5_000 }, (_, index) => archived(index + 1, NOW_MS - 5_000_000 + index * 1_000));
    await recoverLedger(ledger, historyOf(all), NOW_MS);
    expect(ledger.strikes.seq).toBe(5_000);
    expect(ledger.facts.read('archivedSeq')).toBe(5_000);
    const again = ledger.strikes.number([strike('1'), strike('5000'), strike('new')], NOW_MS, NEVER_TIMELY);
    expect(again.map(({ id, ordinal }) => [id, ordinal])).toEqual([['new', 5_001]]);
  });

  test('[FD4] goes on from the archive’s seq even where all its strikes are long past', async (ledger) => {
    await recoverLedger(ledger, historyOf([archived(1, NOW_MS - 90 * 24 * HOUR_MS)]), NOW_MS);
    expect(ledger.strikes.seq).toBe(1);
    expect(strikesAt(ledger.strikes.after(0, 9))).toEqual([]);
  });

  test('is not touched while it remembers anything, and stays empty when the archive is away', async (ledger) => {
    const away = { ...historyOf([]), seq: () => Promise.reject(new Error('away')) };
    await expect(recoverLedger(ledger, away, NOW_MS)).rejects.toThrow('away');
    expect(ledger.facts.read('seq')).toBeUndefined();
    ledger.strikes.number([strike('a')], NOW_MS, NEVER_TIMELY);
    await recoverLedger(ledger, away, NOW_MS);
    expect(ledger.strikes.seq).toBe(1);
  });
});

describe('leases', () => {
  test('[FD8] name cells for 90 s', ({ leases }) => {
    leases.grant({ relay: 'relay:1', cells: { '4/9/5': 2, '4/9/6': 1 }, viewers: 3 }, NOW_MS);
    leases.grant({ relay: 'relay:0', cells: { '4/9/5': 1 }, viewers: 1 }, NOW_MS + 1_000);
    expect(cellsOfLeases(leases.current(NOW_MS + 89_999))).toEqual({ '4/9/5': 3, '4/9/6': 1 });
    expect(leases.current(NOW_MS + 90_000).map(({ relay }) => relay)).toEqual(['relay:0']);
    leases.end('relay:0');
    expect(leases.current(NOW_MS + 90_000)).toEqual([]);
  });
});

describe('the rows of leases', () => {
  test('[FD9] are written for other cells, and for the same ones when they have grown old; a new ledger finds them', ({
    leases,
  }, storage) => {
    const row = () => storage.sql.exec('SELECT cells, expires_ms - ? AS goodMs FROM lease', NOW_MS).one();
    const renew = (atMs: number, cells: Record<string, number>, viewers = 3) =>
      leases.grant({ relay: 'relay:0', cells, viewers }, NOW_MS + atMs);
    renew(0, { '4/9/5': 3 });
    renew(44_000, { '4/9/5': 700 }, 700);
    expect(row()).toEqual({ cells: '{"4/9/5":3}', goodMs: 90_000 });
    expect(leases.current(NOW_MS + 130_000)).toEqual([{ relay: 'relay:0', cells: { '4/9/5': 700 }, viewers: 700 }]);
    renew(45_000, { '4/9/5': 2 });
    expect(row()).toEqual({ cells: '{"4/9/5":2}', goodMs: 135_000 });
    renew(46_000, { '4/9/5': 2, '4/9/6': 1 });
    expect(row()).toEqual({ cells: '{"4/9/5":2,"4/9/6":1}', goodMs: 136_000 });
    const reborn = new LeaseLedger(storage.sql);
    expect(reborn.current(NOW_MS + 135_999)).toEqual([
      { relay: 'relay:0', cells: { '4/9/5': 2, '4/9/6': 1 }, viewers: 3 },
    ]);
    expect(reborn.current(NOW_MS + 136_000)).toEqual([]);
    expect(storage.sql.exec('SELECT * FROM lease').toArray()).toEqual([]);
  });

  test('[FD8] tell whether a cell is new, to whomever it was leased before', ({ leases }) => {
    const grant = (relay: string, names: readonly string[], atMs: number) => {
      const cells = Object.fromEntries(names.map((name) => [name, 1]));
      return leases.grant({ relay, cells, viewers: 1 }, NOW_MS + atMs);
    };
    expect(grant('relay:0', ['4/9/5'], 0)).toBe(true);
    expect(grant('relay:0', ['4/9/5'], 1)).toBe(false);
    expect(grant('relay:1', ['4/9/5'], 2)).toBe(false);
    expect(grant('relay:1', ['4/9/5', '4/9/6'], 3)).toBe(true);
    expect(grant('relay:2', ['4/9/6'], 100_000)).toBe(true);
  });
});

describe('owed windows', () => {
  const window = (fromMs: number, toMs: number) => ({ bbox: HOME, fromMs, toMs });

  test('[FD5] of home are read newest first, sweeps too, leaving out those under way, resting or of others', ({
    windows,
  }) => {
    windows.addBacklog(window(5_000, 6_000), '4/7/5', 'gap', NOW_MS);
    const rescan = windows.addBacklog(window(150, 160), 'home', 'sweep', NOW_MS);
    const older = windows.addBacklog(window(0, 100), 'home', 'gap', NOW_MS);
    const newer = windows.addBacklog(window(100, 200), 'home', 'gap', NOW_MS);
    const resting = windows.addBacklog(window(200, 300), 'home', 'gap', NOW_MS, NOW_MS + 1);
    const next = (underWay: number[], nowMs = NOW_MS) => windows.nextInBacklog(['home'], nowMs, underWay)?.id;
    expect([next([]), next([newer]), next([newer, rescan]), next([newer, older, rescan])]).toEqual([
      newer,
      rescan,
      older,
      undefined,
    ]);
    expect(next([], NOW_MS + 1)).toBe(resting);
    expect(windows.nextBacklogMs('home', [newer, older, rescan])).toBe(NOW_MS + 1);
    expect(windows.nextBacklogMs('home', [newer, older, rescan, resting])).toBe(Number.POSITIVE_INFINITY);
    expect(windows.countGaps()).toBe(4);
  });

  test('[FD8] of a region that nobody watches any more are forgotten, with its mark', ({ windows }) => {
    for (const region of ['home', 'margin', '4/7/5']) {
      windows.addBacklog(window(0, 100), region, 'gap', NOW_MS);
      windows.cover(region, 100);
    }
    windows.cover('4/6/5', 100);
    windows.retainOnly(['home', 'margin']);
    expect(windows.countGaps()).toBe(2);
    expect(['home', 'margin', '4/7/5', '4/6/5'].map((key) => windows.coveredToMs(key))).toEqual([
      100,
      100,
      undefined,
      100,
    ]);
  });

  test('[FD5] of one box are joined where they touch, but not across a hole, a rest or a call under way', ({
    windows,
  }) => {
    const addBacklog = (fromMs: number, toMs: number, notBeforeMs = 0) =>
      windows.addBacklog(window(fromMs, toMs), 'home', 'gap', NOW_MS, notBeforeMs);
    const [newest] = [addBacklog(900, 1_000), addBacklog(850, 900), addBacklog(700, 860), addBacklog(500, 600)];
    addBacklog(600, 700, NOW_MS + 1);
    const next = windows.nextInBacklog(['home'], NOW_MS, []);
    expect(next && windows.joined(next, NOW_MS, [])).toMatchObject({ id: newest, fromMs: 700, toMs: 1_000 });
    expect(windows.countGaps()).toBe(3);
    expect(windows.nextInBacklog(['home'], NOW_MS, [])).toMatchObject({ id: newest, fromMs: 700, toMs: 1_000 });
  });

  test('[FD2] keep their edges when a part is read, deferred or given up', ({ windows }) => {
    const id = windows.addBacklog(window(0.4, 1_000.2), 'home', 'gap', NOW_MS);
    expect(windows.nextInBacklog(['home'], NOW_MS, [])).toMatchObject({ fromMs: 0, toMs: 1_001, failures: 0 });
    windows.shortenBacklog(id, 600);
    windows.deferBacklog(id, NOW_MS + 5, 2);
    expect(windows.nextInBacklog(['home'], NOW_MS, [])).toBeUndefined();
    expect(windows.nextInBacklog(['home'], NOW_MS + 5, [])).toMatchObject({ id, toMs: 600, failures: 2, bbox: HOME });
    expect(windows.giveUpBefore(599, 500, 'margin')).toEqual([]);
    expect(windows.gapSpans('home')).toEqual([[500, 600]]);
    expect(windows.giveUpBefore(599, 510, 'home')).toEqual([[500, 510]]);
    expect(windows.giveUpBefore(600, 510, 'home')).toEqual([[510, 600]]);
    expect(windows.countGaps()).toBe(0);
  });

  test('of the last minutes that stay owed make the feed late; sweeps and old gaps do not', ({ windows }) => {
    windows.addBacklog(window(0, NOW_MS), 'home', 'sweep', 0);
    windows.addBacklog(window(0, 10), 'home', 'gap', 0);
    windows.addBacklog(window(0, NOW_MS), '4/0/0', 'gap', 0);
    expect(windows.hasRecentGap('home', NOW_MS - 1_000, NOW_MS)).toBe(false);
    windows.addBacklog(window(0, NOW_MS), 'home', 'gap', NOW_MS - 5);
    expect(windows.hasRecentGap('home', NOW_MS - 1_000, NOW_MS - 5)).toBe(false);
    expect(windows.hasRecentGap('home', NOW_MS - 1_000, NOW_MS)).toBe(true);
  });
});

function fill(ledger: FeedLedger, first: number, count: number): void {
  const strikes = Array.from({ length: count }, (_, index) => ({
    id: `s${first + index}`,
    latitude: 42,
    longitude: 23,
    atMs: START_MS + first + index,
  }));
  ledger.transaction(() => ledger.strikes.number(strikes, START_MS, 0));
}

/** An archive that notes what it is given, or fails. */
function noting() {
  const batches: { ordinals: number[]; seq: number }[] = [];
  const archive = {
    away: false,
    async insert(strikes: readonly NumberedStrike[], seq: number) {
      if (archive.away) throw new Error('no such table');
      batches.push({ ordinals: strikes.map(({ ordinal }) => ordinal), seq });
    },
  };
  return { archive, batches };
}

describe('the drain', () => {
  test('[FD10] brings everything numbered into the archive, in order, a thousand at a time, and once', async (ledger) => {
    const { archive, batches } = noting();
    const drain = new ArchiveDrain(ledger, archive, new VirtualTime(START_MS), () => {});
    fill(ledger, 1, 2_500);
    await drain.run();
    await drain.run();
    expect(batches.map(({ ordinals, seq }) => [ordinals.length, seq])).toEqual([
      [1_000, 1_000],
      [1_000, 2_000],
      [500, 2_500],
    ]);
    expect(batches.flatMap(({ ordinals }) => ordinals)).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1));
    expect(ledger.facts.read('archivedSeq')).toBe(2_500);
    expect(drain.dueMs()).toBeUndefined();
  });

  test('[FD10] waits longer after each failure, up to half a minute, and loses nothing', async (ledger) => {
    const time = new VirtualTime(START_MS);
    const { archive, batches } = noting();
    const drain = new ArchiveDrain(ledger, archive, time, () => {});
    archive.away = true;
    fill(ledger, 1, 3);
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure += 1) {
      await drain.run();
      waits.push((drain.dueMs() ?? 0) - time.now());
      await time.passUntil(drain.dueMs() ?? 0);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    archive.away = false;
    fill(ledger, 4, 2);
    await drain.run();
    expect(batches).toEqual([{ ordinals: [1, 2, 3, 4, 5], seq: 5 }]);
  });

  test('is not hurried by new strikes while the archive is away, nor run twice at a time', async (ledger) => {
    const time = new VirtualTime(START_MS);
    let requestCount = 0;
    let result = () => {};
    const slow = {
      insert: () => {
        requestCount += 1;
        return new Promise<void>((resolve) => {
          result = resolve;
        });
      },
    };
    const drain = new ArchiveDrain(ledger, slow, time, () => {});
    fill(ledger, 1, 1);
    const runs = [drain.run(), drain.run()];
    expect(requestCount).toBe(1);
    expect(drain.dueMs()).toBeUndefined();
    result();
    await Promise.all(runs);
    expect(ledger.facts.read('archivedSeq')).toBe(1);
  });
});
