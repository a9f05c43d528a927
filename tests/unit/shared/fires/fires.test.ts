import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { readCsv } from '#shared/csv.ts';
import {
  attributeFire,
  BackgroundIgnitions,
  groupHotspots,
  sightingsOf,
  staticFires,
} from '#shared/fires/attributeFire.ts';
import { formatHoldover, HoldoverBody, holdoverBody } from '#shared/fires/bodies.ts';
import { type Hotspot, hotspotKey, parseHotspotKey, satelliteStateAt } from '#shared/fires/Hotspot.ts';
import {
  cornersOfCell,
  firstSeenRate,
  gapShare,
  HOLDOVER,
  type HoldoverList,
  holdoverList,
  seenWithin,
  unseenShare,
} from '#shared/fires/holdover.ts';
import { readHotspots } from '#shared/fires/readHotspots.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#shared/time.ts';
import { aHotspot, SEEN_MS } from '#tests/fires/aHotspot.ts';
import { aFire } from '#tests/fires/someFires.ts';

describe('other fires', () => {
  const JULY_MS = Date.UTC(2026, 6, 1);
  const PLACE = { latitude: 42, longitude: 24 };
  const FAR = { latitude: 37, longitude: 14 };
  const FORTNIGHT = [JULY_MS, JULY_MS + 14 * DAY_MS] as const;
  const fires = (count: number, chance: number) =>
    Array.from({ length: count }, (_, day) => ({ ...PLACE, firstSeenMs: JULY_MS + (day % 14) * DAY_MS, chance }));

  const rate = (others: BackgroundIgnitions, place = PLACE, atMs = JULY_MS + 20 * DAY_MS) => others.rateAt(place, atMs);
  const assumed = rate(new BackgroundIgnitions());

  test('before any fire was counted, 200 a day are assumed all over home; then what was, there and in that month', () => {
    expect(assumed * 24 * 2.33e6).toBeCloseTo(200, -1);
    expect(rate(new BackgroundIgnitions(), FAR)).toBe(assumed);
    const busy = new BackgroundIgnitions(fires(2_000, 0), [FORTNIGHT]);
    expect(rate(busy)).toBeGreaterThan(3 * assumed);
    expect(rate(busy, FAR)).toBeCloseTo(assumed / 3, 12);
    expect(rate(busy, PLACE, Date.UTC(2026, 7, 3))).toBe(assumed);
    expect(rate(busy, PLACE, Date.UTC(2027, 6, 3))).toBe(rate(busy));
  });

  test('a fire counts as far as lightning did not light it', () => {
    const half = new BackgroundIgnitions(fires(1_000, 0.5), [FORTNIGHT]);
    expect(rate(half)).toBeCloseTo(rate(new BackgroundIgnitions(fires(500, 0), [FORTNIGHT])), 12);
  });
});

const keyed = (...fires: readonly (readonly Hotspot[])[]) =>
  new Map(
    fires.flatMap((hotspots) => hotspots.map((one) => [hotspotKey(one), hotspotKey(hotspots[0] ?? one)] as const)),
  );
const ids = (hotspots: readonly Hotspot[], known?: ReadonlyMap<string, string>) =>
  groupHotspots(hotspots, known).map(({ id }) => id);

