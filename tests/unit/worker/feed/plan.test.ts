import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as bbox, bboxContains, HOME_BOX as home } from '#shared/geo/BBox.ts';
import { regionOfCell } from '#shared/geo/regions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#shared/time.ts';
import { pairs } from '#tests/support/pairs.ts';
import {
  type Breaker,
  breakerAfterCall,
  breakerAfterFailure,
  breakerAfterSuccess,
  breakerOpensAtMs,
  breakerWithoutProbe,
  CLOSED_BREAKER,
  gapsOfFiles,
  liveWithinMs,
  newOfFile,
  overlapMs,
  pauseCalls,
  planPoll,
  planRegions,
  planWindows,
  pollIntervalMs,
  probeTimeoutMs,
  repairLimitMs,
  reportsMore,
  spendCall,
  splitWindow,
  targetStrikes,
} from '#worker/feed/plan.ts';

describe('pace', () => {
  const NOW_MS = 1_000_000;
  const fail = (breaker: Breaker, random = 0.5, denied = false) => breakerAfterFailure(breaker, NOW_MS, random, denied);

  describe('the circuit to the provider', () => {
    test('[FD7] opens at the third failure in a row, and probes 5, 10 and then every 15 s after the last call', () => {
      const second = fail(fail(CLOSED_BREAKER));
      expect(second).toEqual({ state: 'closed', failures: 2 });
      let breaker = fail(second, 0);
      const waits: number[] = [];
      for (let probe = 0; probe < 5; probe += 1) {
        waits.push((breakerOpensAtMs(breaker, NOW_MS) ?? 0) - NOW_MS);
        breaker = fail(breakerAfterCall(breaker), 0);
      }
      expect(waits).toEqual([5_000, 10_000, 15_000, 15_000, 15_000]);
    });

    test('[FD7] draws waits up to a fifth shorter, never longer', () => {
      const open = fail(CLOSED_BREAKER, 0, true);
      expect(fail(CLOSED_BREAKER, 0.999_999, true)).toEqual({ ...open, probeAtMs: NOW_MS + 4_000 });
      expect(fail(CLOSED_BREAKER, 0.5, true)).toEqual({ ...open, probeAtMs: NOW_MS + 4_500 });
    });

    test('gives the first two probes 5 s, and later ones as long as any call', () => {
      const probing = (probes: number) => probeTimeoutMs({ state: 'half-open', probes });
      expect([1, 2, 3, 9].map(probing)).toEqual([5_000, 5_000, undefined, undefined]);
      expect(probeTimeoutMs(CLOSED_BREAKER)).toBeUndefined();
    });

    test('[FD7] lets one probe through: half-open until it returns, then open again or closed', () => {
      const open: Breaker = { state: 'open', probeAtMs: NOW_MS, probes: 0 };
      expect(breakerOpensAtMs(open, NOW_MS)).toBe(NOW_MS);
      const probing = breakerAfterCall(open);
      expect(probing).toEqual({ state: 'half-open', probes: 1 });
      expect(breakerOpensAtMs(probing, NOW_MS)).toBeUndefined();
      expect(fail(probing, 0)).toEqual({ state: 'open', probeAtMs: NOW_MS + 10_000, probes: 1 });
      expect(breakerWithoutProbe(probing, NOW_MS)).toEqual({ state: 'open', probeAtMs: NOW_MS, probes: 1 });
      expect(breakerAfterSuccess()).toEqual(CLOSED_BREAKER);
      expect(breakerAfterCall(CLOSED_BREAKER)).toEqual(CLOSED_BREAKER);
      expect(breakerOpensAtMs(CLOSED_BREAKER, NOW_MS)).toBe(NOW_MS);
    });
  });

  describe('the budget of calls', () => {
    test('[FD6] never lets more than its share out in any second, however calls crowd', () => {
      const waits = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 20, maxLength: 80 });
      fc.assert(
        fc.property(waits, fc.integer({ min: 1, max: 20 }), (idleMs, maxRps) => {
          let budget = { nextCallMs: 0 };
          let nowMs = 0;
          const sentMs = idleMs.map((idle) => {
            nowMs = Math.max(nowMs + idle, budget.nextCallMs);
            budget = spendCall(budget, nowMs, maxRps);
            return nowMs;
          });
          for (const atMs of sentMs) {
            const inSecond = sentMs.filter((other) => other >= atMs && other < atMs + 1_000).length;
            expect(inSecond).toBeLessThanOrEqual(maxRps);
          }
        }),
      );
    });

    test('[FD7] stands still for as long as the provider asks, and never gets shorter by it', () => {
      expect(pauseCalls({ nextCallMs: 5_500 }, 5_000, 30_000)).toEqual({ nextCallMs: 35_000 });
      expect(pauseCalls({ nextCallMs: 90_000 }, 5_000, 30_000)).toEqual({ nextCallMs: 90_000 });
    });
  });
});

