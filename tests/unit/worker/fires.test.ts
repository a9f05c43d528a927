import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clockFrom, systemClock } from '#shared/Clock.ts';
import { FiresBody, WholeFireBody } from '#shared/fires/bodies.ts';
import type { Hotspot } from '#shared/fires/Hotspot.ts';
import { HOME_BOX } from '#shared/geo/BBox.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { type Random, seededRandom } from '#shared/numbers.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { aHotspot } from '#tests/fires/aHotspot.ts';
import { type FirmsFake, startFirms } from '#worker/dev/fakes/startFirms.ts';
import { between } from '#worker/dev/simulator/simulatedSource.ts';
import type { StoredFire, UpdatedFire } from '#worker/features/fires/FireTable.ts';
import { fireFeature, hotspotFeature } from '#worker/features/fires/fireCollections.ts';
import { type FireNotification, fireMessage, fireNotice, furthestOf } from '#worker/features/fires/fireNotices.ts';
import { fireBody, firesContext, wholeFireBody } from '#worker/features/fires/fireRoutes.ts';
import { FirmsClient, type HotspotResponse } from '#worker/features/fires/firms.ts';
import {
  fateOf,
  LIST_MAX_AGE_S,
  type SourceRows,
  type StoredHotspot,
  spanToRead,
} from '#worker/features/fires/HotspotTable.ts';

const NOW_MS = Date.UTC(2026, 6, 20, 18);

describe('plan fires', () => {
  const NOW_MS = Date.UTC(2026, 6, 20, 12);
  const ROWS = { kind: 'rows', hotspots: [], newestMs: NOW_MS, skipped: [] } as const;

  /** From a file that came out just after it was asked for until the last who was told of the list before asks again. */
  function reportedAfterMs(random: Random): number {
    const cronMs = (minute: number) => minute * MINUTE_MS + between(random, 0, 20_000);
    const requestedMs = cronMs(0);
    const answeredMs = requestedMs + between(random, 6_000, 31_000);
    const at = { region: 'europe', requestedMs, nowMs: answeredMs } as const;
    const { nextMs } = fateOf(ROWS, { failures: 0, readMs: requestedMs }, at);
    const nextRuns = Array.from({ length: 15 }, (_, minute) => cronMs(minute + 1));
    const againMs = nextRuns.find((runMs) => runMs >= nextMs) ?? Number.NaN;
    return againMs + between(random, 6_000, 31_000) + LIST_MAX_AGE_S * 1_000 - requestedMs;
  }

  test.each([
    ['never', null, '7d'],
    ['ten minutes ago', NOW_MS - 10 * MINUTE_MS, '24h'],
    ['13 hours ago', NOW_MS - 13 * HOUR_MS, '48h'],
    ['two days ago', NOW_MS - 48 * HOUR_MS, '7d'],
  ])('rows that were last had %s are asked for with a span that leaves no gap', (_, readMs, span) => {
    expect(spanToRead(readMs, NOW_MS)).toBe(span);
  });

  describe('when a product is asked again', () => {
    const fate = (hotspotResponse: HotspotResponse, failures = 0, readMs: number | null = NOW_MS - HOUR_MS) => {
      const at = { region: 'europe', requestedMs: NOW_MS, nowMs: NOW_MS } as const;
      const { nextMs, ...rest } = fateOf(hotspotResponse, { failures, readMs }, at);
      return { minutes: (nextMs - NOW_MS) / MINUTE_MS, ...rest };
    };

    test('after rows in every ninth minute, Africa’s files each hour', () => {
      expect(fate(ROWS, 3)).toEqual({ minutes: 8.5, failures: 0, cause: null });
      const at = { region: 'africa', requestedMs: NOW_MS, nowMs: NOW_MS + 90_000 } as const;
      expect(fateOf(ROWS, { failures: 0, readMs: NOW_MS }, at).nextMs).toBe(NOW_MS + 59.5 * MINUTE_MS);
    });

    test('a row is told 11 minutes after its file at the latest, wherever in its minute cron comes', () => {
      const random = seededRandom(3);
      const waits = Array.from({ length: 2_000 }, () => reportedAfterMs(random) / MINUTE_MS);
      expect(Math.max(...waits)).toBeLessThanOrEqual(11);
      expect(Math.max(...waits)).toBeGreaterThan(9);
    });

    test('a file without rows is no failure, and says nothing of fires', () => {
      expect(fate({ kind: 'no-rows' })).toEqual({ minutes: 8.5, failures: 0, cause: 'no rows' });
      expect(fate({ kind: 'no-rows' }, 0, null).minutes).toBe(1);
    });

    test('after failures the wait doubles up to two hours', () => {
      expect([0, 1, 2, 3, 4, 9].map((failures) => fate({ kind: 'html' }, failures).minutes)).toEqual([
        8.5, 17, 34, 68, 120, 120,
      ]);
    });

    test('a refused key is asked with again, because a used-up one is told the same', () => {
      const cause = 'FIRMS_MAP_KEY was refused, or has used up its share';
      expect(fate({ kind: 'key-refused' })).toEqual({ minutes: 8.5, failures: 1, cause });
    });

    test('a pause that is asked for is kept', () => {
      expect(fate({ kind: 'paused', reason: 'status 429', retryAfterMs: 15 * MINUTE_MS }).minutes).toBe(15);
    });
  });
});