describe('hotspots make fires', () => {
  test.each([
    ['edges 0.9 km apart', aHotspot(1.3), 1],
    ['edges 1.1 km apart', aHotspot(1.5), 2],
    ['71 hours apart', aHotspot(0, 0, 71), 1],
    ['73 hours apart', aHotspot(0, 0, 73), 2],
    ['the same pixel, by the satellite that comes 50 minutes later', aHotspot(0.1, 0, 50 / 60, 'suomi-npp'), 1],
    [
      'a wide pixel of MODIS, which reaches further than its middle',
      { ...aHotspot(3.4, 0, 0, 'modis'), scanKm: 4.8 },
      1,
    ],
  ])('%s', (_, other, count) => expect(groupHotspots([aHotspot(), other])).toHaveLength(count));

  test('passes are sightings of one fire: power is that of the newest pass, the place that of the first', () => {
    const [fire] = groupHotspots([
      ...[aHotspot(0, 0), aHotspot(0.5, 0)],
      ...[aHotspot(1, 0, 12), aHotspot(1.2, 0, 12), aHotspot(1.4, 0, 12)],
    ]);
    expect(fire).toMatchObject({ firstSeenMs: SEEN_MS, lastSeenMs: SEEN_MS + 12 * HOUR_MS, frpMw: 15 });
    expect(fire?.longitude).toBeCloseTo((aHotspot(0).longitude + aHotspot(0.5).longitude) / 2, 9);
  });

  test('fires that grow together keep the older id', () => {
    const [left, right, bridge] = [aHotspot(0), aHotspot(2.4, 0, 1), aHotspot(1.2, 0, 6)];
    expect(ids([left, right])).toEqual([hotspotKey(left), hotspotKey(right)]);
    expect(ids([left, right, bridge], keyed([left], [right]))).toEqual([hotspotKey(left)]);
  });

  test('a hotspot that is older and comes later changes no id', () => {
    const [hotspot, late] = [aHotspot(0), aHotspot(0.4, 0, -2, 'suomi-npp')];
    expect(ids([hotspot, late])).toEqual([hotspotKey(late)]);
    expect(ids([hotspot, late], keyed([hotspot]))).toEqual([hotspotKey(hotspot)]);
  });

  test('of a fire that falls apart, only the part with the oldest hotspot keeps the id', () => {
    const [left, right] = [aHotspot(0), aHotspot(2.4, 0, 1)];
    expect(ids([left, right], keyed([left, right]))).toEqual([hotspotKey(left), hotspotKey(right)]);
  });
});

describe('neither order nor repetition changes anything', () => {
  const side = fc.integer({ min: -12, max: 12 });
  const hotspot = fc
    .tuple(side, side, fc.integer({ min: 0, max: 200 }), fc.constantFrom('noaa-20' as const, 'modis' as const))
    .map(([east, north, hours, satellite]) => aHotspot(east * 0.7, north * 0.7, hours, satellite));
  const hotspots = fc.array(hotspot, { minLength: 1, maxLength: 40 });

  test('of hotspots that are gathered at once', () => {
    const shuffled = hotspots.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, again]) => {
        expect(groupHotspots(again)).toEqual(groupHotspots(all));
      }),
    );
  });

  test('of hotspots that come pass by pass, each gathered with what was known before', () => {
    fc.assert(
      fc.property(hotspots, (all) => {
        const byTime = all.toSorted((a, b) => (hotspotKey(a) < hotspotKey(b) ? -1 : 1));
        let known = new Map<string, string>();
        for (const count of byTime.keys()) {
          const fires = groupHotspots(byTime.slice(0, count + 1), known);
          known = new Map(fires.flatMap((fire) => fire.hotspots.map((one) => [hotspotKey(one), fire.id] as const)));
        }
        expect(groupHotspots(all, known)).toEqual(groupHotspots(all));
      }),
      { numRuns: 50 },
    );
  });
});