describe('plan files', () => {
  const at = (minutes: number) => minutes * MINUTE_MS;
  const minutes = (text: string) => pairs(text).map(([from, to]): Span => [at(from), at(to)]);
  const file = { fromMs: at(10), toMs: at(20) };

  describe('a file is read if it holds time that no other held', () => {
    test.each([
      ['nothing was read', [], true],
      ['its neighbours were', minutes('0,10 20,30'), true],
      ['it was, or another version of the same time', [[at(10), at(20)]], false],
      ['its second half was', [[at(15), at(20)]], true],
      ['both halves were', minutes('10,15 15,20'), false],
      ['all but the second in which files join was', [[at(10) + 1_500, at(20)]], false],
    ] as const)('%s', (_, read, isRequested) => {
      expect(reportsMore(file, read)).toBe(isRequested);
    });
  });

  describe('of a file are told', () => {
    const flashes = [at(10) - 3_000, at(10), at(14), at(15) - 3_000, at(15), at(19), at(20)].map((atMs) => ({ atMs }));
    const report = (read: Parameters<typeof newOfFile>[2]) => newOfFile(flashes, file, read).map(({ atMs }) => atMs);

    test('all its flashes, where it only joins what was read: some begin before the file', () => {
      expect(report([[at(0), at(10)]])).toEqual(flashes.map(({ atMs }) => atMs));
      expect(report([[at(0), at(10) + 5_000]])).toHaveLength(flashes.length);
    });

    test('those alone that another file of the same slot cannot have told', () => {
      expect(report([[at(15), at(20)]])).toEqual([at(10) - 3_000, at(10), at(14), at(20)]);
      expect(report([[at(10), at(15)]])).toEqual([at(15), at(19), at(20)]);
    });
  });

  describe('what files leave out', () => {
    const gap = [at(10), at(20)] as const;
    const read = minutes('0,10 20,40');

    test('is owed until it is waited for no more, and settled then: it is not looked at again', () => {
      expect(gapsOfFiles(read, 0, at(19))).toEqual({ readToMs: at(40), backlog: [gap], lost: [], settledMs: at(10) });
      expect(gapsOfFiles(read, 0, at(20))).toEqual({ readToMs: at(40), backlog: [], lost: [gap], settledMs: at(20) });
      const settled = { readToMs: at(40), backlog: [], lost: [], settledMs: at(20) };
      expect(gapsOfFiles(read.slice(1), at(20), at(20))).toEqual(settled);
    });

    test('is unknown while nothing was read', () => {
      expect(gapsOfFiles([], at(5), at(30))).toEqual({ readToMs: undefined, backlog: [], lost: [], settledMs: at(5) });
    });
  });
});

