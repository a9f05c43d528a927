import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Position } from '#shared/geo/geodesy.ts';
import type { Shape } from '#shared/geo/Shape.ts';
import { seededRandom } from '#shared/numbers.ts';
import type { NearStrike } from '#shared/watch/Area.ts';
import { AlarmTally, countAlarms } from '#shared/watch/alarmSkill.ts';
import { replayingArea } from '#shared/watch/replayArea.ts';
import { gridSites, joinPositions, positionColumns, positionsSince, StrikeCells } from '#shared/watch/siteStrikes.ts';
import { SkillView } from '#shared/watch/skillBody.ts';
import { judgingSkill, type SkillQuery } from '#shared/watch/skillOf.ts';
import { coveredPart } from '#worker/archive/StrikeArchive.ts';
import { MINUTE, SOFIA } from './AreaPlay.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Midnight in Sofia, which is three hours ahead in summer. */
const FROM = Date.UTC(2026, 6, 1, 21);

type TimedPosition = Position & { readonly atMs: number };

function finished<Result>(work: Generator<void, Result>): { readonly result: Result; readonly pauses: number } {
  for (let pauses = 0; ; pauses += 1) {
    const chunk = work.next();
    if (chunk.done) return { result: chunk.value, pauses };
  }
}

describe('the replay of an area', () => {
  const strikeAt = (atMs: number, km: number): NearStrike => ({ ordinal: atMs / 1_000, atMs, km, bearing: 0 });
  const period = { area: SOFIA, fromMs: FROM, toMs: FROM + 14 * DAY, gaps: [], timeZone: 'Europe/Sofia', siteKm: 2 };
  const replayed = (strikes: readonly NearStrike[], parts: object = {}) =>
    finished(replayingArea({ ...period, strikes, ...parts })).result;

  test('of a quiet sky counts nothing', () =>
    expect(replayed([])).toEqual({
      ...{ hits: 0, warned: 0, stops: 0, withoutHit: 0, liftedTooEarly: 0, stopMs: 0 },
      ...{ alerts: 0, atNight: 0, longestStopMs: 0, unwarned: [], leadsMs: [] },
    }));

  test('counts an alert from clear to clear, and those that began at night', () => {
    const noon = FROM + 3 * DAY + 12 * HOUR;
    const strikes = [
      ...[strikeAt(FROM + 2 * HOUR, 25), strikeAt(FROM + 2 * HOUR + 300_000, 14), strikeAt(FROM + 15 * HOUR, 20)],
      ...[strikeAt(noon, 8), strikeAt(noon + 20 * MINUTE, 5)],
    ];
    const found = replayed(strikes);
    expect(found).toMatchObject({ alerts: 3, atNight: 1, stops: 1, withoutHit: 1, hits: 0 });
    // 20 min from the first to the last strike, then dwell and settle.
    expect(Math.abs(found.longestStopMs - 51 * MINUTE)).toBeLessThanOrEqual(2 * MINUTE);
    expect(found.stopMs).toBe(found.longestStopMs);
  });

  test('tells hits that a stop came before from those that none did, and names the level that stood then', () => {
    const [first, second, third] = [FROM + DAY, FROM + 2 * DAY, FROM + 3 * DAY];
    const strikes = [
      ...[strikeAt(first, 9), strikeAt(first + 12 * MINUTE, 1)],
      ...[strikeAt(second, 25), strikeAt(second + 12 * MINUTE, 1.5)],
      strikeAt(third, 0),
    ];
    const found = replayed(strikes);
    expect(found).toMatchObject({ hits: 3, warned: 1, stops: 3, withoutHit: 0 });
    expect(found.unwarned).toEqual([
      { atMs: third, level: 'clear' },
      { atMs: second + 12 * MINUTE, level: 'watch' },
    ]);
  });

  test('gives the lead of a hit from the look that raised the stop, up to a minute after the strike', () => {
    const [lead = 0] = replayed([strikeAt(FROM + DAY, 9), strikeAt(FROM + DAY + 12 * MINUTE, 1)]).leadsMs;
    expect(lead).toBeGreaterThan(10 * MINUTE);
    expect(lead).toBeLessThanOrEqual(12 * MINUTE);
  });

  test('counts a stop as lifted too early if the ring was struck again within an hour', () => {
    const strikes = [strikeAt(FROM + DAY, 8), strikeAt(FROM + DAY + HOUR, 8), strikeAt(FROM + DAY + 4 * HOUR, 8)];
    expect(replayed(strikes)).toMatchObject({ stops: 3, liftedTooEarly: 1 });
  });

  test('has the same stops and hits for an area that wants several strikes, or only what approaches', () => {
    const random = seededRandom(7);
    // Storms of up to two hours, some of which come near, with more and more lightning.
    const strikes = Array.from({ length: 60 }, () => [FROM + random() * 14 * DAY, random() * 25] as const)
      .flatMap(([beginMs, nearestKm]) =>
        Array.from({ length: 1 + Math.floor(random() * 120) }, (_, index) =>
          strikeAt(
            Math.round(beginMs + Math.sqrt((index + random()) / 120) * 2 * HOUR),
            nearestKm + random() * (30 - nearestKm),
          ),
        ),
      )
      .sort((a, b) => a.atMs - b.atMs);
    const gaps = [[FROM + 5 * DAY, FROM + 5 * DAY + 6 * HOUR]];
    const stopsOf = (rules: object) => {
      const { alerts, atNight, unwarned, ...stops } = replayed(strikes, { gaps, area: { ...SOFIA, ...rules } });
      return { alerts, stops: { ...stops, unwarned: unwarned.map(({ atMs }) => atMs) } };
    };
    const usual = stopsOf({});
    expect(usual.stops.hits).toBeGreaterThan(usual.stops.warned);
    expect(usual.stops.warned).toBeGreaterThan(3);
    expect(usual.stops.liftedTooEarly).toBeGreaterThan(0);
    const others = [{ least: 8 }, { least: 8, approachOnly: true }].map(stopsOf);
    for (const { stops } of [...others, stopsOf({ approachOnly: true })]) expect(stops).toEqual(usual.stops);
    const alerts = [usual, ...others].map((found) => found.alerts);
    expect(alerts).toEqual(alerts.toSorted((a, b) => b - a));
    expect(new Set(alerts).size).toBe(3);
  });

  test('knows night by the zone’s own clock, summer time included', () => {
    const atSix = [strikeAt(FROM + 5 * HOUR + 30 * MINUTE, 8)];
    expect(replayed(atSix).atNight).toBe(1);
    expect(replayed(atSix, { timeZone: 'Asia/Tokyo' }).atNight).toBe(0);
  });

  test('lets no alert end by time without data, and counts neither stops nor hits that it may have changed', () => {
    const gaps = [[FROM + DAY + 10 * MINUTE, FROM + DAY + 2 * HOUR]];
    const after = FROM + DAY + 2 * HOUR + 20 * MINUTE;
    const found = replayed([strikeAt(FROM + DAY, 8), strikeAt(after, 1)], { gaps });
    expect(found).toMatchObject({ stops: 0, stopMs: 0, hits: 0, alerts: 1 });
    expect(found.longestStopMs).toBeGreaterThan(2 * HOUR);
  });

  test('of the dearest place and the most strikes pauses often, so that others have their turn', () => {
    const area = { ...SOFIA, ringsKm: [60, 60, 60] as const, dwellMs: HOUR };
    const strikes = Array.from({ length: 60_000 }, (_, index) => ({
      ...strikeAt(FROM + Math.floor((index * 14 * DAY) / 60_000), (index * 7.3) % 60),
      ordinal: index,
    }));
    expect(finished(replayingArea({ ...period, area, strikes })).pauses).toBeGreaterThan(30);
  });

  test('of a long storm goes on to its end, and of one that is under way to now', () => {
    const storm = Array.from({ length: 30 }, (_, index) => strikeAt(FROM + 14 * DAY - HOUR + index * 120_000, 3));
    expect(replayed(storm)).toMatchObject({ alerts: 1, stops: 0 });
    expect(replayed(storm).longestStopMs).toBeGreaterThan(55 * MINUTE);
  });
});

