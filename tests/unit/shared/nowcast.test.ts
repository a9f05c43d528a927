import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forecastAt } from '#shared/nowcast/arrivalAt.ts';
import { chanceText } from '#shared/nowcast/CellsUpdate.ts';
import { clusterPoints, FlashWindow, outlineOf, type Stroke } from '#shared/nowcast/CellTracker.ts';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import { createNowcast, type RunningNowcast } from '#shared/nowcast/createNowcast.ts';
import {
  addSums,
  chanceSkill,
  chanceSumsOf,
  type DaySums,
  emptySums,
  refit,
  sumsOf,
  withheldOf,
} from '#shared/nowcast/grades.ts';
import type { ForecastOutcome } from '#shared/nowcast/pendingForecasts.ts';
import { createPlane, type PlanePoint, trendOf } from '#shared/nowcast/StormCell.ts';
import { seededRandom } from '#shared/numbers.ts';
import { decodeCells, encodeCells } from '#shared/wire/cellsEvent.ts';
import { CENTRE, type MovingCell, strokesOf } from '#tests/support/cells.ts';
import { pairs } from '#tests/support/pairs.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';

const MINUTE_MS = 60_000;

describe('chance words', () => {
  test.each([
    [0, 'less than 1 in 20'],
    [0.049, 'less than 1 in 20'],
    [0.05, 'about 1 in 20'],
    [0.09, 'about 1 in 10'],
    [0.19, 'about 1 in 5'],
    [0.25, 'about 1 in 4'],
    [0.34, 'about 1 in 3'],
    [0.45, 'about 1 in 2'],
    [0.65, 'about 2 in 3'],
    [0.74, 'about 3 in 4'],
    [0.91, 'about 9 in 10'],
    [0.96, 'more than 9 in 10'],
    [1, 'more than 9 in 10'],
    [Number.NaN, 'less than 1 in 20'],
  ])('a chance of %s is told as %s: never as none, never as sure', (chance, reported) => {
    const { bound, times, of } = chanceText(chance);
    expect(`${bound === 'about' ? bound : `${bound} than`} ${times} in ${of}`).toBe(reported);
  });

  test('a higher chance is never told as a lower one', () => {
    const worthOf = ({ bound, times, of }: ReturnType<typeof chanceText>) =>
      times / of + { less: -0.01, about: 0, more: 0.01 }[bound];
    const reported = Array.from({ length: 1_001 }, (_, index) => worthOf(chanceText(index / 1_000)));
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  });
});

