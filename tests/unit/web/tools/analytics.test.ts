import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import written from '#shared/geo/regions.json' with { type: 'json' };
import { parseRegions } from '#shared/geo/regionTable.ts';
import { tileAt, tileBounds, tileRange } from '#shared/geo/tile.ts';
import { DAY_MS } from '#shared/time.ts';
import { dayAfter } from '#shared/utcDay.ts';
import { pairs } from '#tests/support/pairs.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { parseIntervals } from '#web/kit/http/archiveResponses.ts';
import { loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { parseOutlines } from '#web/kit/places/regions/loadRegions.ts';
import {
  DEFAULT_CHOICE,
  daysBefore,
  daysOf,
  formatAnalytics,
  NEWEST_DAYS,
  parseAnalytics,
  RADII_KM,
  SHADED_AREAS,
} from '#web/tools/analytics/analyticsAddress.ts';
import {
  areaKm2,
  cellCounts,
  classOf,
  densityClasses,
  gridCells,
  pictureOfCounts,
  regionCounts,
  regionSums,
} from '#web/tools/analytics/areas.ts';
import {
  comparePeriods,
  dayBins,
  type HourCounts,
  hourOfDayBins,
  joinedCounts,
  monthBins,
  observedMs,
  poissonInterval,
  rateOf,
  totalOf,
  wilsonInterval,
} from '#web/tools/analytics/counts.ts';
import { csvOf, namedHours, niceTicks, numberTexts, observedOf } from '#web/tools/analytics/figures.tsx';
import { tileKey, utcDays } from '#web/tools/analytics/loadDays.ts';
import { daysBetween, localDayStartMs, localTime } from '#web/tools/analytics/localTime.ts';
import { scopeBox } from '#web/tools/analytics/scope.ts';

const keyAt = (longitude: number, latitude: number) => {
  const { x, y } = tileAt(longitude, latitude, 12);
  return tileKey(x, y);
};

const HOUR_MS = 3_600_000;

describe('analytics address', () => {
  const days = fc
    .tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 399 }))
    .map(([from, more]) => ({ first: dayAfter('2020-01-01', from), last: dayAfter('2020-01-01', from + more) }));
  const degrees = (most: number) => fc.integer({ min: -most * 1_000, max: most * 1_000 }).map((n) => n / 1_000 + 0);
  const choice = fc.record({
    scope: fc.oneof(
      fc.record({
        kind: fc.constant('place' as const),
        latitude: degrees(85),
        longitude: degrees(180),
        radiusKm: fc.constantFrom(...RADII_KM),
        name: fc.string({ maxLength: 60 }),
      }),
      fc.record({ kind: fc.constant('region' as const), code: fc.constantFrom('BG.stara-zagora', 'MK', 'GR.crete') }),
    ),
    period: fc.oneof(days, fc.record({ newest: fc.constantFrom(...NEWEST_DAYS) })),
    other: fc.option(days, { nil: undefined }),
    shaded: fc.constantFrom(...SHADED_AREAS),
    grid: fc.boolean(),
  });

  test('every choice survives its address', () =>
    fc.assert(
      fc.property(choice, (chosen) => {
        expect(parseAnalytics(formatAnalytics(chosen))).toEqual({ choice: chosen, errors: [] });
      }),
    ));

  test('what is usual is not in the address', () => {
    expect(formatAnalytics(DEFAULT_CHOICE)).toBe('');
    expect(parseAnalytics('')).toEqual({ choice: DEFAULT_CHOICE, errors: [] });
  });

  test.each([
    ['?at=91,24', 'place'],
    ['?at=42', 'place'],
    ['?at=42,24,1', 'place'],
    ['?at=42,x', 'place'],
    ['?at=42,24&r=26', 'place'],
    [`?at=42,24&name=${'x'.repeat(61)}`, 'place'],
    ['?region=Sofia', 'region'],
    ['?from=2026-11-01', 'period'],
    ['?from=2026-11-09&to=2026-11-01', 'period'],
    ['?from=2026-02-30&to=2026-03-01', 'period'],
    ['?from=2024-01-01&to=2026-03-01', 'period'],
    ['?days=15', 'period'],
    ['?with=2026-11-01', 'other'],
    ['?with=2026-11-01,2026-11-02,2026-11-03', 'other'],
  ])('%s breaks a rule of its %s, and the rest is kept', (search, error) => {
    const { choice: read, errors } = parseAnalytics(`${search}&cells=12&grid=1`);
    expect(errors).toEqual([error]);
    expect(read).toEqual({ ...DEFAULT_CHOICE, shaded: 12, grid: true });
  });

  test('the newest days end today; what they are compared with ends the day before they begin', () => {
    expect(daysOf({ newest: 14 }, '2026-11-22')).toEqual({ first: '2026-11-09', last: '2026-11-22' });
    const before = { first: '2026-10-26', last: '2026-11-08' };
    expect(daysBefore({ first: '2026-11-09', last: '2026-11-22' })).toEqual(before);
  });
});