describe('firms client', () => {
  const KEY = 'a-key-of-ours';
  const hotspot = (hoursAgo: number, more: Partial<Hotspot> = {}): Hotspot => ({
    satellite: 'noaa-20',
    latitude: 41.73123,
    longitude: 23.12345,
    atMs: NOW_MS - hoursAgo * HOUR_MS,
    scanKm: 0.39,
    trackKm: 0.36,
    kelvin4: 331.2,
    kelvin11: 289.7,
    frpMw: 3.4,
    confidence: 'nominal',
    isDay: true,
    ...more,
  });
  const MODIS = hotspot(4, { satellite: 'modis', confidence: 'high' });
  const SKY = [hotspot(3), hotspot(30), hotspot(5, { longitude: -20.5 }), MODIS];
  const CRETE = hotspot(6, { latitude: 35.2, longitude: 24.9 });
  const TUNISIA = hotspot(7, { latitude: 35.1, longitude: 10.1 });
  const CHAD = hotspot(2, { latitude: 9.2, longitude: 18.1 });

  let firms: FirmsFake;
  beforeAll(async () => {
    firms = await startFirms({ now: () => NOW_MS, hotspots: () => [...SKY, CRETE, TUNISIA, CHAD], mapKey: KEY });
  });
  afterAll(() => firms.close());
  afterEach(() => {
    firms.setDelay(0);
    firms.remove(() => false);
  });

  const deps = { fetch, clock: clockFrom(NOW_MS, systemClock) };
  const files = () => new FirmsClient({ baseUrl: firms.url, mapKey: undefined }, HOME_BOX, deps);
  const area = (mapKey = KEY) => new FirmsClient({ baseUrl: firms.url, mapKey }, HOME_BOX, deps);
  const lastPath = () => decodeURIComponent(firms.requests.at(-1)?.pathname ?? '');

  describe('FIRMS', () => {
    test('without a key its files are read, as far back as asked', async () => {
      const found = { kind: 'rows', hotspots: [SKY[0], SKY[2]] };
      expect(await files().read('noaa-20', 'europe', '24h')).toMatchObject(found);
      expect(lastPath()).toBe('/data/active_fire/noaa-20-viirs-c2/csv/J1_VIIRS_C2_Europe_24h.csv');
      expect(await files().read('noaa-20', 'europe', '48h')).toMatchObject({ hotspots: SKY.slice(0, 3) });
      expect(await files().read('modis', 'europe', '7d')).toMatchObject({ hotspots: [SKY[3]] });
      expect(lastPath()).toBe('/data/active_fire/modis-c6.1/csv/MODIS_C6_1_Europe_7d.csv');
    });

    test('with a key the area API is asked for west, south, east, north and two days, as one is only today', async () => {
      const found = { kind: 'rows', hotspots: [...SKY.slice(0, 3), CRETE, TUNISIA] };
      expect(await area().read('noaa-20', 'europe', '24h')).toMatchObject(found);
      expect(lastPath()).toBe(`/api/area/csv/${KEY}/VIIRS_NOAA20_NRT/-25,30,45,72/2`);
      expect(await area().read('modis', 'europe', '7d')).toMatchObject({ hotspots: [SKY[3]] });
      expect(lastPath()).toMatch(/MODIS_NRT\/-25,30,45,72\/5$/);
    });

    test.each([
      ['html', { kind: 'html' }],
      ['no-rows', { kind: 'no-rows' }],
      ['cut-off', { kind: 'cut-off' }],
      ['half', { kind: 'cut-off' }],
      ['empty', { kind: 'wrong-columns', reason: 'no header' }],
      ['wrong-columns', { kind: 'wrong-columns', reason: 'the header lacks the column acq_time' }],
      ['huge', { kind: 'oversized' }],
      ['500', { kind: 'failed', reason: 'status 500' }],
      ['429', { kind: 'paused', retryAfterMs: 7_000 }],
      ['404', { kind: 'rejected' }],
      ['redirect', { kind: 'rejected' }],
      ['refuse', { kind: 'failed' }],
      ['cut', { kind: 'failed' }],
    ] as const)('%s is told as what it is', async (error, result) => {
      firms.fail(error);
      expect(await files().read('noaa-20', 'europe', '24h')).toMatchObject(result);
    });

    test('columns under each other’s names are refused, with the column and its rule', async () => {
      firms.fail('swapped-columns');
      const refused = { kind: 'wrong-columns', reason: 'row 1: latitude must be degrees, -90 to 90' };
      expect(await files().read('noaa-20', 'europe', '24h')).toEqual(refused);
    });

    test('a key that has used up its share and a wrong one are one answer, which never repeats the key', async () => {
      firms.fail('throttled');
      expect(await area().read('noaa-20', 'europe', '24h')).toEqual({ kind: 'key-refused' });
      expect(await area('another-key').read('noaa-20', 'europe', '24h')).toEqual({ kind: 'key-refused' });
    });

    test('rows that come twelve hours late leave an old newest row, and removed ones are gone', async () => {
      firms.setDelay(12 * HOUR_MS);
      expect(await files().read('noaa-20', 'europe', '48h')).toMatchObject({ newestMs: SKY[1]?.atMs });
      firms.setDelay(0);
      firms.remove(({ longitude }) => longitude < 0);
      expect(await files().read('noaa-20', 'europe', '24h')).toMatchObject({ hotspots: [SKY[0]] });
    });
  });

  describe('Africa’s files, for the south of home', () => {
    const africa = (span: '24h' | '7d' = '24h') => files().read('noaa-20', 'africa', span);

    test('Crete is told of although Europe’s file ends north of it; of the rest the newest row alone is held', async () => {
      const withCrete = { hotspots: expect.arrayContaining([CRETE]) };
      expect(await files().read('noaa-20', 'europe', '24h')).not.toMatchObject(withCrete);
      expect(await africa()).toEqual({ kind: 'rows', hotspots: [CHAD, CRETE], newestMs: CHAD.atMs, skipped: [] });
      expect(lastPath()).toBe('/data/active_fire/noaa-20-viirs-c2/csv/J1_VIIRS_C2_Northern_and_Central_Africa_24h.csv');
    });

    test('they are read only of a home that reaches so far, and not beside the area API', () => {
      const regionsOf = (south: number, mapKey?: string) =>
        new FirmsClient({ baseUrl: firms.url, mapKey }, { ...HOME_BOX, south }, deps).regions;
      expect(regionsOf(34)).toEqual(['europe', 'africa']);
      expect([regionsOf(36.5), regionsOf(34, KEY)]).toEqual([['europe'], ['europe']]);
    });

    test.each([
      ['html', { kind: 'html' }],
      ['no-rows', { kind: 'no-rows' }],
      ['cut-off', { kind: 'cut-off' }],
      ['empty', { kind: 'wrong-columns', reason: 'no header' }],
      ['wrong-columns', { kind: 'wrong-columns', reason: 'the header lacks the column acq_time' }],
      ['swapped-columns', { kind: 'wrong-columns' }],
      ['huge', { kind: 'oversized' }],
      ['404', { kind: 'rejected' }],
      ['cut', { kind: 'failed' }],
    ] as const)('%s is told as what it is, as of Europe’s', async (error, result) => {
      firms.fail(error);
      expect(await africa()).toMatchObject(result);
    });
  });
});