describe('holdover', () => {
  const NOW_MS = Date.parse('2026-07-20T06:00:00Z');

  /** In a square that has no other flash, so many squares to the east of the first. */
  const aFlash = (id: string, hours: number, east = 0, more: Partial<Strike> = {}): Strike => ({
    id,
    latitude: 42.003,
    longitude: 24.003 + east * 0.0243,
    atMs: NOW_MS - hours * HOUR_MS,
    ...more,
  });

  function listOf(strikes: readonly Strike[]): HoldoverList {
    const work = holdoverList(strikes, NOW_MS);
    for (;;) {
      const chunk = work.next();
      if (chunk.done) return chunk.value;
    }
  }

  const cellAt = (east: number) => listOf([aFlash('', 1, east)]).cells[0]?.id;

  describe('unseen starts', () => {
    test('of one flash are one in 840 times what the curves leave: Mediterranean, cautious, and a fifth of the way between', () => {
      const low = unseenShare(HOLDOVER.mediterranean, 24) / 840;
      const high = unseenShare(HOLDOVER.cautious, 24) / 840;
      const { all } = listOf([aFlash('a', 24)]);
      expect(all.low).toBeCloseTo(low, 9);
      expect(all.high).toBeCloseTo(high, 9);
      expect(all.expected).toBeCloseTo(0.8 * low + 0.2 * high, 9);
    });

    test('sum up over cells, which come by what is expected: a fresh flash before ten of three days ago', () => {
      const old = Array.from({ length: 10 }, (_, index) => aFlash(`o${index}`, 72 + index, 3));
      const list = listOf([...old, aFlash('a', 10)]);
      expect(list.cells).toMatchObject([
        { id: cellAt(3), flashes: 10 },
        { id: cellAt(0), flashes: 1 },
      ]);
      const fresh = listOf([...old, aFlash('f', 0.5)]);
      expect(fresh.cells[0]).toMatchObject({ id: cellAt(0), newestMs: NOW_MS - HOUR_MS / 2 });
      const sum = list.cells.reduce((all, { expected }) => all + expected, 0);
      expect(list.all.expected).toBeCloseTo(sum, 12);
      expect(listOf([aFlash('a', 10), ...old.toReversed()])).toEqual(list);
    });

    test('of the strokes of one flash are those of one flash, shared by the cells that it struck', () => {
      const strokes = [0, 1].map((east) => aFlash(`s${east}`, 10 - (east * 50) / HOUR_MS, east));
      const list = listOf(strokes);
      expect(list.flashes).toBe(1);
      expect(list.cells).toHaveLength(2);
      expect(list.all.expected).toBeCloseTo(listOf([aFlash('a', 10)]).all.expected, 7);
    });

    test('are none of a flash in a cloud', () =>
      expect(listOf([aFlash('a', 10, 0, { detail: { type: 'cloud' } })]).cells).toEqual([]));

    test('of any strike lie in the cell that holds it, whose middle is at most 1.5 km away', () => {
      const [north, east] = [
        fc.double({ min: 34, max: 48, noNaN: true }),
        fc.double({ min: 13, max: 31, noNaN: true }),
      ];
      fc.assert(
        fc.property(north, east, (latitude, longitude) => {
          const [cell] = listOf([aFlash('a', 1, 0, { latitude, longitude })]).cells;
          expect(distanceKm({ latitude, longitude }, cell ?? { latitude: 0, longitude: 0 })).toBeLessThan(1.5);
          const [southWest, , northEast] = cornersOfCell({ latitude, longitude });
          const [[west = 180, south = 90] = [], [eastEnd = -180, northEnd = -90] = []] = [southWest, northEast];
          expect(longitude > west - 1e-5 && longitude < eastEnd + 1e-5).toBe(true);
          expect(latitude > south - 1e-5 && latitude < northEnd + 1e-5).toBe(true);
        }),
      );
    });

    test('are listed for the 2,000 cells where the most are expected, and told of all', () => {
      const hours = Array.from({ length: 2_500 }, (_, east) => 1 + east / 100);
      const list = listOf(hours.map((hour, east) => aFlash(String(east), hour, east)));
      expect(list).toMatchObject({ found: 2_500, flashes: 2_500 });
      const ages = list.cells.map(({ newestMs }) => (NOW_MS - newestMs) / HOUR_MS);
      expect(ages).toEqual(hours.slice(0, 2_000).map((hour) => expect.closeTo(hour, 6)));
      expect(list.all.expected).toBeGreaterThan(list.cells.reduce((sum, { expected }) => sum + expected, 0));
    });

    test('of 80,000 strokes are reckoned in pieces of some thousand', () => {
      const flash = (_: unknown, index: number) => aFlash(String(index), index / 2_000, index % 20_000);
      const strikes = Array.from({ length: 80_000 }, flash);
      const work = holdoverList(strikes, NOW_MS);
      let chunks = 1;
      let chunk = work.next();
      for (; !chunk.done; chunk = work.next()) chunks += 1;
      expect(chunks).toBeGreaterThanOrEqual(40);
    });
  });

  const facts = (more: object = {}) => ({
    nowMs: NOW_MS,
    days: 3,
    edgeMs: NOW_MS - 3 * DAY_MS,
    radius50Km: 2,
    extent: { completeToMs: NOW_MS - 10_000, gaps: [] as Span[] },
    ...more,
  });
  const report = (more: object = {}) => holdoverBody(listOf([aFlash('a', 20), aFlash('b', 10, 2)]), facts(more));

  describe('the list as it is told', () => {
    test('keeps to its schema', () => {
      expect(v.is(HoldoverBody, report())).toBe(true);
      expect(report().cells.map(({ id }) => id)).toEqual([cellAt(2), cellAt(0)]);
    });

    test('says at least where time was not read, not searched, or is not known to be read', () => {
      expect(report().atLeast).toBe(false);
      const gap: Span = [NOW_MS - 2 * HOUR_MS, NOW_MS - HOUR_MS];
      expect(report({ extent: { completeToMs: NOW_MS, gaps: [gap] } }).atLeast).toBe(true);
      for (const completeToMs of [NOW_MS - HOUR_MS, null])
        expect(report({ extent: { completeToMs, gaps: [] } }).atLeast).toBe(true);
      expect(report({ edgeMs: NOW_MS - DAY_MS })).toMatchObject({ atLeast: true, searched: { cut: true } });
    });

    test('is GeoJSON of closed counter-clockwise squares around the middle of each cell, and says that it is no protection', () => {
      const { type, features, note } = JSON.parse(formatHoldover('geojson', report()).body);
      expect(type).toBe('FeatureCollection');
      expect(note).toContain('Not for the protection of life or property');
      expect(features).toHaveLength(2);
      for (const { geometry, properties } of features) {
        const [ring] = geometry.coordinates;
        expect(ring).toHaveLength(5);
        expect(ring[4]).toEqual(ring[0]);
        expect((ring[0][0] + ring[2][0]) / 2).toBeCloseTo(properties.longitude, 4);
        expect((ring[0][1] + ring[2][1]) / 2).toBeCloseTo(properties.latitude, 4);
        const orientation = ([[x1, y1], [x2, y2]]: [number[], number[]]) =>
          (x1 ?? 0) * (y2 ?? 0) - (x2 ?? 0) * (y1 ?? 0);
        const area = [0, 1, 2, 3].reduce((sum, at) => sum + orientation([ring[at], ring[at + 1]]), 0);
        expect(area).toBeGreaterThan(0);
      }
    });

    test('is CSV with a row for each cell, by rank', () => {
      const { cells } = report();
      const read: (readonly string[])[] = [];
      readCsv(formatHoldover('csv', report()).body, ',', { rows: 10_000, fields: 20 }, (row) => read.push(row));
      const columns = ['id', 'latitude', 'longitude', 'flashes', 'newest', 'expected', 'low', 'high'] as const;
      const rows = cells.map((cell, at) => [at + 1, ...columns.map((column) => cell[column])].map(String));
      expect(read).toEqual([['rank', ...columns], ...rows]);
    });
  });
});