describe('area counts', () => {
  const read = (name: string) => readFileSync(join(projectRoot, 'web/kit/places/regions', name), 'utf8');
  const table = parseRegions(written);
  const shapes = parseOutlines(read('outlines.txt'));
  /** A storm over Sofia, a few strikes over Crete, and most of all at sea. */
  const STRIKES = new Map([
    [keyAt(23.32, 42.7), 900],
    [keyAt(24.9, 35.2), 7],
    [keyAt(17.5, 38), 5_000],
  ]);

  beforeAll(() => loadTexts('en', ['analytics']));

  test('the map shades every region, and names each with its density and its count; the sea is in the list alone', () => {
    const LL = textsFor('en');
    const counts = regionCounts(STRIKES, { table, shapes }, HOME, LL, 'en');
    const { areas, legend } = pictureOfCounts('regions', counts, 10 * DAY_MS, HOME, LL, 'en');
    expect(areas).toHaveLength(table.regions.length);
    expect(counts.find(({ id }) => id === 'rest')?.strikes).toBe(5_000);
    const [sofia] = areas;
    expect(sofia).toMatchObject({ id: 'BG.sofia-city', level: 4, few: false });
    expect(sofia?.label).toMatch(/^Sofia City, Bulgaria: 0\.0\d+ · 900 strokes$/);
    expect(areas.find(({ id }) => id === 'GR.crete')).toMatchObject({ level: 0, few: true });
    expect(legend.bounds).toHaveLength(4);
  });

  test('a cell is named by its middle, and is where its tile is', () => {
    const LL = textsFor('en');
    const counts = cellCounts(STRIKES, 10, HOME);
    const { areas } = pictureOfCounts('cells', counts, DAY_MS, HOME, LL, 'en');
    expect(areas.map(({ few }) => few)).toEqual([false, false, true]);
    expect(areas[1]?.label).toMatch(/^42\.\d\d, 23\.\d\d: 1\.\d+ · 900 strokes$/);
    expect(counts.map(({ id }) => id)).toEqual(areas.map(({ id }) => id));
  });
});