describe('fires body', () => {
  const FLARE: StoredFire = {
    id: 'flare',
    latitude: 42.123456789,
    longitude: 24,
    firstSeenMs: NOW_MS - 9e8,
    lastSeenMs: NOW_MS - 6e6,
    frpMw: 5.256,
    isStatic: true,
    state: 'none',
    chance: 0,
    candidates: [],
  };
  const ROWS: SourceRows = {
    satellites: [{ satellite: 'modis', newestMs: null, cause: 'never read' }],
    southMs: NOW_MS - 13 * HOUR_MS,
  };
  const AREAS = { home: HOME_BOX, coverage: HOME_BOX };

  test('a static source is told as one', () => {
    expect(fireBody(FLARE)).toMatchObject({ latitude: 42.12346, static: true, frpMw: 5.26 });
    expect(fireBody({ ...FLARE, isStatic: false })).toMatchObject({ static: false });
  });

  test('fires of a simulated sky are said to be simulated, those of a real one are not', () => {
    const bodyOf = (source: 'live' | 'simulated') => {
      const context = firesContext(ROWS, { source, fires: undefined, areas: AREAS }, NOW_MS);
      return v.parse(FiresBody, { fires: [fireBody(FLARE)], ...context });
    };
    expect(bodyOf('simulated')).toHaveProperty('simulated', true);
    expect(bodyOf('live')).not.toHaveProperty('simulated');
  });

  test('the south is told of where files of its own are read for it', () => {
    const southOf = (mapKey: string | undefined, south: number) => {
      const areas = { ...AREAS, home: { ...HOME_BOX, south } };
      return firesContext(ROWS, { source: 'live', fires: { baseUrl: '', mapKey }, areas }, NOW_MS).south;
    };
    expect(southOf(undefined, 34)).toEqual({ below: 36.5, newest: '2026-07-20T05:00:00Z', state: 'dead' });
    expect([southOf('key', 34), southOf(undefined, 40)]).toEqual([undefined, undefined]);
  });

  test('a fire whole has its newest hotspots and what each pass saw, and says if there are more', () => {
    const spot = (hoursAgo: number): StoredHotspot => ({
      ...aHotspot(),
      atMs: NOW_MS - hoursAgo * HOUR_MS,
      frpMw: 1.006,
      isDay: false,
      fire: 'flare',
      withdrawn: hoursAgo === 3,
    });
    const spots = [spot(2), spot(2), spot(3), spot(9)];
    const bodyOf = (most: number) => v.parse(WholeFireBody, wholeFireBody(FLARE, spots, most, 'simulated'));
    expect(bodyOf(4)).toMatchObject({
      id: 'flare',
      static: true,
      state: 'none',
      cut: false,
      simulated: true,
      sightings: [
        { at: '2026-07-20T16:00:00Z', satellite: 'noaa-20', hotspots: 2, frpMw: 2.01 },
        { at: '2026-07-20T15:00:00Z', hotspots: 1 },
        { at: '2026-07-20T09:00:00Z', hotspots: 1 },
      ],
    });
    expect(bodyOf(4).hotspots.map(({ withdrawn }) => withdrawn)).toEqual([false, false, true, false]);
    expect(bodyOf(4).hotspots[0]).toMatchObject({ at: '2026-07-20T16:00:00Z', confidence: 'nominal', day: false });
    expect(bodyOf(3)).toMatchObject({ cut: true, sightings: { length: 2 }, hotspots: { length: 3 } });
  });
});