describe('plan poll', () => {
  const NOW_MS = Date.UTC(2026, 6, 1, 12);
  const NOW = { earliestMs: NOW_MS, latestMs: NOW_MS };
  const OVERLAP_MS = overlapMs(45_000);

  describe('a poll', () => {
    test('[FD3] reads the last 60 s before the mark again', () => {
      expect(planPoll(NOW_MS - 5_000, NOW, OVERLAP_MS)).toEqual({
        span: { fromMs: NOW_MS - 65_000, toMs: NOW_MS + 2_000 },
        gap: undefined,
        coveredToMs: NOW_MS,
      });
    });

    test('reads further back again where the source tells later, as far as a poll reaches', () => {
      expect([1_000, 5 * MINUTE_MS, HOUR_MS].map(overlapMs)).toEqual([MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS]);
    });

    test('owes nothing while it keeps up, however late the source tells', () => {
      const overlap = overlapMs(HOUR_MS);
      const { span, gap } = planPoll(NOW_MS - 9 * MINUTE_MS, NOW, overlap);
      expect(gap).toBeUndefined();
      expect(span.fromMs).toBe(NOW_MS - 19 * MINUTE_MS);
      expect(planPoll(NOW_MS - 9 * MINUTE_MS - 1, NOW, overlap).gap).toMatchObject({ toMs: span.fromMs });
    });

    test('[FD5] after an outage owes what lies further back than ten minutes', () => {
      const { span, gap } = planPoll(NOW_MS - 3 * HOUR_MS, NOW, OVERLAP_MS);
      expect(span.fromMs).toBe(NOW_MS - 10 * MINUTE_MS);
      expect(gap).toEqual({ fromMs: NOW_MS - 181 * MINUTE_MS, toMs: NOW_MS - 10 * MINUTE_MS });
    });

    test('[FD5] goes back a day and no further, for an old mark and for none', () => {
      for (const mark of [undefined, 0, NOW_MS - 30 * DAY_MS]) {
        expect(planPoll(mark, NOW, OVERLAP_MS).gap).toEqual({ fromMs: NOW_MS - DAY_MS, toMs: NOW_MS - 10 * MINUTE_MS });
      }
    });

    test('[FD8] of a region that is not home goes back an hour', () => {
      expect(planPoll(undefined, NOW, OVERLAP_MS, HOUR_MS).gap?.fromMs).toBe(NOW_MS - HOUR_MS);
      expect(['home', 'margin', '4/7/5'].map(repairLimitMs)).toEqual([DAY_MS, HOUR_MS, HOUR_MS]);
    });

    test('reaches over both instants where the provider’s clock is in doubt', () => {
      const inDoubt = { earliestMs: NOW_MS, latestMs: NOW_MS + 14 * MINUTE_MS };
      const { span, coveredToMs } = planPoll(NOW_MS - 5_000, inDoubt, OVERLAP_MS);
      expect(span).toEqual({ fromMs: NOW_MS - 65_000, toMs: NOW_MS + 14 * MINUTE_MS + 2_000 });
      expect(coveredToMs).toBe(NOW_MS);
    });

    test('takes a mark in the future, left by a clock that jumped, for now', () => {
      expect(planPoll(NOW_MS + DAY_MS, NOW, OVERLAP_MS)).toEqual(planPoll(NOW_MS, NOW, OVERLAP_MS));
    });

    test('[FD2] leaves nothing between mark, gap and span', () =>
      fc.assert(
        fc.property(fc.integer({ min: -2 * DAY_MS, max: DAY_MS }), (offsetMs) => {
          const markMs = NOW_MS + offsetMs;
          const { span, gap, coveredToMs } = planPoll(markMs, NOW, OVERLAP_MS);
          expect(coveredToMs).toBeLessThanOrEqual(span.toMs);
          if (gap) expect(gap.toMs).toBe(span.fromMs);
          const reachesBackTo = Math.max(Math.min(markMs, NOW_MS) - MINUTE_MS, NOW_MS - DAY_MS);
          expect((gap ?? span).fromMs).toBe(reachesBackTo);
        }),
      ));
  });

  test.each([
    [5_000, 0, 5_000],
    [5_000, 120_000, 5_000],
    [5_000, 120_001, 15_000],
    [5_000, 600_000, 15_000],
    [5_000, 600_001, 30_000],
    [5_000, undefined, 30_000],
    [60_000, 600_001, 60_000],
  ])('a region polled every %s ms while busy, last struck %s ms ago, is polled every %s ms', (busy, ago, every) => {
    expect(pollIntervalMs(busy, ago === undefined ? undefined : 1e9 - ago, 1e9)).toBe(every);
  });
});