describe('density', () => {
  const table = parseRegions(written);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

  test('a tile of zoom 12 has some 50 km² here, and the earth has its area', () => {
    const { z, x, y } = tileAt(23.32, 42.7, 12);
    expect(areaKm2(tileBounds({ z, x, y }))).toBeCloseTo(51.6, 0);
    expect(areaKm2({ west: -180, south: -90, east: 180, north: 90 }) / 1e6).toBeCloseTo(510.07, 1);
  });

  test('coarser cells hold the strikes of their tiles; at the edge, only the area that is watched counts', () => {
    const { x, y } = tileAt(23.32, 42.7, 10);
    const strikes = new Map([
      [tileKey(4 * x, 4 * y), 3],
      [tileKey(4 * x + 3, 4 * y + 3), 4],
      [keyAt(13.005, 45), 5],
    ]);
    const cells = gridCells(strikes, 10, HOME);
    const inside = cells.find((cell) => cell.x === x);
    expect(inside).toMatchObject({ y, strikes: 7 });
    expect(inside?.areaKm2).toBeCloseTo(areaKm2(tileBounds({ z: 10, x, y })), 6);
    const edge = tileAt(13.005, 45, 10);
    const truncated = cells.find((cell) => cell.x === edge.x);
    expect(truncated?.areaKm2).toBeLessThan(areaKm2(tileBounds(edge)));
    expect(sum(gridCells(strikes, 12, HOME).map((cell) => cell.strikes))).toBe(12);
  });

  test('every tile of home belongs to one region or to none, and areas are those of the atlas', () => {
    const sums = regionSums(new Map([[keyAt(24.75, 42.15), 9]]), table, HOME);
    expect(sum(sums.map(({ areaKm2: area }) => area))).toBeCloseTo(areaKm2(HOME), 0);
    const bulgaria = sums.filter(({ region }) => region !== undefined && table.regions[region]?.country === 'BG');
    expect(bulgaria).toHaveLength(28);
    // 110,994 km² and, for Crete, 8,450: what a tile of 7 km can tell of them.
    expect(sum(bulgaria.map(({ areaKm2: area }) => area)) / 110_994).toBeCloseTo(1, 1);
    const crete = sums.find(({ region }) => region !== undefined && table.regions[region]?.code === 'GR.crete');
    expect((crete?.areaKm2 ?? 0) / 8_450).toBeCloseTo(1, 1);
    const plovdiv = sums.find(({ strikes }) => strikes === 9);
    expect(table.regions[plovdiv?.region ?? -1]?.code).toBe('BG.plovdiv');
  });

  test('what falls in a city falls in its region; what falls at sea or outside in none', () => {
    for (const [code, longitude, latitude] of [
      ...([
        ['BG.sofia-city', 23.32, 42.7],
        ['BG.varna', 27.9, 43.2],
        ['RO.bucharest', 26.1, 44.43],
      ] as const),
      ...([
        ['RS.belgrade', 20.46, 44.8],
        ['GR.central-macedonia', 22.95, 40.65],
        ['MK', 21.43, 41.99],
      ] as const),
      ...([
        ['AL.tirana', 19.82, 41.33],
        ['HR.split-dalmatia', 16.44, 43.55],
        ['TR.kutahya', 29.3, 39.4],
      ] as const),
      ...([
        [undefined, 19, 40],
        [undefined, 40, 42],
      ] as const),
    ]) {
      const { x, y } = tileAt(longitude, latitude, 12);
      expect(table.regions[table.regionAt(x, y) ?? -1]?.code).toBe(code);
    }
  });

  test('every region has a code of its own, names in every language or none, and a box that holds its tiles', () => {
    expect(new Set(table.regions.map(({ code }) => code)).size).toBe(table.regions.length);
    for (const { code, en, ru, bg } of table.regions) {
      expect(code).toMatch(/^[A-Z]{2}(\.[a-z-]+)?$/);
      expect(new Set([en, ru, bg].map((name) => name === '')).size).toBe(1);
    }
    const range = tileRange(HOME, 12);
    for (let y = range.north; y <= range.south; y += 7) {
      for (let x = range.west; x <= range.east; x += 5) {
        const box = table.regions[table.regionAt(x, y) ?? -1]?.box;
        const tile = tileBounds({ z: 12, x, y });
        if (box) expect(tile.west >= box.west && tile.east <= box.east && tile.north <= box.north).toBe(true);
      }
    }
    expect(() => parseRegions({ ...written, zoom: 11 })).toThrow('no table of regions');
  });

  test('densities are drawn in five classes by thirds of a power of ten; one in twenty may lie far above the last', () => {
    expect(densityClasses([0.2, 0.1])).toEqual([0.001, 0.003, 0.01, 0.03, 0.1]);
    expect(densityClasses([20, ...Array.from({ length: 19 }, () => 0.2)])).toEqual([0.001, 0.003, 0.01, 0.03, 0.1]);
    expect(densityClasses([])).toEqual([0.0001, 0.0003, 0.001, 0.003, 0.01]);
    const classes = [0.0001, 0.001, 0.0031, 0.2, 5].map((density) => classOf(density, densityClasses([0.2])));
    expect(classes).toEqual([0, 0, 1, 4, 4]);
  });

  test('days that were not read are not asked for; the present one is as long as it has lasted', () => {
    const at = (text: string) => Date.parse(text);
    const gaps = [[at('2026-11-01T12:00Z'), at('2026-11-03T06:00Z')]] as const;
    const days = utcDays('2026-11-01', '2026-11-05', at('2026-11-04T06:00Z'), gaps);
    expect(days.map(({ day, read }) => `${day} ${read}`)).toEqual([
      ...['2026-11-01 true', '2026-11-02 false', '2026-11-03 true', '2026-11-04 true'],
    ]);
    expect(days[3]).toMatchObject({ fromMs: at('2026-11-04T00:00Z'), toMs: at('2026-11-04T06:00Z') });
  });

  test('headers tell what was not read as intervals', () => {
    const at = (second: number) => `1970-01-01T00:00:0${second}.000Z`;
    expect(parseIntervals('none')).toEqual([]);
    expect(parseIntervals(`${at(1)}/${at(2)}, ${at(3)}/${at(4)}`)).toEqual(pairs('1000,2000 3000,4000'));
  });
});