describe('fire notice', () => {
  const NOW = Date.UTC(2026, 6, 1, 12);
  const FIRE: UpdatedFire = {
    id: 'f0',
    latitude: 42.8123456,
    longitude: 23.5,
    frpMw: 12.345,
    isStatic: false,
    firstSeenMs: NOW - 2 * HOUR_MS,
    lastSeenMs: NOW - HOUR_MS,
    state: 'likely',
    chance: 0.634,
  };
  const FREE = { isQuiet: false, isMuted: false, isTooOften: false, nowMs: NOW };
  const decide = (before?: FireNotification, fire: Partial<UpdatedFire> = {}, situation: Partial<typeof FREE> = {}) => {
    const { after, event } = fireNotice(before, { ...FIRE, ...fire }, { ...FREE, ...situation });
    return event ? `${after}: ${event}` : after;
  };

  describe('a recipient that wants to be told of fires', () => {
    test('[FN1] is told of one that is likely, no static source and no day old, and then never again', () => {
      expect(decide(undefined)).toBe('told: likely');
      expect(decide('told')).toBe('told');
      for (const state of ['possible', 'unlikely', 'none', 'incomplete'] as const) {
        expect(decide(undefined, { state })).toBeUndefined();
      }
      expect(decide(undefined, { isStatic: true })).toBeUndefined();
      expect(decide(undefined, { firstSeenMs: NOW - 24 * HOUR_MS })).toBe('told: likely');
      expect(decide(undefined, { firstSeenMs: NOW - 24 * HOUR_MS - 1 })).toBeUndefined();
    });

    test('[FN2] gets one correction if it is below likely; not if it is incomplete or grew static, and none of what was never told', () => {
      for (const state of ['possible', 'unlikely', 'none'] as const) {
        expect(decide('told', { state })).toBe('corrected: correction');
        expect(decide('corrected', { state })).toBe('corrected');
        expect(decide(undefined, { state })).toBeUndefined();
      }
      expect(decide('told', { state: 'incomplete' })).toBe('told');
      expect(decide('told', { isStatic: true })).toBe('told');
      expect(decide('corrected')).toBe('corrected');
      expect(decide('told', { state: 'unlikely', firstSeenMs: NOW - 500 * HOUR_MS })).toBe('corrected: correction');
    });

    test('[FN3] waits while it is quiet or after eight in the hour, and is told if it still is so and no day old', () => {
      for (const situation of [{ isQuiet: true }, { isTooOften: true }]) {
        expect(decide(undefined, {}, situation)).toBe('waits');
        expect(decide('waits', {}, situation)).toBe('waits');
      }
      expect(decide('waits')).toBe('told: likely');
      expect(decide('waits', { state: 'unlikely' })).toBe('waits');
      expect(decide('waits', { firstSeenMs: NOW - 25 * HOUR_MS })).toBeUndefined();
    });

    test('[FN3] is never told of one that came while it was muted; a correction waits for the end of mute and quiet hours', () => {
      expect(decide(undefined, {}, { isMuted: true })).toBe('passed');
      expect(decide('waits', {}, { isMuted: true })).toBe('passed');
      expect(decide('passed')).toBe('passed');
      for (const situation of [{ isMuted: true }, { isQuiet: true }]) {
        expect(decide('told', { state: 'unlikely' }, situation)).toBe('recants');
        expect(decide('recants', { state: 'likely' }, situation)).toBe('told');
      }
      expect(decide('recants', { state: 'unlikely' })).toBe('corrected: correction');
    });

    test('[FN1] hears of two that grow together what it would of the one it was told of', () => {
      expect(furthestOf('told', undefined)).toBe('told');
      expect(furthestOf('waits', 'told')).toBe('told');
      expect(furthestOf('corrected', 'told')).toBe('told');
      expect(furthestOf('passed', 'waits')).toBe('passed');
    });
  });

  describe('a message about a fire', () => {
    const of = (language: string, isCorrection: boolean, away = { km: 12.3, bearing: 44 }, fire = FIRE) =>
      fireMessage({
        fire,
        reportedAs: 'f1',
        away,
        isCorrection,
        origin: 'https://lightning.example',
        watchlist: { language, timeZone: 'Europe/Sofia' },
      });
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');

    test('says where, when and how likely, that 4 in 10 of such are not, and what it is not for', () => {
      expect(LANGUAGES.map((language) => plain(of(language, false).sentence))).toEqual([
        'Satellites saw a hotspot 12 km north-east: first at 13:00, last at 14:00. Likely lightning: chance 63%; about 4 in 10 are not. Not for the protection of life or property.',
        'Спутники видели термоточку в 12 км к северо-востоку: впервые в 13:00, последний раз в 14:00. Вероятно от молнии: 63 %; примерно 4 из 10 — не от молнии. Не предназначено для защиты жизни и имущества.',
        'Сателити видяха топлинна точка на 12 км на североизток: за пръв път в 13:00, за последно в 14:00. Вероятно от мълния: 63%; около 4 от 10 не са от мълния. Не е предназначено за защита на живот и имущество.',
      ]);
      const once = { ...FIRE, lastSeenMs: FIRE.firstSeenMs };
      expect(of('en', false, { km: 0, bearing: 0 }, once).sentence).toContain('a hotspot inside the area at 13:00.');
      const atLeast = LANGUAGES.map((language) => {
        const { sentence } = of(language, false, undefined, { ...FIRE, gapShare: 0.2 });
        return /at least 63|не менее 63|поне 63/.test(sentence);
      });
      expect(atLeast).toEqual([true, true, true]);
    });

    test('[FN2] that corrects says of which, and that it may still burn', () => {
      const begins = (language: string) => plain(of(language, true).sentence).split('. ').slice(0, 2).join('. ');
      expect(LANGUAGES.map(begins)).toEqual([
        'The hotspot 12 km north-east, first seen on July 1 at 13:00, is no longer likely lightning: the chance is now 63%. It may still burn',
        'Термоточка в 12 км к северо-востоку, впервые замеченная 1 июля в 13:00, больше не «вероятно от молнии»: вероятность теперь 63 %. Гореть там всё же может',
        'Топлинната точка на 12 км на североизток, видяна първо на 1 юли в 13:00, вече не е „вероятно от мълния“: вероятността е 63%. Там все пак може да гори',
      ]);
    });

    test('has the id by which it was told, and a link to the fire that it is now', () => {
      expect(of('bg', true).fire).toEqual({
        id: 'f1',
        latitude: 42.81235,
        longitude: 23.5,
        frpMw: 12.35,
        chance: 0.634,
        distanceKm: 12.3,
        bearingDeg: 44,
        firstSeen: '2026-07-01T10:00:00Z',
        lastSeen: '2026-07-01T11:00:00Z',
        url: 'https://lightning.example/bg/fires#fire=f0',
      });
    });
  });
});