describe('create nowcast', () => {
  const plane = createPlane(CENTRE);
  const storm: MovingCell = { from: { xKm: 0, yKm: 0 }, east: 40, north: 30, perMinute: 2, spreadKm: 0.5 };

  function run(minutes: number, strokes: (minute: number) => readonly Stroke[]): RunningNowcast {
    const nowcast = createNowcast(CENTRE);
    for (let minute = 0; minute < minutes; minute += 1) nowcast.tick((minute + 1) * MINUTE_MS, strokes(minute));
    return nowcast;
  }

  describe('a storm that moves straight on', () => {
    test.each([1, 2, 3, 4, 5])('has its speed within 10 % and its heading within 10° after 15 min (%i)', (seed) => {
      const [cell] = run(15, (minute) => strokesOf({ ...storm, seed }, minute)).cells();
      const speed = Math.hypot(cell?.eastKmH ?? 0, cell?.northKmH ?? 0);
      expect(Math.abs(speed - 50)).toBeLessThan(5);
      const heading = (Math.atan2(cell?.northKmH ?? 0, cell?.eastKmH ?? 0) * 180) / Math.PI;
      expect(Math.abs(heading - (Math.atan2(30, 40) * 180) / Math.PI)).toBeLessThan(10);
      expect(cell?.showArrow).toBe(true);
    });

    test('keeps its number, and has a past path', () => {
      const nowcast = run(40, (minute) => strokesOf(storm, minute));
      expect(nowcast.cells().map(({ id }) => id)).toEqual([1]);
      expect(nowcast.reports()[0]?.track).toHaveLength(3);
      expect(nowcast.reports()[0]?.ageMinutes).toBeGreaterThan(35);
    });

    test('is gone ten minutes after its last flash', () => {
      const nowcast = run(15, (minute) => strokesOf(storm, minute));
      for (let minute = 15; minute < 26; minute += 1) nowcast.tick((minute + 1) * MINUTE_MS, []);
      expect(nowcast.cells()).toEqual([]);
    });

    /** What is said so far to the east and north of the storm, after so many minutes. */
    function textBeside(minutes: number, eastKm: number, northKm: number) {
      const nowcast = run(minutes, (minute) => strokesOf({ ...storm, perMinute: 6, spreadKm: 3 }, minute));
      const [cell] = nowcast.storms();
      const place = plane.toDegrees({ xKm: (cell?.xKm ?? 0) + eastKm, yKm: (cell?.yKm ?? 0) + northKm });
      return nowcast.at(place.latitude, place.longitude);
    }

    test('comes to a place ahead of it: approaching, with a time and a range around it', () => {
      const { state, etaMin = 0, range80: [from, to] = [0, 0], p30, p60 } = textBeside(20, 24, 18);
      expect(state).toBe('approaching');
      expect(etaMin > 10 && etaMin < 30).toBe(true);
      expect(from < etaMin && etaMin < to).toBe(true);
      expect(p60).toBeGreaterThanOrEqual(p30);
    });

    test('moves away from a place behind it, and says no time there', () => {
      const { state, etaMin } = textBeside(30, -30, -22);
      expect([state, etaMin]).toEqual(['away', undefined]);
    });
  });

  test('a storm that stands still gets no arrow, and nothing is said to approach', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const still = { ...storm, east: 0, north: 0, spreadKm: 4, seed };
      const nowcast = run(45, (minute) => strokesOf(still, minute));
      expect(nowcast.cells().map(({ showArrow }) => showArrow)).toEqual([false]);
      const { latitude, longitude } = plane.toDegrees({ xKm: 30, yKm: 0 });
      expect(nowcast.at(latitude, longitude).state).toBe('unclear');
    }
  });

  test('where a storm splits, the larger part keeps the number, and the other moves on as it did', () => {
    const large = { ...storm, perMinute: 6, spreadKm: 1 };
    const nowcast = run(50, (minute) => [
      ...strokesOf(large, minute),
      ...strokesOf({ ...large, perMinute: 3, seed: 2, from: { xKm: 0, yKm: Math.min(0, 20 - minute) } }, minute),
    ]);
    const cells = nowcast.cells().toSorted((a, b) => a.id - b.id);
    expect(cells.map(({ id }) => id)).toEqual([1, 2]);
    expect(cells[1]?.eastKmH).toBeGreaterThan(25);
  });

  test('where two storms become one, the number of the larger stays', () => {
    const large = { ...storm, perMinute: 6, spreadKm: 1 };
    const nowcast = run(40, (minute) => [
      ...strokesOf(large, minute),
      ...strokesOf({ ...large, perMinute: 2, seed: 2, from: { xKm: 0, yKm: Math.min(0, minute - 25) } }, minute),
    ]);
    expect(nowcast.cells()).toHaveLength(1);
    expect([1, 2]).toContain(nowcast.cells()[0]?.id);
  });

  test('the same strikes at the same minutes give the same answers', () => {
    const once = run(30, (minute) => strokesOf({ ...storm, spreadKm: 3 }, minute));
    const again = run(30, (minute) => strokesOf({ ...storm, spreadKm: 3 }, minute));
    expect(again.reports()).toEqual(once.reports());
    expect(again.at(42.2, 22.2)).toEqual(once.at(42.2, 22.2));
  });

  test('a sky without strikes is quiet, not safe: the chance is nought and no cell is told', () => {
    const nowcast = run(3, () => []);
    expect(nowcast.cells()).toEqual([]);
    expect(nowcast.at(42, 22)).toEqual({ state: 'quiet', p30: 0, p60: 0 });
  });

  test('a device that holds the event and the strikes comes to the answer of the server', () => {
    const held = { ...storm, perMinute: 5, spreadKm: 3 };
    const strokes = Array.from({ length: 30 }, (_, minute) => strokesOf(held, minute));
    const nowcast = run(30, (minute) => strokes[minute] ?? []);
    const event = encodeCells({ atMs: 30 * MINUTE_MS, cells: nowcast.reports(), odds: nowcast.calibration().odds });
    for (const [xKm, yKm] of pairs('45,30 0,40 -30,-20 20,15')) {
      const place = plane.toDegrees({ xKm, yKm });
      const server = nowcast.at(place.latitude, place.longitude);
      const device = forecastAt(place, decodeCells(event), strokes.flat());
      expect(device.state).toBe(server.state);
      expect(Math.abs(device.p30 - server.p30)).toBeLessThan(0.03);
      expect(Math.abs(device.p60 - server.p60)).toBeLessThan(0.03);
      expect(Math.abs((device.etaMin ?? 0) - (server.etaMin ?? 0))).toBeLessThan(3);
    }
  });

  const START_MS = Date.UTC(2026, 6, 1, 12);

  /** Six flashes in the minute before `minute`, around a cell that drifts to the east. */
  const flashesOf = (minute: number, latitude = 42) =>
    Array.from({ length: 6 }, (_, index) => ({
      latitude: latitude + (index % 3) * 0.01,
      longitude: 23 + minute * 0.008 + Math.floor(index / 3) * 0.01,
      atMs: START_MS + (minute - 1) * MINUTE_MS + index * 9_000,
    }));

  test('[NC2] a cell that was given back its old id keeps it, its flashes and its motion; new ones get other ids', () => {
    const both = [1, 2].map(() => createNowcast({ latitude: 42, longitude: 23 }, 40));
    const [renamed, plain] = both as [RunningNowcast, RunningNowcast];
    const tick = (minute: number, strikes: readonly Stroke[]) => {
      for (const nowcast of both) nowcast.tick(START_MS + minute * MINUTE_MS, strikes);
    };
    for (let minute = 1; minute <= 10; minute += 1) tick(minute, flashesOf(minute));
    expect(renamed.reports().map(({ id }) => id)).toEqual([40]);
    renamed.rename(new Map([[40, { id: 7, bornMs: START_MS - 60 * MINUTE_MS }]]));
    expect(renamed.reports()).toMatchObject([{ id: 7, ageMinutes: 70 }]);
    expect(new Set(renamed.carried().map(({ cell }) => cell))).toEqual(new Set([7]));
    for (let minute = 11; minute <= 15; minute += 1) tick(minute, [...flashesOf(minute), ...flashesOf(minute, 44)]);
    expect(renamed.reports().map(({ id }) => id)).toEqual([7, 41]);
    const restOf = (nowcast: RunningNowcast) => nowcast.reports().map(({ id, ageMinutes, ...rest }) => rest);
    expect(restOf(renamed)).toEqual(restOf(plain));
    expect(renamed.nextId()).toBe(42);
  });
});