describe('local bins', () => {
  /** Every hour has one strike. */
  function counts(first: string, days: number, gaps: HourCounts['gaps'] = []): HourCounts {
    const [fromMs, toMs] = [localDayStartMs(first), localDayStartMs(dayAfter(first, days))];
    const hours = Array.from({ length: (toMs - fromMs) / HOUR_MS }, (_, index) => fromMs + index * HOUR_MS);
    return { fromMs, toMs, strikes: new Map(hours.map((hourMs) => [hourMs, 1])), gaps };
  }

  test('a local day begins at 22:00 UTC in winter, at 21:00 in summer, and on days of change where the clocks stand then', () => {
    // Clocks go on at 03:00 on 29 March 2026, and back at 04:00 on 25 October.
    for (const [day, begins] of [
      ['2026-11-08', '2026-11-07T22:00:00.000Z'],
      ['2026-07-08', '2026-07-07T21:00:00.000Z'],
      ['2026-03-29', '2026-03-28T22:00:00.000Z'],
      ['2026-03-30', '2026-03-29T21:00:00.000Z'],
      ['2026-10-25', '2026-10-24T21:00:00.000Z'],
      ['2026-10-26', '2026-10-25T22:00:00.000Z'],
    ] as const)
      expect(new Date(localDayStartMs(day)).toISOString()).toBe(begins);
    for (let day = '2026-01-01'; day < '2027-01-01'; day = dayAfter(day)) {
      expect(localTime(localDayStartMs(day))).toEqual({ day, hour: 0 });
      expect(localTime(localDayStartMs(day) - 1).day).toBe(dayAfter(day, -1));
    }
  });

  test('hours are put to their local days: 25 on the day on which summer time ends, 23 where it begins', () => {
    const autumn = dayBins(counts('2026-10-24', 3)).map(({ key, strikes }) => `${key}: ${strikes}`);
    expect(autumn).toEqual(['2026-10-24: 24', '2026-10-25: 25', '2026-10-26: 24']);
    const time = { lengthMs: 23 * HOUR_MS, observedMs: 23 * HOUR_MS };
    expect(dayBins(counts('2026-03-29', 1))).toEqual([{ key: '2026-03-29', strikes: 23, ...time }]);
  });

  test('by hour of the day, the hour that comes twice has more time and not a higher rate; by month, as far as the time reaches', () => {
    const hours = hourOfDayBins(counts('2026-10-25', 1));
    expect(hours).toHaveLength(24);
    expect(hours[3]).toEqual({ key: '3', strikes: 2, lengthMs: 2 * HOUR_MS, observedMs: 2 * HOUR_MS });
    expect(hourOfDayBins(counts('2026-03-29', 1))[3]).toEqual({ key: '3', strikes: 0, lengthMs: 0, observedMs: 0 });
    const months = monthBins(counts('2026-09-29', 33)).map(({ key, strikes }) => `${key}: ${strikes}`);
    expect(months).toEqual(['2026-09: 48', `2026-10: ${31 * 24 + 1}`]);
  });

  test('time that was not read, or of which nothing was told, is not observed; it never is a zero', () => {
    const fromMs = localDayStartMs('2026-11-08');
    const gap = [fromMs + 6 * HOUR_MS, fromMs + 15.6 * HOUR_MS] as const;
    const whole = counts('2026-11-08', 2, [gap]);
    expect(observedMs(whole) / HOUR_MS).toBeCloseTo(38.4, 10);
    expect(dayBins(whole).map((bin) => bin.observedMs / HOUR_MS)).toEqual([expect.closeTo(14.4, 10), 24]);
    const unreported = { ...whole, strikes: new Map([...whole.strikes].slice(24)) };
    expect(dayBins(unreported)[0]).toEqual({ key: '2026-11-08', strikes: 0, lengthMs: 24 * HOUR_MS, observedMs: 0 });
    expect(totalOf(unreported)).toMatchObject({ strikes: 24, observedMs: 24 * HOUR_MS, lengthMs: 48 * HOUR_MS });
  });

  test('the present hour is as long as it has lasted', () => {
    const { fromMs, strikes, gaps } = counts('2026-11-08', 1);
    const now = { fromMs, toMs: fromMs + 2.5 * HOUR_MS, strikes, gaps };
    expect(totalOf(now)).toMatchObject({ strikes: 3, lengthMs: 2.5 * HOUR_MS, observedMs: 2.5 * HOUR_MS });
  });

  test('pieces of a long time come together, with what was not read of each', () => {
    const hourToDay = [localDayStartMs('2026-11-08') + HOUR_MS, localDayStartMs('2026-11-09')] as const;
    const [a, b] = [counts('2026-11-08', 1, [hourToDay]), counts('2026-11-09', 1)];
    const joined = joinedCounts([a, { ...b, gaps: [[b.fromMs, b.fromMs + HOUR_MS]] }]);
    expect(joined?.gaps).toEqual([[a.fromMs + HOUR_MS, b.fromMs + HOUR_MS]]);
    expect(joined?.strikes.size).toBe(48);
    expect(joinedCounts([])).toBeUndefined();
  });

  test('days of the calendar are counted from one to another', () =>
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(3));
});