describe('join fire', () => {
  const FIRE = aFire(aHotspot());
  const OTHERS = 200 / 24 / 2.33e6;
  const stroke = (id: string, km: number, hours: number, more: Partial<Strike> = {}): Strike => ({
    id,
    latitude: FIRE.latitude + km / 111.195,
    longitude: FIRE.longitude,
    atMs: SEEN_MS - hours * HOUR_MS,
    ...more,
  });
  const storm = (count: number) =>
    Array.from({ length: count }, (_, i) => stroke(`s${i}`, (i % 5) * 0.4, 3 + i * 0.01));
  const settings = { otherRate: OTHERS, lookHours: 6, gaps: [], accuracy: { typicalErrorKm: 0.5 } };
  const REPORTED = { accuracy: { typicalErrorKm: 0.5, ellipseShare: 0.5 } } as const;
  const join = (strikes: readonly Strike[], more: Partial<Parameters<typeof attributeFire>[2]> = {}) =>
    attributeFire(FIRE, strikes, { ...settings, ...more });

  describe('the chance that lightning lit a fire', () => {
    test('is that of one flash by hand: fires a flash, density of its place, first seen in these hours, beside the others', () => {
      const variance = 2 ** 2 / (2 * Math.LN2) + 0.3 ** 2 + (0.4 ** 2 + 0.4 ** 2) / 24;
      const density = Math.exp(-(1 ** 2) / (2 * variance)) / (2 * Math.PI * variance);
      const fall = (unseenShare(HOLDOVER.mediterranean, 4) - unseenShare(HOLDOVER.mediterranean, 10)) / 6;
      const expected = (1 / 2_800) * density * fall;
      expect(join([stroke('a', 1, 10)]).chance).toBeCloseTo(expected / (expected + OTHERS), 6);
    });

    test('of one flash near by a day ago is unlikely, however near: coincidence is no cause', () =>
      expect(join([stroke('a', 0, 30)])).toMatchObject({ state: 'unlikely' }));

    test('rises with flashes, and is likely where a storm stood hours before', () => {
      expect(join(storm(1)).state).toBe('possible');
      expect(join(storm(20)).state).toBe('likely');
      expect(join(storm(20), { otherRate: 40 * OTHERS }).state).toBe('possible');
    });

    test('counts the strokes of a flash as one', () => {
      const one = join([stroke('a', 1, 5)]);
      const strokes = [0, 60, 130].map((ms, index) => stroke(`a${index}`, 1, 5 - ms / HOUR_MS));
      expect(join(strokes).chance).toBeCloseTo(one.chance, 5);
      expect(join(strokes).candidates).toHaveLength(1);
    });

    test('weighs a stroke by its own ellipse where the source declares its share', () => {
      const withEllipse = (km: number, semiMajorKm: number, azimuth: number) => [
        stroke('a', km, 5, { detail: { ellipse: { semiMajorKm, semiMinorKm: 0.2, azimuth } } }),
      ];
      const exact = withEllipse(0.2, 0.3, 0);
      expect(join(exact, REPORTED).chance).toBeGreaterThan(2 * join(exact).chance);
      const [along, aside] = [withEllipse(2, 3, 0), withEllipse(2, 3, 90)];
      expect(join(along, REPORTED).chance).toBeGreaterThan(join(aside, REPORTED).chance);
    });

    test('the pass that saw it first is not when it began: a flash hours before it, or days, tells more than one at the pass', () => {
      const [atPass, hoursBefore, daysBefore] = [0.05, 4, 48].map((hours) => join([stroke('a', 0.5, hours)]).chance);
      expect(hoursBefore).toBeGreaterThan(2 * (atPass ?? 1));
      expect(daysBefore).toBeGreaterThan(0);
      expect(join([stroke('a', 0.5, -0.1)]).state).toBe('none');
    });

    test('takes the share that shows since the look before: the same storm tells more after a long night', () => {
      const strikes = [stroke('a', 0.5, 2)];
      expect(join(strikes, { lookHours: 1 }).chance).toBeLessThan(join(strikes, { lookHours: 3 }).chance);
    });
  });

  describe('states', () => {
    test('none is said only where nothing lies within 10 km and 14 days and all was read', () => {
      const far = [stroke('far', 10.2, 2), stroke('old', 1, 337), stroke('after', 1, -1)];
      expect(join(far)).toEqual({ state: 'none', chance: 0, gapShare: 0, candidates: [] });
      expect(join([stroke('a', 9.8, 335)]).state).toBe('unlikely');
      const blink = [[SEEN_MS - HOUR_MS, SEEN_MS - HOUR_MS + 60_000]] as const;
      expect(join([], { gaps: blink }).state).toBe('unlikely');
    });

    test('likely is said whatever is missing, since more lightning can only raise the chance; anything less is incomplete', () => {
      const gaps = [[SEEN_MS - 336 * HOUR_MS, SEEN_MS - 24 * HOUR_MS]] as const;
      const [strong, weak] = [join(storm(20), { gaps }), join(storm(1), { gaps })];
      expect([strong.state, weak.state]).toEqual(['likely', 'incomplete']);
      expect(strong.chance).toBe(join(storm(20)).chance);
      expect(weak).toMatchObject({ chance: join(storm(1)).chance, candidates: { length: 1 } });
      expect(weak.gapShare).toBeCloseTo(0.15, 1);
    });

    test('a fire is incomplete where gaps may hide a twentieth or more of the flashes, and the chance is at least what was found', () => {
      const gap = [[SEEN_MS - 4 * HOUR_MS, SEEN_MS - 2 * HOUR_MS]] as const;
      const { chance } = join([stroke('a', 1, 10)]);
      expect(join([stroke('a', 1, 10)], { gaps: gap })).toMatchObject({ state: 'incomplete', chance });
      expect(join([], { gaps: [[SEEN_MS - 300 * HOUR_MS, SEEN_MS - 290 * HOUR_MS]] }).state).toBe('unlikely');
    });
  });

  test('candidates are the five flashes with the largest shares, in the order of the look-up', () => {
    const strikes = [1, 2, 3, 4, 5, 6, 7].map((km) => stroke(`${km} km`, km, 5 + km));
    const { candidates } = join(strikes);
    expect(candidates.map(({ strike }) => strike.id)).toEqual(['1 km', '2 km', '3 km', '4 km', '5 km']);
    expect(candidates[0]?.distanceKm).toBeCloseTo(1, 2);
    const shares = candidates.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 1);
  });
});