describe('fire items', () => {
  const ID = '0ghxs07k3p0bgrk1';
  const FIRE: StoredFire = {
    id: ID,
    latitude: 42.1234567,
    longitude: 24,
    firstSeenMs: 0,
    lastSeenMs: 60_000,
    frpMw: 1.239,
    isStatic: true,
    state: 'likely',
    chance: 0.61,
    candidates: [
      { strikeId: 's1', distanceKm: 0.4, timestamp: '1970-01-01T00:00:00.000Z', share: 0.7 },
      { strikeId: 's2', distanceKm: 0.2, timestamp: '1970-01-01T00:00:00.000Z', share: 0.1 },
    ],
  };

  test('a fire has the strike that fits best as flat fields, and none where there is none', () => {
    expect(fireFeature(FIRE, false)).toEqual({
      type: 'Feature',
      id: ID,
      geometry: { type: 'Point', coordinates: [24, 42.12346] },
      properties: {
        firstSeen: '1970-01-01T00:00:00.000Z',
        lastSeen: '1970-01-01T00:01:00.000Z',
        static: true,
        frpMw: 1.24,
        state: 'likely',
        chance: 0.61,
        strikeId: 's1',
        strikeAt: '1970-01-01T00:00:00.000Z',
        strikeKm: 0.4,
        strikeShare: 0.7,
      },
    });
    expect(fireFeature({ ...FIRE, candidates: [] }, true).properties).not.toHaveProperty('strikeId');
  });

  test('fires and hotspots of a simulated sky say that they are made up', () => {
    const spot = { ...aHotspot(), fire: null, withdrawn: true };
    for (const feature of [fireFeature(FIRE, true), hotspotFeature(spot, true)]) {
      expect(feature.properties.simulated).toBe(true);
    }
    expect(hotspotFeature(spot, false).properties).toMatchObject({ withdrawn: true, satellite: 'noaa-20' });
    expect(hotspotFeature(spot, false).properties).not.toHaveProperty('simulated');
  });
});