describe('plotting', () => {
  test.each([
    [0, [0, 1]],
    [3.7, [0, 1, 2, 3, 4]],
    [100, [0, 25, 50, 75, 100]],
    [11.7, [0, 5, 10, 15]],
    [0.0021, [0, 0.001, 0.002, 0.003]],
    [91_000, [0, 25_000, 50_000, 75_000, 100_000]],
  ])('an axis up to %f has round numbers', (most, ticks) => expect(niceTicks(most)).toEqual(ticks));

  test('a file has the names of its columns, quotes where they are needed, and points in its numbers', () => {
    const cell = (value: string | number) => ({ visible: 'as shown', value });
    const columns = [
      { key: 'region', label: 'Област' },
      { key: 'strokes', label: 'Разряди' },
    ];
    const rows = [
      [cell('Sofia, "City"'), cell(1.5)],
      [cell('Varna'), cell('')],
    ];
    const table = { columns, rows };
    expect(csvOf(table)).toBe('region,strokes\r\n"Sofia, ""City""",1.5\r\nVarna,\r\n');
  });

  test('observed time is never rounded up to all of it', () => {
    const texts = numberTexts('en');
    const observed = (days: number) =>
      observedOf({ observedMs: days * 24 * HOUR_MS, lengthMs: 14 * 24 * HOUR_MS }, texts, 'days');
    expect(observed(13.99)).toEqual({ observed: '13.9', length: '14' });
    expect(observed(13.6).observed).toBe('13.6');
    expect(numberTexts('bg').tenths(1.25)).toBe('1,2');
  });

  test('beside an hour of the day stands what it is in UTC, both where summer time ends in between', () => {
    const fromMs = Date.parse('2026-10-23T21:00:00Z');
    const toMs = fromMs + 73 * HOUR_MS;
    const hours = namedHours({ fromMs, toMs, strikes: new Map(), gaps: [] });
    expect(hours[12]).toMatchObject({ name: '12:00', utc: '09:00 / 10:00' });
    const winter = namedHours({ fromMs: fromMs + 49 * HOUR_MS, toMs, strikes: new Map(), gaps: [] });
    expect(winter[0]).toMatchObject({ name: '00:00', utc: '22:00' });
  });

  test('a place is counted in its box as far as that is watched; a region waits for the table', () => {
    const home = { west: 13, south: 34, east: 31, north: 48 };
    const place = (latitude: number, longitude: number) =>
      ({ kind: 'place', latitude, longitude, radiusKm: 25, name: '' }) as const;
    expect(scopeBox({ kind: 'home' }, home, undefined)).toEqual({ kind: 'box', box: home });
    const box = { west: 24.44, south: 41.92, east: 25.06, north: 42.38 };
    expect(scopeBox(place(42.15, 24.75), home, undefined)).toEqual({ kind: 'box', box });
    expect(scopeBox(place(47.9, 24.75), home, undefined)).toMatchObject({ box: { north: 48 } });
    expect(scopeBox(place(52, 10), home, undefined)).toEqual({ kind: 'outside' });
    const region = { kind: 'region', code: 'BG.x' } as const;
    expect(scopeBox(region, home, undefined)).toEqual({ kind: 'waiting' });
    const tiles = { zoom: 12, west: 2330, north: 1510, width: 2, rows: ['0,1'] };
    const table = parseRegions({ ...tiles, regions: ['BG.x\tBG\tX\tX\tX'] });
    expect(scopeBox(region, home, table)).toMatchObject({ kind: 'box', box: { west: 24.87 } });
    expect(scopeBox({ kind: 'region', code: 'BG.y' }, home, table)).toEqual({ kind: 'unknown' });
  });
});