describe('read hotspots', () => {
  const NOW_MS = Date.UTC(2026, 7, 1);

  const VIIRS_FILE =
    'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,confidence,version,bright_ti5,frp,daynight';
  const VIIRS_ROW = '41.73123,23.12345,331.2,0.39,0.36,2026-07-20,0048,N20,nominal,2.0NRT,289.7,3.4,N';
  const VIIRS_AREA =
    'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight';
  const MODIS_FILE =
    'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight';

  const viirs = (...rows: string[]) => readHotspots(`${[VIIRS_FILE, ...rows].join('\n')}\n`, 'noaa-20', NOW_MS);
  const only = (reading: ReturnType<typeof readHotspots>) => {
    expect(reading.kind).toBe('rows');
    return reading.kind === 'rows' ? reading.hotspots[0] : undefined;
  };

  describe('rows of FIRMS', () => {
    test('a row of a file of VIIRS is read by the names of its columns', () => {
      expect(viirs(VIIRS_ROW)).toEqual({
        kind: 'rows',
        hotspots: [
          {
            satellite: 'noaa-20',
            latitude: 41.73123,
            longitude: 23.12345,
            scanKm: 0.39,
            trackKm: 0.36,
            kelvin4: 331.2,
            kelvin11: 289.7,
            frpMw: 3.4,
            confidence: 'nominal',
            isDay: false,
            atMs: Date.UTC(2026, 6, 20, 0, 48),
          },
        ],
        newestMs: Date.UTC(2026, 6, 20, 0, 48),
        skipped: [],
      });
    });

    test('the area API has another column, unpadded times and letters for words, and means the same', () => {
      const row = '41.73123,23.12345,331.2,0.39,0.36,2026-07-20,48,N20,VIIRS,n,2.0NRT,289.7,3.4,N';
      expect(readHotspots(`${VIIRS_AREA}\n${row}\n`, 'noaa-20', NOW_MS)).toEqual(viirs(VIIRS_ROW));
    });

    test('columns in any order, with others between them, mean the same', () => {
      const titles = VIIRS_FILE.split(',');
      const fields = VIIRS_ROW.split(',');
      const turned = [[...titles, 'type'].reverse(), [...fields, '0'].reverse()].map((row) => row.join(','));
      expect(readHotspots(turned.join('\r\n'), 'noaa-20', NOW_MS)).toEqual(viirs(VIIRS_ROW));
    });

    test('MODIS has other names for its temperatures, and percents of confidence have words: low, nominal from 30, high from 80', () => {
      for (const [percent, confidence] of Object.entries({
        0: 'low',
        29: 'low',
        30: 'nominal',
        79: 'nominal',
        80: 'high',
        100: 'high',
      })) {
        const row = `38.1,21.5,315.4,1.2,1.1,2026-07-20,1003,Terra,${percent},6.1NRT,298.2,12.5,D`;
        const read = only(readHotspots(`${MODIS_FILE}\n${row}\n`, 'modis', NOW_MS));
        expect(read).toMatchObject({ satellite: 'modis', kelvin4: 315.4, kelvin11: 298.2, confidence, isDay: true });
      }
    });

    test.each([
      ['2026-07-20', '7', Date.UTC(2026, 6, 20, 0, 7)],
      ['2026-07-20', '0', Date.UTC(2026, 6, 20)],
      ['2026-07-20', '0000', Date.UTC(2026, 6, 20)],
      ['2026-07-20', '2359', Date.UTC(2026, 6, 20, 23, 59)],
      ['2024-02-29', '0959', Date.UTC(2024, 1, 29, 9, 59)],
    ])('%s and acq_time %s are one instant in UTC', (day, time, atMs) =>
      expect(only(viirs(VIIRS_ROW.replace('2026-07-20,0048', `${day},${time}`)))?.atMs).toBe(atMs),
    );

    test.each([
      ['41.73123', '91', 'latitude must be degrees, -90 to 90'],
      ['331.2', '0', 'bright_ti4 must be a temperature in kelvin, 150 to 2000'],
      ['0.39', '40', 'scan must be the side of a pixel in km, 0.1 to 5'],
      ['2026-07-20', '2026-02-29', 'acq_date must be a day of the calendar, YYYY-MM-DD'],
      ['0048', '0061', 'acq_time must be hour and minute in UTC, 0 to 2359'],
      ['0048', '2400', 'acq_time must be hour and minute in UTC, 0 to 2359'],
      ['nominal', '55', 'confidence must be low, nominal, high or their first letter'],
      ['3.4', 'much', 'frp must be a power in megawatts'],
      [',N', ',X', 'daynight must be D or N'],
      ['2026-07-20', '2026-08-02', 'acq_date must not lie in the future'],
      [',3.4', '', 'must have 13 columns as the header'],
    ])('a row with %s as %s is left out, with its column and rule', (from, to, rule) => {
      const at = from === ',N' ? VIIRS_ROW.lastIndexOf(from) : VIIRS_ROW.indexOf(from);
      const broken = VIIRS_ROW.slice(0, at) + to + VIIRS_ROW.slice(at + from.length);
      expect(viirs(VIIRS_ROW, broken)).toMatchObject({ kind: 'rows', skipped: [`row 2: ${rule}`] });
    });
  });

  describe('answers that hold no fires are told apart', () => {
    const text = `${VIIRS_FILE}\n${VIIRS_ROW}\n`;
    const turned = text
      .replace('latitude,longitude', 'longitude,latitude')
      .replace('41.7', '141.7')
      .replace('23.1', '92.1');
    const wrongColumns = (reason: string) => ({ kind: 'wrong-columns', reason });
    const oversized = (reason: string) => ({ kind: 'oversized', reason });
    test.each([
      ['columns and no row', `${VIIRS_FILE}\n`, { kind: 'no-rows' }],
      ['a page for people', '<!DOCTYPE html><html><body>Service Unavailable</body></html>', { kind: 'html' }],
      ['a key that is refused, or has used up its share', 'Invalid MAP_KEY.', { kind: 'key-refused' }],
      ['nothing', '', wrongColumns('no header')],
      ['open quotes', `${text}"`, wrongColumns('quotes are left open or misplaced')],
      ['more rows than any file has', `${VIIRS_FILE}\n${'1\n'.repeat(100_001)}`, oversized('more than 100000 rows')],
      ['a row of more fields than any has', `${text}${','.repeat(100)}\n`, oversized('a row has more than 100 fields')],
      ['a file that breaks off', text.slice(0, -12), { kind: 'cut-off' }],
      [
        'a column by another name',
        text.replace('acq_time', 'time'),
        wrongColumns('the header lacks the column acq_time'),
      ],
      [
        'columns that do not hold what they are called',
        turned,
        wrongColumns('row 1: latitude must be degrees, -90 to 90'),
      ],
    ])('%s', (_, result, reading) => expect(readHotspots(result, 'noaa-20', NOW_MS)).toEqual(reading));

    test('of many bad rows a hundred are told by themselves, the others counted', () => {
      const reading = readHotspots(`${text}${'1\n'.repeat(5_000)}`, 'noaa-20', NOW_MS);
      const skipped = reading.kind === 'rows' ? reading.skipped : [];
      expect([skipped.length, new Set(skipped).size]).toEqual([5_000, 101]);
    });

    test('a file of VIIRS is none of MODIS', () =>
      expect(readHotspots(text, 'modis', NOW_MS)).toEqual(wrongColumns('the header lacks the column brightness')));
  });
});

