import { describe, expect, test } from 'vitest';
import { KM_PER_DEGREE } from '#shared/geo/geodesy.ts';
import { HOUR_MS, MINUTE_MS, type Span } from '#shared/time.ts';
import { pairs } from '#tests/support/pairs.ts';
import { isHomeRead } from '#worker/features/verification/CrossCheckEngine.ts';
import {
  blockOf,
  cellCentre,
  cellOf,
  chanceOfNone,
  matchFlashes,
  reportedBy,
  type SlotCell,
  slotCells,
  unseenStorm,
  usualPerFlash,
} from '#worker/features/verification/CrossCheckLedger.ts';
import { nextStretch, sliceEndMs } from '#worker/nowcast/HindcastEngine.ts';
import { isPartial, matchCached, minutesDue, nextRequestMs, type StoredCell } from '#worker/nowcast/NowcastEngine.ts';
import { knownOutcomes } from '#worker/nowcast/Verification.ts';
import { minuteOf, upMinutes } from '#worker/nowcast/VerificationLedger.ts';

const AT_MS = Date.UTC(2026, 6, 1, 12);

describe('hindcast slices', () => {
  const minutes = (count: number) => count * MINUTE_MS;
  const span = (from: number, to: number): Span => [minutes(from), minutes(to)];

  test.each([
    ['all that was read', [], span(10, 60)],
    ['what comes before a hole', [span(30, 40)], span(10, 30)],
    ['what comes after one', [span(0, 20)], span(20, 60)],
    ['whole minutes only', [span(9, 10.1), span(10.9, 11.2), span(30.5, 31)], span(12, 30)],
    ['nothing', [span(0, 70)], undefined],
  ] as const)('[PR8] of %s is replayed', (_, gaps, stretch) => {
    expect(nextStretch(gaps, minutes(10), minutes(60))).toEqual(stretch);
  });

  test('[PR8] a slice ends with its hour, or with the last whole minute of a full page, and always goes on', () => {
    const strikes = (count: number, minute: number) =>
      Array.from({ length: count }, () => ({ atMs: minutes(minute), latitude: 42, longitude: 23 }));
    expect(sliceEndMs(strikes(10, 3.5), 0, minutes(60))).toBe(minutes(60));
    expect(sliceEndMs(strikes(5_000, 3.5), 0, minutes(60))).toBe(minutes(3));
    expect(sliceEndMs(strikes(5_000, 0.5), 0, minutes(60))).toBe(minutes(1));
  });
});

describe('known outcomes', () => {
  const forecast = {
    requestedMs: AT_MS - 90 * MINUTE_MS,
    place: 1,
    nearestKm: 20,
    odds: [0, 0],
    result: { state: 'unclear', p30: 0.2, p60: 0.3 },
    waitMinutes: Number.POSITIVE_INFINITY,
  } as const;
  const outcomes = {
    forecasts: [forecast],
    positions: [15, 30].map((lead) => ({ leadMinutes: lead as 15 | 30, errorKm: 4, stayingKm: 6 })),
  };
  const countsAt = (fromMin: number, toMin: number) => {
    const gaps = [AT_MS + fromMin * MINUTE_MS, AT_MS + toMin * MINUTE_MS] as const;
    const { forecasts, positions } = knownOutcomes(outcomes, AT_MS, [gaps]);
    return [forecasts.length, positions.length];
  };

  test('[PR2] a forecast is not graded if some of its ninety minutes, or of the ten before, was not read', () => {
    expect(knownOutcomes(outcomes, AT_MS, [])).toEqual(outcomes);
    expect(countsAt(-120, -100)).toEqual([1, 2]);
    expect(countsAt(-120, -99)).toEqual([0, 2]);
    expect(countsAt(-60, -59)).toEqual([0, 2]);
    expect(countsAt(-30, -29)).toEqual([0, 1]);
    expect(countsAt(-3, 0)).toEqual([0, 0]);
  });
});