describe('grading', () => {
  const row = (index: number) => ({
    from: { xKm: -100, yKm: 12 * index - 60 },
    east: 60,
    north: 0,
    perMinute: 3,
    spreadKm: 4,
    seed: index + 1,
  });

  /** A front of ten storms that moves east for so many minutes. */
  function front(minutes: number) {
    const nowcast = createNowcast(CENTRE);
    const outcomes: ForecastOutcome[] = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      const strokes = Array.from({ length: 10 }, (_, index) => strokesOf(row(index), minute)).flat();
      nowcast.tick((minute + 1) * MINUTE_MS, strokes);
      outcomes.push(...nowcast.outcomes().forecasts);
    }
    return { nowcast, outcomes };
  }

  test('a forecast is made before its outcome: each is told 90 minutes later, with the first strike after it', () => {
    const { outcomes } = front(200);
    expect(outcomes.length).toBeGreaterThan(100);
    for (const { requestedMs, waitMinutes, nearestKm } of outcomes) {
      expect(requestedMs).toBeLessThanOrEqual(110 * MINUTE_MS);
      expect(waitMinutes).toBeGreaterThan(0);
      expect(nearestKm).toBeGreaterThan(10);
    }
  });

  test('a day on which storms strike more often than fitted raises the chances within hours', () => {
    const { nowcast } = front(240);
    const [a30, , a60] = nowcast.calibration().odds;
    expect(nowcast.memory().drift.within30.count.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(50);
    expect(Math.abs(a30) + Math.abs(a60)).toBeGreaterThan(0.01);
    const after = createNowcast(CENTRE, 1, nowcast.memory());
    expect(after.calibration().odds).toEqual(nowcast.calibration().odds);
  });

  describe('sums', () => {
    test('of two days are those of both together', () => {
      const { outcomes } = front(200);
      const half = Math.floor(outcomes.length / 2);
      const added = addSums(sumsOf(outcomes.slice(0, half), []), sumsOf(outcomes.slice(half), []));
      const whole = sumsOf(outcomes, []);
      expect(added.within60.hits).toBe(whole.within60.hits);
      expect(added.within60.squares).toBeCloseTo(whole.within60.squares, 9);
      expect(added.arrivals).toEqual(whole.arrivals);
      expect(addSums(emptySums(), whole)).toEqual(whole);
    });

    test('tell a perfect forecast from one that says the base rate, and from none', () => {
      const cases = Array.from({ length: 1_000 }, (_, i) => ({ odds: 0, nearestKm: 20, hit: i % 4 === 0 }));
      const perfect = chanceSkill(chanceSumsOf(cases.map((one) => ({ ...one, forecast: Number(one.hit) }))));
      expect(perfect.overBaseRate).toBe(1);
      const flat = chanceSkill(chanceSumsOf(cases.map((one) => ({ ...one, forecast: 0.25 }))));
      expect(flat.overBaseRate).toBeCloseTo(0, 9);
      expect(flat.worstGap).toBeCloseTo(0, 9);
      expect(chanceSkill(chanceSumsOf([])).overBaseRate).toBeNull();
    });
  });

  /** A day in which `came` of `cases` came true of what was told with odds of nought. */
  function dayOf(cases: number, observed: number, held = 0, arrivals = 0): DaySums {
    const each = Array.from({ length: cases }, (_, i) => ({
      forecast: 0.5,
      odds: 0,
      nearestKm: 20,
      hit: i < observed,
    }));
    const sums = chanceSumsOf(each);
    const empty = emptySums();
    return { ...empty, within30: sums, within60: sums, arrivals: { ...empty.arrivals, cases: arrivals, held } };
  }

  test('too few cases teach nothing; chances that were told too low are told higher', () => {
    expect(refit(dayOf(400, 200))).toEqual({ odds: AS_FITTED });
    const { odds: logOdds } = refit(dayOf(20_000, 14_000));
    const reported = 1 / (1 + Math.exp(-logOdds[0]));
    expect(reported > 0.65 && reported < 0.71).toBe(true);
  });

  test('the time of arrival is not told while fewer than 7 in 10 came within its range; 50 cases are needed to say so', () => {
    expect(withheldOf(dayOf(0, 0, 60, 100))).toEqual(['eta']);
    expect(withheldOf(dayOf(0, 0, 80, 100))).toEqual([]);
    expect(withheldOf(dayOf(0, 0, 20, 40))).toEqual([]);
  });

  test('chances are not told while what was said and what came are far apart', () => {
    expect(withheldOf(dayOf(400, 100))).toEqual(['chance']);
    expect(withheldOf(dayOf(400, 190))).toEqual([]);
    expect(withheldOf(dayOf(200, 20))).toEqual([]);
  });
});