test('a satellite is fresh for 6 hours after its newest row, then late until 12, then dead, as one without any row', () => {
  const NOW_MS = Date.UTC(2026, 6, 20);
  const states = [0, 6, 6.01, 12, 12.01].map((hours) => satelliteStateAt(NOW_MS - hours * HOUR_MS, NOW_MS));
  expect(states).toEqual(['fresh', 'fresh', 'late', 'late', 'dead']);
  expect(satelliteStateAt(undefined, NOW_MS)).toBe('dead');
});

describe('sightings', () => {
  const START_MS = Date.UTC(2026, 6, 20, 11);
  const spot = (satellite: 'noaa-20' | 'suomi-npp', minutes: number, frpMw: number) => ({
    satellite,
    atMs: START_MS + minutes * MINUTE_MS,
    frpMw,
  });

  test('pixels of one pass are one sighting, the next satellite’s another; the newest first, whatever their order', () => {
    const spots = [
      ...[spot('noaa-20', 0, 1), spot('noaa-20', 14, 2), spot('suomi-npp', 7, 4)],
      ...[spot('suomi-npp', 50, 8), spot('noaa-20', 16, 16)],
    ];
    const expected = [
      { ...spot('suomi-npp', 50, 8), hotspots: 1 },
      { ...spot('noaa-20', 16, 16), hotspots: 1 },
      { ...spot('suomi-npp', 7, 4), hotspots: 1 },
      { ...spot('noaa-20', 0, 3), hotspots: 2 },
    ];
    expect(sightingsOf(spots)).toEqual(expected);
    expect(sightingsOf(spots.toReversed())).toEqual(expected);
    expect(sightingsOf([])).toEqual([]);
  });

  test('a hotspot is known again by its key, and no other text is one', () => {
    const hotspot = { satellite: 'modis', atMs: START_MS, latitude: -33.12345, longitude: 151.00001 } as const;
    expect(parseHotspotKey(hotspotKey(hotspot))).toEqual(hotspot);
    for (const text of ['', 'x', `${hotspotKey(hotspot)}0`, hotspotKey(hotspot).replace(/.$/, '9'), '0-0000000000000'])
      expect(parseHotspotKey(text)).toBeUndefined();
  });
});