describe('cells after a restart', () => {
  /** A place so many kilometres east and north of one at 42° N 23° E. */
  function place(eastKm: number, northKm: number) {
    const latitude = 42 + northKm / KM_PER_DEGREE;
    return { latitude, longitude: 23 + eastKm / (KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)) };
  }
  const store = (id: number, eastKm: number, northKm: number, [eastKmH, northKmH] = [0, 0]): StoredCell => {
    return { id, ...place(eastKm, northKm), eastKmH, northKmH, bornMs: AT_MS - id * HOUR_MS };
  };
  const match = (found: readonly (readonly [number, number, number])[], cells: readonly StoredCell[], minutes = 0) => {
    const placed = found.map(([id, east, north]) => ({ id, ...place(east, north) }));
    const reported = { atMs: AT_MS - minutes * MINUTE_MS, nextId: 50, cells };
    return [...matchCached(placed, reported, AT_MS)].map(([id, old]) => [id, old.id]);
  };

  test('[NC2] are the ones that were told where they should be by now', () => {
    // 60 km/h to the east for ten minutes.
    const before = [store(1, 0, 0, [60, 0]), store(2, 10, 0)];
    expect(match([[50, 10.5, 0]], before.slice(0, 1), 10)).toEqual([[50, 1]]);
    expect(match([[51, 11, 3]], before, 0)).toEqual([[51, 2]]);
    const cells = [store(2, 0, 0)];
    const former = matchCached([{ id: 50, ...place(0, 0) }], { atMs: AT_MS, nextId: 50, cells }, AT_MS);
    expect(former.get(50)).toEqual({ id: 2, bornMs: AT_MS - 2 * HOUR_MS });
  });

  test('[NC2] are matched one to one, the nearest first, and are new where none was told within 15 km, or only longer ago than a replay reaches', () => {
    const before = [store(1, 0, 0), store(2, 12, 0)];
    const [far, near, nearest] = [[50, 7, 0] as const, [51, 10, 0] as const, [52, 0.5, 0] as const];
    expect(match([far, near, nearest], before)).toEqual(pairs('52,1 51,2'));
    expect(match([[50, 15.5, 0]], [store(1, 0, 0)])).toEqual([]);
    expect(match([[50, 14.5, 0]], [store(1, 0, 0)])).toEqual([[50, 1]]);
    expect(match([[50, 0, 0]], [store(1, 0, 0)], 31)).toEqual([]);
  });
});

describe('minutes due', () => {
  const S = 1_000;

  test.each([
    ['the watermark stands', 0, []],
    ['it ran back', -90 * S, []],
    ['a minute is not over', 59.9 * S, []],
    ['one is over', 60 * S, [60 * S]],
    ['two are over', 179 * S, [60 * S, 120 * S]],
  ])('[NC1] are due once each and whole: %s', (_, movedMs, due) => {
    expect(minutesDue(AT_MS, AT_MS + movedMs)).toEqual(due.map((ms) => AT_MS + ms));
  });

  test('[NC2] are too many after half an hour', () => {
    expect(minutesDue(AT_MS, AT_MS + 30 * 60 * S)).toHaveLength(30);
    expect(minutesDue(AT_MS, AT_MS + 31 * 60 * S)).toBe('too-many');
  });

  test.each([
    ['nothing is known', null, 10 * S],
    ['the minute was just told', 0, 60 * S],
    ['half of the next was read', 30 * S, 32 * S],
    ['it should be over by now', 59 * S, 10 * S],
  ])('the Feed is asked again when it should have read the next minute: %s', (_, readMs, expected) => {
    const received = readMs === null ? null : { atMs: AT_MS, watermarkMs: AT_MS + readMs };
    expect(nextRequestMs(received)).toBe(expected);
  });

  test.each([
    ['in the last ten minutes', -60 * S, -30 * S, true],
    ['that reaches into them', -3_600 * S, -599 * S, true],
    ['that ended before them', -3_600 * S, -600 * S, false],
    ['that begins after them', 0, 30 * S, false],
  ])('[NC4] a gap %s is heeded only if it could hide flashes', (_, fromMs, toMs, partial) => {
    expect(isPartial([[13, 34, 31, 48, AT_MS + fromMs, AT_MS + toMs]], AT_MS)).toBe(partial);
  });
});