describe('pieces', () => {
  describe('flashes', () => {
    const plane = {
      toKm: ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ xKm: longitude, yKm: latitude }),
    };
    const stroke = (atMs: number, longitude: number) => ({ atMs, longitude, latitude: 0 });

    test('strokes within half a second and ten kilometres are one, in whatever order they come', () => {
      const window = new FlashWindow(plane);
      expect(window.advance(60_000, [stroke(1_400, 3), stroke(1_000, 0), stroke(1_200, 11)])).toHaveLength(2);
      expect(window.advance(120_000, [stroke(1_100, 1)])).toHaveLength(0);
      expect(window.advance(120_000, [stroke(2_000, 1)])).toHaveLength(1);
      expect(window.flashes.map(({ atMs }) => atMs)).toEqual([1_000, 1_200, 2_000]);
    });

    test('are forgotten after ten minutes, and none is taken that is older', () => {
      const window = new FlashWindow(plane);
      window.advance(60_000, [stroke(30_000, 0)]);
      expect(window.advance(11 * 60_000, [stroke(40_000, 50)])).toEqual([]);
      expect(window.flashes).toEqual([]);
    });
  });

  test('a trend is told only where chance does not explain it', () => {
    expect(trendOf(10, 14)).toBe('steady');
    expect(trendOf(10, 30)).toBe('growing');
    expect(trendOf(30, 10)).toBe('fading');
    expect(trendOf(0, 0)).toBe('steady');
  });
});