describe('static fires', () => {
  const countStatic = (hotspots: readonly Hotspot[]) => staticFires(groupHotspots(hotspots), hotspots).size;
  const onDays = (days: readonly number[], eastKmOf = (_: number) => 0) =>
    days.map((day) => aHotspot(eastKmOf(day), 0, day * 24));

  test('a place that is hot on five of thirty days without growth is a static source, although each is a fire of its own', () => {
    expect(countStatic(onDays([0, 2, 4, 6]))).toBe(0);
    expect(countStatic(onDays([0, 2, 4, 6, 8]))).toBe(1);
    const hotspots = onDays([0, 6, 12, 18, 24]);
    expect(groupHotspots(hotspots)).toHaveLength(5);
    // The last one is the first that has five days behind it.
    expect(staticFires(groupHotspots(hotspots), hotspots)).toEqual(new Set([groupHotspots(hotspots).at(-1)?.id]));
  });

  test('days more than thirty ago count for nothing, and a long fire that moves on is none', () => {
    expect(countStatic(onDays([0, 10, 20, 30, 40]))).toBe(0);
    expect(countStatic(onDays([0, 1, 2, 3, 4, 5, 6], (day) => day * 0.5))).toBe(0);
  });
});

const { mediterranean, cautious } = HOLDOVER;