describe('up minutes', () => {
  const DAY = 20_000;
  const NOON_MS = DAY * 86_400_000 + 12 * 60 * MINUTE_MS;

  test('[PR4] a minute is up while the newest data is at most 2 minutes old', () => {
    const at = (dataMs: number | null) => upMinutes(minuteOf(NOON_MS) - 1, NOON_MS, dataMs);
    expect(at(NOON_MS - 2 * MINUTE_MS)).toEqual([{ day: DAY, upMinutes: 1, ofMinutes: 1 }]);
    expect(at(NOON_MS - 2 * MINUTE_MS - 1)).toEqual([{ day: DAY, upMinutes: 0, ofMinutes: 1 }]);
    expect(at(null)).toEqual([{ day: DAY, upMinutes: 0, ofMinutes: 1 }]);
  });

  test('[PR4] minutes in which nobody looked count as down, each in its day', () => {
    const midnightMs = (DAY + 1) * 86_400_000;
    expect(upMinutes(minuteOf(midnightMs) - 11, midnightMs + 2 * MINUTE_MS, midnightMs + MINUTE_MS)).toEqual([
      { day: DAY, upMinutes: 0, ofMinutes: 10 },
      { day: DAY + 1, upMinutes: 1, ofMinutes: 3 },
    ]);
  });

  test('[PR4] a minute is counted once, and the count begins with the first', () => {
    expect(upMinutes(minuteOf(NOON_MS), NOON_MS + 30_000, NOON_MS)).toEqual([]);
    expect(upMinutes(undefined, NOON_MS, NOON_MS)).toEqual([{ day: DAY, upMinutes: 1, ofMinutes: 1 }]);
  });
});

describe('cross-check engine', () => {
  const SLOT = { fromMs: 600_000, toMs: 1_200_000 };

  test.each([
    ['read to its end and two seconds more', 1_202_000, [], true],
    ['not read quite so far', 1_201_999, [], false],
    ['with a gap within', 2_000_000, [[700_000, 700_001]], false],
    ['with a gap that ends where matches begin', 2_000_000, [[0, 598_000]], true],
    ['with a gap that begins where matches end', 2_000_000, [[1_202_000, 1_300_000]], true],
    ['with a gap across its begin', 2_000_000, [[0, 598_001]], false],
  ] as const)('a slot of home %s counts as read or not: %s', (_, completeToMs, gaps, isRead) => {
    expect(isHomeRead(SLOT, { completeToMs, gaps: gaps.map(([from, to]) => [from, to]) })).toBe(isRead);
  });

  test('a home that was never read is not read', () => {
    expect(isHomeRead(SLOT, { completeToMs: null, gaps: undefined })).toBe(false);
  });
});

describe('match flashes', () => {
  const flash = { latitude: 42, longitude: 23, atMs: AT_MS };
  /** One degree of latitude has 111.2 km. */
  const northKm = (km: number) => 42 + km / 111.195;

  describe('a flash and a strike', () => {
    test.each([
      [2_000, 0, true],
      [-2_000, 0, true],
      [2_001, 0, false],
      [0, 29.9, true],
      [0, 30.1, false],
      [-1_500, 29, true],
    ])('%i ms and %f km apart belong together: %s', (afterMs, km, isMatch) => {
      const strike = { latitude: northKm(km), longitude: 23, atMs: AT_MS + afterMs };
      expect(matchFlashes([flash], [strike])).toEqual({ flashes: [isMatch], strikes: [isMatch] });
    });
  });

  test('one flash has all its strokes, however both lists are ordered, and the answer keeps their order', () => {
    const later = { ...flash, atMs: AT_MS + 60_000 };
    const strikes = [60_500, 900, 30_000, 100].map((afterMs) => ({ ...flash, atMs: AT_MS + afterMs }));
    const lonely = { ...flash, atMs: AT_MS + 120_000 };
    expect(matchFlashes([later, lonely, flash], strikes)).toEqual({
      flashes: [true, false, true],
      strikes: [true, true, false, true],
    });
  });

  test('without the others, nothing belongs together', () => {
    expect(matchFlashes([flash], [])).toEqual({ flashes: [false], strikes: [] });
    expect(matchFlashes([], [flash])).toEqual({ flashes: [], strikes: [false] });
  });
});