describe('cluster points', () => {
  const isWithin = (a: PlanePoint, b: PlanePoint) => Math.hypot(a.xKm - b.xKm, a.yKm - b.yKm) <= 8;

  /** DBSCAN by its definition: which core points are connected, and which points are none's. */
  function byDefinition(points: readonly PlanePoint[]) {
    const isCore = points.map((point) => points.filter((other) => isWithin(point, other)).length >= 3);
    const cluster = points.map(() => -1);
    let next = 0;
    for (const [start] of points.entries()) {
      if (!isCore[start] || cluster[start] !== -1) continue;
      const open = [start];
      while (open.length > 0) {
        const index = open.pop() as number;
        if (cluster[index] !== -1) continue;
        cluster[index] = next;
        for (const [other] of points.entries()) {
          if (isCore[other] && isWithin(points[index] as PlanePoint, points[other] as PlanePoint)) open.push(other);
        }
      }
      next += 1;
    }
    return { isCore, cluster };
  }

  test('core points are in one cluster if they are connected, border points in that of a core point in reach, others in none', () => {
    const within = fc.double({ min: -40, max: 40, noNaN: true });
    const point = fc.record({ xKm: within, yKm: within });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), (points) => {
        const [eastKm, northKm] = [points.map(({ xKm }) => xKm), points.map(({ yKm }) => yKm)];
        const found = clusterPoints(Float64Array.from(eastKm), Float64Array.from(northKm));
        const { isCore, cluster } = byDefinition(points);
        for (const [a, core] of isCore.entries()) {
          if (!core) {
            const inReach = (other: PlanePoint, b: number) => isCore[b] && isWithin(points[a] as PlanePoint, other);
            const reach = points.flatMap((other, b) => (inReach(other, b) ? [found[b]] : []));
            expect(reach.length === 0 ? found[a] === -1 : reach.includes(found[a])).toBe(true);
            continue;
          }
          for (const [b, other] of isCore.entries())
            if (other) expect(found[a] === found[b]).toBe(cluster[a] === cluster[b]);
        }
      }),
      { seed: 4, numRuns: 200 },
    );
  });
});

describe('an outline', () => {
  function isWithin({ xKm, yKm }: PlanePoint, corners: readonly PlanePoint[]): boolean {
    let inside = false;
    corners.forEach((a, index) => {
      const b = corners[(index + 1) % corners.length] as PlanePoint;
      if (a.yKm > yKm === b.yKm > yKm) return;
      if (xKm < ((b.xKm - a.xKm) * (yKm - a.yKm)) / (b.yKm - a.yKm) + a.xKm) inside = !inside;
    });
    return inside;
  }

  function cloud(count: number, widthKm: number, heightKm: number, seed = 1): PlanePoint[] {
    const random = seededRandom(seed);
    return Array.from({ length: count }, () => ({ xKm: random() * widthKm, yKm: random() * heightKm }));
  }

  test.each([3, 40, 400])('of %s flashes has each of them inside, and goes 3 km around', (count) => {
    const points = cloud(count, 20, 12);
    const corners = outlineOf(points);
    for (const point of points) expect(isWithin(point, corners)).toBe(true);
    for (const { xKm, yKm } of corners) {
      const nearest = Math.min(...points.map((point) => Math.hypot(point.xKm - xKm, point.yKm - yKm)));
      expect(nearest).toBeLessThanOrEqual(3 + 1e-9);
    }
  });

  test('does not fill what a bent line of storms bends around', () => {
    const bend = Array.from({ length: 60 }, (_, index) => {
      const angle = (index / 59) * Math.PI;
      return { xKm: 40 * Math.cos(angle), yKm: 40 * Math.sin(angle) };
    });
    const corners = outlineOf(bend);
    expect(isWithin({ xKm: 0, yKm: 5 }, corners)).toBe(false);
    expect(isWithin({ xKm: 0, yKm: 40 }, corners)).toBe(true);
  });

  test.each([
    [10_000, 40, 30],
    [10_000, 200, 120],
  ])('of %s flashes over %s by %s km has 60 corners at most, and takes no time', (count, width, height) => {
    const points = cloud(count, width, height);
    const corners = outlineOf(points);
    const once = () => cpuMs(() => outlineOf(points));
    expect(Math.min(...Array.from({ length: 5 }, once))).toBeLessThan(100);
    expect(corners.length).toBeGreaterThan(8);
    expect(corners.length).toBeLessThanOrEqual(60);
    expect(points.filter((point) => !isWithin(point, corners)).length).toBeLessThan(count / 100);
  });

  test('of nothing is nothing, and the same flashes have the same', () => {
    expect(outlineOf([])).toEqual([]);
    const points = cloud(50, 20, 20);
    expect(outlineOf(points)).toEqual(outlineOf(points));
  });
});