describe('plan regions', () => {
  const coverage = { west: -15, south: 30, east: 45, north: 62 };
  const areas = { home, coverage };

  describe('the regions to poll', () => {
    test('[FD8] are home alone when nobody watches', () => {
      expect(planRegions(areas, {})).toEqual({ home: { key: 'home', bbox: home }, onDemand: [] });
    });

    test('[FD8] leave home as it is set, whatever is watched, and read what lies around it as one ring', () => {
      const { home: polled, onDemand } = planRegions(areas, { '4/9/5': 1, '4/8/6': 4 });
      expect(polled).toEqual({ key: 'home', bbox: home });
      expect(onDemand).toHaveLength(1);
      expect(onDemand[0]).toMatchObject({ key: 'margin', without: home, bbox: { west: 0, east: 45, south: 30 } });
      expect(onDemand[0]?.bbox.north).toBeCloseTo(55.78, 2);
    });

    test('[FD8] end at the edge of the coverage, and nothing beyond it is polled', () => {
      const { onDemand } = planRegions(areas, { '4/7/5': 1, '4/0/0': 9, '4/10/5': 9, nonsense: 9 });
      expect(onDemand.map(({ key }) => key)).toEqual(['4/7/5']);
      expect(onDemand[0]?.bbox.west).toBe(-15);
    });

    test('have no ring where the coverage is home', () => {
      const all = { '4/8/5': 1, '4/9/5': 1, '4/8/6': 1, '4/9/6': 1 };
      expect(planRegions({ home, coverage: home }, all).onDemand).toEqual([]);
    });

    test('[FD8] are a dozen cells apart from home at most, the most watched first', () => {
      const world = { west: -180, south: -90, east: 180, north: 90 };
      const cells = Array.from({ length: 200 }, (_, index) => `4/${index % 16}/${Math.floor(index / 16)}`);
      const watched = Object.fromEntries(cells.map((cell, index) => [cell, index === 77 ? 5 : 1]));
      const { onDemand } = planRegions({ home, coverage: world }, watched);
      const apart = onDemand.filter(({ key }) => key !== 'margin').map(({ key }) => key);
      expect(apart).toHaveLength(12);
      expect(apart[0]).toBe(cells[77]);
    });
  });

  test.each([
    ['4/9/5', 'margin'],
    ['4/8/6', 'margin'],
    ['4/7/5', '4/7/5'],
    ['4/0/0', undefined],
    ['junk', undefined],
  ])('the cell %s belongs to %s', (cell, region) => {
    expect(regionOfCell(cell, areas)).toBe(region);
  });

  test('a cell that lies within home belongs to home', () => {
    const wide = { west: -30, south: 20, east: 60, north: 70 };
    expect(regionOfCell('4/9/5', { home: wide, coverage: wide })).toBe('home');
  });

  test.each([
    [1_000, 20_000],
    [5_000, 20_000],
    [15_000, 45_000],
    [30_000, 60_000],
  ])('[ST2] polled every %s ms, home is live for %s ms after its last success', (intervalMs, withinMs) => {
    expect(liveWithinMs(intervalMs)).toBe(withinMs);
  });
});

const FROM_MS = Date.UTC(2026, 6, 1);
/** Of an answer that holds 300. */
const TARGET_STRIKES = targetStrikes(300);

const rate = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), strikes: fc.nat(900) });
const situation = fc
  .record({
    lengthMs: fc.integer({ min: 1, max: 600_000 }),
    seenShare: fc.double({ min: -0.2, max: 1, noNaN: true }),
    rates: fc.array(rate, { maxLength: 4 }),
  })
  .map(({ lengthMs, seenShare, rates }) => {
    const seenUntilMs = Math.floor(FROM_MS + lengthMs * seenShare);
    const seenMs = Math.max(0, seenUntilMs - FROM_MS);
    const known = rates.flatMap(({ at, strikes }) =>
      Array.from({ length: strikes }, (_, index) => Math.floor(FROM_MS + ((at + index / 2_000) % 1) * seenMs)),
    );
    return { span: { fromMs: FROM_MS, toMs: FROM_MS + lengthMs }, known: known.sort((a, b) => a - b), seenUntilMs };
  });