describe('slot cells', () => {
  const at = (latitude: number, longitude: number, afterMs = 0) => ({ latitude, longitude, atMs: AT_MS + afterMs });

  test('a cell has half a degree, and eight neighbours around its middle', () => {
    const cell = cellOf({ latitude: 42.3, longitude: 23.9 });
    expect(cellCentre(cell)).toEqual({ latitude: 42.25, longitude: 23.75 });
    const around = [41.75, 42.25, 42.75].flatMap((latitude) =>
      [23.25, 23.75, 24.25].map((longitude) => ({ latitude, longitude })),
    );
    expect(blockOf(cell).map(cellCentre)).toEqual(around);
  });

  test('flashes and strikes are counted by cell, and a match across its edge is told by both', () => {
    const flashes = [at(42.1, 23.1), at(42.1, 23.1, 60_000), at(44.1, 20.1)];
    // The first lies in the next cell, 12 km from its flash; the last outside of what counts, but it matches.
    const strikes = [at(42.1, 22.95, 500), at(40.1, 20.1), at(44.2, 20.1, 100)];
    const cells = slotCells(flashes, strikes, ({ latitude }) => latitude < 44.15);
    const named = Object.fromEntries(
      cells.map((counts) => {
        const { latitude, longitude } = cellCentre(counts.cell);
        const { flashes: seen, flashesMatched, strikes: reported, strikesMatched } = counts;
        return [`${latitude} ${longitude}`, [reportedBy(counts), seen, flashesMatched, reported, strikesMatched]];
      }),
    );
    expect(named).toEqual({
      '42.25 23.25': ['both', 2, 1, 0, 0],
      '42.25 22.75': ['both', 0, 0, 1, 1],
      '44.25 20.25': ['both', 1, 1, 0, 0],
      '40.25 20.25': ['primary', 0, 0, 1, 0],
    });
  });

  test('flashes without any strike are told by the cross-check satellite alone, and two that do not match in one cell by both', () => {
    expect(slotCells([at(42.1, 23.1)], [], () => true).map(reportedBy)).toEqual(['crossCheck']);
    expect(slotCells([at(42.1, 23.1)], [at(42.1, 23.1, 60_000)], () => true).map(reportedBy)).toEqual(['both']);
  });
});

const storm = (flashes: number, strikes = 0, longitude = 23.25, latitude = 42.25): SlotCell => {
  return { cell: cellOf({ latitude, longitude }), flashes, flashesMatched: 0, strikes, strikesMatched: 0 };
};

describe('a storm that only the cross-check satellite sees', () => {
  test('is told with fifty flashes in two slots, at which chance would be silent in 0.7 % of cases', () => {
    const reported = { latitude: 42.25, longitude: 23.25, flashes: 50, expected: 5 };
    expect(unseenStorm([storm(25)], [storm(25)], 0.1)).toEqual(reported);
    expect(unseenStorm([storm(25)], [storm(24)], 0.1)).toBeUndefined();
    expect(chanceOfNone(5)).toBeCloseTo(0.0067, 4);
  });

  test('is none in one slot alone, however many flashes it has; of several it is the one with most', () => {
    expect(unseenStorm([], [storm(500)], 0.1)).toBeUndefined();
    expect(unseenStorm([storm(500)], [], 0.1)).toBeUndefined();
    const slot = [storm(40), storm(90, 0, 28.25)];
    expect(unseenStorm(slot, slot, 0.1)).toMatchObject({ longitude: 28.25, flashes: 180 });
  });

  test.each([
    ['its cell', 23.25],
    ['the next cell', 23.75],
  ])('is none with a single strike in %s, in either slot', (_, longitude) => {
    const seen = storm(0, 1, longitude);
    const both = [storm(100), storm(0, 0, longitude)];
    const withStrike = longitude === 23.25 ? [storm(100, 1)] : [storm(100), seen];
    expect(unseenStorm(both, withStrike, 0.1)).toBeUndefined();
    expect(unseenStorm(withStrike, both, 0.1)).toBeUndefined();
  });

  test('is still told with a strike two cells away, and moves on to the next cell between two slots', () => {
    const found = unseenStorm([storm(30)], [storm(30, 0, 23.75), storm(0, 9, 21.75)], 0.1);
    expect(found).toMatchObject({ flashes: 60 });
  });
});

describe('strikes for each flash', () => {
  const ratios = (count: number, ratio: (index: number) => number) => Array.from({ length: count }, (_, i) => ratio(i));

  test('are a tenth until a hundred slots were compared, then their lower quartile, between 0.02 and 1', () => {
    expect(usualPerFlash(ratios(99, () => 0.4))).toBe(0.1);
    expect(usualPerFlash(ratios(101, (index) => (100 - index) / 100))).toBe(0.25);
    expect(usualPerFlash(ratios(200, () => 0))).toBe(0.02);
    expect(usualPerFlash(ratios(200, () => 3))).toBe(1);
  });
});