describe('what the archive covers', () => {
  const extent = (gaps: readonly (readonly [number, number])[], completeToMs: number | null = FROM + DAY) => ({
    completeToMs,
    gaps,
    outsideHome: false,
  });

  test('begins with the first reading and ends with the last; holes within are told', () => {
    const hole = [FROM + 5 * HOUR, FROM + 6 * HOUR] as const;
    const covered = { fromMs: FROM + 2 * HOUR, toMs: FROM + DAY, gaps: [hole] };
    expect(coveredPart(extent([[FROM, FROM + 2 * HOUR], hole]), FROM, FROM + 2 * DAY)).toEqual(covered);
  });

  test('is nothing where nothing was read', () => {
    const none = { fromMs: FROM + DAY, toMs: FROM + DAY, gaps: [] };
    expect(coveredPart(extent([[FROM, FROM + DAY]]), FROM, FROM + DAY)).toEqual(none);
    expect(coveredPart(extent([], null), FROM, FROM + DAY)).toEqual(none);
  });
});

test('pages of strikes, the newest first and each in no order, become columns, oldest first, of which a part is taken', () => {
  const page = (...atMs: number[]) => ({ atMs, latitude: atMs.map((ms) => ms / 10), longitude: atMs.map((ms) => -ms) });
  const { result } = finished(joinPositions([page(9, 7, 8), page(), page(5, 6, 5)]));
  expect(result).toEqual(
    positionColumns([5, 5, 6, 7, 8, 9].map((ms) => ({ atMs: ms, latitude: ms / 10, longitude: -ms }))),
  );
  expect(positionsSince(result, 6).longitude).toEqual(Float64Array.of(-6, -7, -8, -9));
  expect(positionsSince(result, 10).atMs).toHaveLength(0);
});