describe('the windows of a poll', () => {
  test('cover the span without a hole or an overlap, newest first, whatever is known', () =>
    fc.assert(
      fc.property(situation, ({ span, known, seenUntilMs }) => {
        const windows = planWindows(span, known, seenUntilMs, TARGET_STRIKES);
        let edgeMs = span.toMs;
        for (const { fromMs, toMs } of windows) {
          expect(toMs).toBe(edgeMs);
          expect(fromMs).toBeLessThan(toMs);
          edgeMs = fromMs;
        }
        expect(edgeMs).toBe(span.fromMs);
      }),
    ));

  test('hold no more known strikes than the target, except where a second holds more', () => {
    const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 119_999 }), { minLength: 0, maxLength: 2_400 });
    fc.assert(
      fc.property(distinct, (offsets) => {
        const known = offsets.map((offset) => FROM_MS + offset).sort((a, b) => a - b);
        const span = { fromMs: FROM_MS, toMs: FROM_MS + 120_000 };
        for (const { fromMs, toMs } of planWindows(span, known, span.toMs, TARGET_STRIKES)) {
          const held = known.filter((atMs) => atMs >= fromMs && atMs < toMs);
          const newestSecond = held.filter((atMs) => atMs >= toMs - 1_000).length;
          if (newestSecond < TARGET_STRIKES / 2) expect(held.length).toBeLessThanOrEqual(2 * TARGET_STRIKES);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('hold two hundred each where strikes fall evenly', () => {
    const span = { fromMs: FROM_MS, toMs: FROM_MS + 60_000 };
    const known = Array.from({ length: 1_200 }, (_, index) => FROM_MS + index * 50);
    const held = planWindows(span, known, span.toMs, TARGET_STRIKES).map(
      ({ fromMs, toMs }) => known.filter((atMs) => atMs >= fromMs && atMs < toMs).length,
    );
    expect(held).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('are one for a quiet sky', () => {
    const span = { fromMs: FROM_MS, toMs: FROM_MS + 65_000 };
    expect(planWindows(span, [], span.toMs, TARGET_STRIKES)).toEqual([span]);
    expect(planWindows(span, [FROM_MS + 1], FROM_MS, TARGET_STRIKES)).toEqual([span]);
  });

  test('expect of the time not seen yet what the last half minute brought', () => {
    const span = { fromMs: FROM_MS, toMs: FROM_MS + 120_000 };
    const seenUntilMs = FROM_MS + 60_000;
    const known = Array.from({ length: 600 }, (_, index) => seenUntilMs - 30_000 + 50 * (index + 1));
    const unseen = planWindows(span, known, seenUntilMs, TARGET_STRIKES).filter(({ fromMs }) => fromMs >= seenUntilMs);
    expect(unseen.length).toBeGreaterThanOrEqual(5);
  });
});

describe('splitting a window', () => {
  test('[FD1] halves its time down to a second, newest first, without a hole or an overlap', () => {
    expect(splitWindow({ bbox, fromMs: 0, toMs: 60_001 })).toEqual([
      { bbox, fromMs: 30_000, toMs: 60_001 },
      { bbox, fromMs: 0, toMs: 30_000 },
    ]);
  });

  test('[FD1] quarters its box once it is a second long, and every point lies in a quarter', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const parts = splitWindow({ bbox, fromMs: 0, toMs: 1_000 });
    expect(parts).toHaveLength(4);
    expect(parts.every(({ fromMs, toMs }) => fromMs === 0 && toMs === 1_000)).toBe(true);
    fc.assert(
      fc.property(share, share, (across, up) => {
        const x = bbox.west + across * (bbox.east - bbox.west);
        const y = bbox.south + up * (bbox.north - bbox.south);
        expect(parts.some((part) => bboxContains(part.bbox, x, y))).toBe(true);
      }),
    );
  });

  test('[FD1] ends: every window comes down to boxes of about 100 m, which are not split', () => {
    let window = { bbox, fromMs: 0, toMs: 86_400_000 };
    let depth = 0;
    for (; depth < 100; depth += 1) {
      const [part] = splitWindow(window);
      if (!part) break;
      window = part;
    }
    expect(depth).toBeLessThan(45);
    expect(window.toMs - window.fromMs).toBeLessThanOrEqual(1_000);
    expect(window.bbox.east - window.bbox.west).toBeLessThanOrEqual(0.001);
    expect(window.bbox.north - window.bbox.south).toBeLessThanOrEqual(0.001);
  });
});