describe('how long fires stay unseen', () => {
  test.each([
    [6, 0.42, 0.71],
    [24, 0.15, 0.45],
    [72, 0.03, 0.21],
    [168, 0.004, 0.08],
  ])('after %s hours as published: %s, by the cautious curve %s', (hours, share, cautiousShare) => {
    expect(unseenShare(mediterranean, hours)).toBeCloseTo(share, hours > 100 ? 3 : 2);
    expect(unseenShare(cautious, hours)).toBeCloseTo(cautiousShare, 2);
  });

  test('before its flash all of a fire is still to be seen, in the end all is seen', () => {
    expect(unseenShare(mediterranean, -3)).toBe(1);
    expect(seenWithin(mediterranean, 2_000, 6)).toBeCloseTo(1, 3);
  });

  test.each([1, 6, 30, 336])('the rates of first sightings add up to what is seen within %s hours', (hours) => {
    const steps = 20_000;
    let sum = 0;
    for (let step = 0; step < steps; step += 1)
      sum += (firstSeenRate(mediterranean, ((step + 0.5) * hours) / steps, 6) * hours) / steps;
    expect(seenWithin(mediterranean, hours, 6)).toBeCloseTo(sum, 3);
  });
});

describe('what gaps in the reading may hide', () => {
  const SEEN_MS = Date.UTC(2026, 6, 20);
  const share = (...hours: (readonly [number, number])[]) => {
    const spans = hours.map(([from, to]) => [SEEN_MS - from * HOUR_MS, SEEN_MS - to * HOUR_MS] as const);
    return gapShare(mediterranean, spans, SEEN_MS, 336, 6);
  };

  test('the hours before the sighting weigh most, those a week ago little', () => {
    expect(share([6, 0])).toBeGreaterThan(0.2);
    expect(share([174, 168])).toBeLessThan(0.005);
  });

  test('all of the fortnight is all, however often it is named; nothing is nothing', () => {
    expect(share([400, -10], [200, 100])).toBe(1);
    expect(share()).toBe(0);
  });
});