describe('poisson interval', () => {
  test.each([
    // Garwood 1936, as tabulated in Ulm, Am. J. Epidemiol. 131 (1990), and in every set of tables since.
    [0, 0, 3.689],
    [1, 0.025, 5.572],
    [2, 0.242, 7.225],
    [3, 0.619, 8.767],
    [5, 1.623, 11.668],
    [10, 4.795, 18.39],
    [20, 12.217, 30.888],
    [50, 37.111, 65.919],
    [100, 81.364, 121.627],
  ])('a count of %i comes from a mean of %f to %f, as published', (count, low, high) =>
    expect(poissonInterval(count)).toEqual([expect.closeTo(low, 2), expect.closeTo(high, 2)]),
  );

  test('beyond a hundred the ends go on without a step; some eighty counts are needed to know a rate to 20 %, as IEC 62858 has it', () => {
    const [low, high] = poissonInterval(101);
    expect(low - poissonInterval(100)[0]).toBeCloseTo(0.91, 1);
    expect(high - poissonInterval(100)[1]).toBeCloseTo(1.1, 1);
    const [wideLow, wideHigh] = poissonInterval(1_000_000);
    expect(1_000_000 - wideLow).toBeCloseTo(1_959, -1);
    expect(wideHigh - 1_000_000).toBeCloseTo(1_962, -1);
    const [least, most] = poissonInterval(80);
    expect(1 - least / 80).toBeCloseTo(0.2, 1);
    expect(most / 80 - 1).toBeLessThan(0.25);
  });

  test('a rate is per observed time, with its interval; of nothing observed there is none', () => {
    const rate = rateOf({ strikes: 10, observedMs: DAY_MS / 2 });
    expect(rate?.value).toBe(20);
    expect(rate?.interval[0]).toBeCloseTo(9.59, 2);
    expect(rateOf({ strikes: 3, observedMs: 0 })).toBeUndefined();
  });

  test('a share has the interval that Wilson gives it', () => {
    // Newcombe, Stat. Med. 17 (1998), table I: 81 of 263; 15 of 148; 0 of 20; 1 of 29.
    for (const [count, all, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const)
      expect(wilsonInterval(count, all)).toEqual([expect.closeTo(low, 3), expect.closeTo(high, 3)]);
  });

  test('two periods are compared by what fell in their observed time, and what chance alone explains is said to be chance', () => {
    const week = (strikes: number, days = 7) => ({ strikes, observedMs: days * DAY_MS });
    const verdictOf = (...both: Parameters<typeof comparePeriods>) => comparePeriods(...both).verdict;
    expect(verdictOf(week(52), week(48))).toBe('chance');
    expect(verdictOf(week(520), week(400))).toBe('more');
    expect(verdictOf(week(400), week(520))).toBe('less');
    expect(verdictOf(week(0), week(0))).toBe('none');
    expect(verdictOf(week(9), week(9, 0))).toBe('noData');
    expect(verdictOf(week(0), week(2))).toBe('chance');
    const half = { verdict: 'chance', ratio: { value: expect.closeTo(1, 10) } };
    expect(comparePeriods(week(100, 3.5), week(200))).toMatchObject(half);
    expect(comparePeriods(week(30), week(0))).toMatchObject({ verdict: 'more', ratio: { value: Infinity } });
  });
});