describe('how good alerts were around a place', () => {
  const SIDE = 8;
  const BOX = { west: 22.5, south: 42, east: 24, north: 43.2 };
  /** Storms that cross the box at any time of each day: a front of three cells for some hours, so many strikes an hour. */
  function syntheticStrikes(strikesAnHour: number): TimedPosition[] {
    const random = seededRandom(11);
    const strikes: TimedPosition[] = [];
    for (let day = 0; day < 14; day += 1) {
      const beginMs = FROM + day * DAY + random() * 20 * HOUR;
      const cells = Array.from({ length: 3 }, () => ({
        latitude: BOX.south + random() * 1.2,
        longitude: BOX.west - 0.3 + random() * 0.3,
        degreesAnHour: 0.25 + random() * 0.3,
        hours: 2 + random() * 4,
      }));
      for (const { latitude, longitude, degreesAnHour, hours } of cells) {
        for (let strike = 0; strike < hours * strikesAnHour; strike += 1) {
          const hour = strike / strikesAnHour;
          strikes.push({
            atMs: Math.round(beginMs + hour * HOUR),
            latitude: latitude + (random() + random() - 1) * 0.12,
            longitude: longitude + degreesAnHour * hour + (random() + random() - 1) * 0.12,
          });
        }
      }
    }
    return strikes.sort((a, b) => a.atMs - b.atMs);
  }
  const STRIKES = syntheticStrikes(120);
  type Parts = Partial<Omit<SkillQuery, 'strikes'>> & { readonly strikes?: readonly TimedPosition[] };
  const evaluated = ({ strikes = STRIKES, ...parts }: Parts = {}) =>
    finished(
      judgingSkill({
        area: SOFIA,
        sites: gridSites({ ...BOX, side: SIDE }),
        strikes: positionColumns(strikes),
        ...{ fromMs: FROM, toMs: FROM + 14 * DAY, gaps: [] },
        rule: { ringKm: 16, dwellMin: 30 },
        ...{ siteKm: 2, timeZone: 'UTC', withReturns: true },
        ...parts,
      }),
    ).result;
  const sharesOf = ({ around, usual, choices, returns }: ReturnType<typeof evaluated>) => ({
    warned: around.warnedShare,
    withoutHit: around.withoutHitShare,
    liftedTooEarly: around.liftedTooEarlyShare,
    usual: usual?.warnedShare,
    ...Object.fromEntries(choices.map(({ ringKm, dwellMin, warned }) => [`${ringKm} km, ${dwellMin} min`, warned])),
    ...Object.fromEntries(returns.map(({ quietMin, back }) => [`quiet for ${quietMin} min`, back])),
  });
  const whole = evaluated();

  test('each of the thirty choices counts what it counts alone, and the rings in use are one of them', () => {
    const cells = new StrikeCells(positionColumns(STRIKES));
    for (const _ of cells.fill());
    const near = gridSites({ ...BOX, side: SIDE }).map((site) => cells.near(site, 30));
    const outside = [
      [Number.NEGATIVE_INFINITY, FROM],
      [FROM + 14 * DAY, Number.POSITIVE_INFINITY],
    ] as const;
    expect(whole.choices).toHaveLength(30);
    for (const { ringKm, dwellMin, hits, stopMsASite, warned } of whole.choices) {
      const tally = new AlarmTally();
      for (const site of near) countAlarms(site, { ringKm, dwellMin }, 2, outside, tally);
      const { total } = tally;
      expect({ hits, stopMsASite }).toEqual({ hits: total.hits, stopMsASite: Math.round(total.alarmMs / SIDE ** 2) });
      expect(warned?.share).toBeCloseTo(total.warned / total.hits, 12);
    }
    const own = whole.choices.find(({ ringKm, dwellMin }) => ringKm === 16 && dwellMin === 30);
    expect([own?.hits, own?.warned?.share]).toEqual([whole.around.hits, whole.around.warnedShare?.share]);
  });

  test('without six hours of data no share leaves its own interval, and the missing time is given', () => {
    for (const day of [2, 5, 9]) {
      const storm = STRIKES.find(({ atMs }) => atMs > FROM + day * DAY)?.atMs ?? 0;
      const gap = [storm + HOUR, storm + 7 * HOUR] as const;
      const strikes = STRIKES.filter(({ atMs }) => atMs < gap[0] || atMs >= gap[1]);
      expect(strikes.length).toBeLessThan(STRIKES.length - 100);
      const part = evaluated({ strikes, gaps: [gap] });
      expect(part.gapMs).toBe(6 * HOUR);
      const before = sharesOf(whole);
      for (const [name, share] of Object.entries(sharesOf(part))) {
        const known = before[name as keyof typeof before];
        expect(share?.share, name).toBeGreaterThanOrEqual(known?.low ?? 1);
        expect(share?.share, name).toBeLessThanOrEqual(known?.high ?? 0);
      }
    }
  });

  test('the same question has the same answer, its intervals too', () => expect(evaluated()).toEqual(whole));

  test('no share is given of fewer than ten hits or stops, or fifty quiet times', () => {
    const few = evaluated({ strikes: STRIKES.slice(0, 40) });
    expect(few.around.hits).toBeLessThan(10);
    expect(few.around.warnedShare).toBeUndefined();
    expect(few.around.lead).toBeUndefined();
    for (const { cases, back } of evaluated({ strikes: STRIKES.slice(0, 400) }).returns)
      expect(back !== undefined, `${cases} cases`).toBe(cases >= 50);
  });

  test('the default rings stand beside others, and not beside themselves', () => {
    expect(whole.usual?.hits).toBeGreaterThan(10);
    expect(evaluated({ rule: { ringKm: 10, dwellMin: 30 } }).usual).toBeUndefined();
  });

  test('a drawn area is hit by strikes inside it, a line by those within 2 km of it', () => {
    const hour = (index: number) => FROM + DAY + 3 * index * HOUR;
    // 42.7°N: a hundredth of a degree of latitude is 1.1 km.
    const strikes = [42.75, 42.81, 42.815, 42.83].map((latitude, index) => ({
      ...{ latitude, longitude: 23.35, atMs: hour(index) },
    }));
    const corners = [
      [23.3, 42.7],
      [23.4, 42.7],
      [23.4, 42.8],
      [23.3, 42.8],
      [23.3, 42.7],
    ] as const;
    const hereOf = (shape: Shape) => evaluated({ area: { ...SOFIA, shape }, strikes }).here;
    expect(hereOf({ type: 'Polygon', coordinates: [corners] })).toMatchObject({ siteKm: 0, hits: 1, stops: 4 });
    expect(hereOf({ type: 'LineString', coordinates: corners.slice(2, 4) })).toMatchObject({ siteKm: 2, hits: 2 });
  });

  test('a region has no place of its own, and a source that may not support alerts no odds of return', () => {
    const { here, returns } = evaluated({ area: undefined, withReturns: false });
    expect([here, returns]).toEqual([undefined, []]);
  });

  test('is what the API’s schema says', () => {
    const frame = { cut: false, siteKm: 2, ringsKm: [30, 16, 16], dwellMin: 30 };
    expect(v.safeParse(SkillView, { ...whole, ...frame }).issues).toBeUndefined();
  });
});
