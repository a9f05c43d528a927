import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FireBody, FiresBody } from '#shared/fires/bodies.ts';
import { HOME_BOX, HOME_TOWN } from '#shared/geo/BBox.ts';
import { COMPASS_POINTS } from '#shared/geo/geodesy.ts';
import { ringOfBox } from '#shared/geo/Shape.ts';
import { readNames } from '#shared/languages.ts';
import { NO_TIME_FILTER_MS, TIME_FILTERS_MS } from '#shared/limits.ts';
import { heldStrokes } from '#shared/nowcast/arrivalAt.ts';
import type { Stroke } from '#shared/nowcast/CellTracker.ts';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import type { SkyFacts } from '#shared/sky/verdictOf.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { AT, aCell, anUpdate } from '#tests/support/cells.ts';
import { SATELLITE } from '#tests/support/satelliteSource.ts';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { handOverDue, type MapProgress } from '#web/map/strikeLayers/StrikeOverlay.tsx';
import { type FeedView, firstView, knownUntilMs, newestFeed } from '#web/sky/FeedView.ts';
import { outlinedArea } from '#web/sky/findStrikes.ts';
import { type FireSources, fetchFires, fireDataStatus } from '#web/sky/fires/currentFires.ts';
import { claimPreviewedSlice, type PreviewedSlice } from '#web/sky/LiveFeed.ts';
import { awaitPast, createPlayhead, drawPast, type Past, showPast } from '#web/sky/Playhead.ts';
import { placeForecast } from '#web/sky/placeForecast.ts';
import { countText, nearPlaceText, placeInSentence, unsureText } from '#web/sky/placeText.ts';
import { reportedSource, streamedSource } from '#web/sky/reportedSource.ts';
import {
  cellsNow,
  knownQuiet,
  liveSky,
  type Measure,
  measureFrom,
  pastSky,
  type RequestedSky,
  requestedOf,
  skySource,
  unknownBars,
  verdictFacts,
  windowEndMs,
} from '#web/sky/Sky.ts';
import { StrikeStore } from '#web/sky/StrikeStore.ts';
import { spanText, timeFilterText } from '#web/sky/timeText.ts';
import { aStrike } from './feedHarness.ts';

const NOW = 1_800_000_000_000;

describe('hand over', () => {
  const nothing: MapProgress = { strikesRendered: false, skyKnown: false, groundRendered: false, ageMs: 0 };

  test.each([
    ['strikes and ground are drawn', { strikesRendered: true, groundRendered: true }, true],
    ['the sky is known to be empty, and the ground is drawn', { skyKnown: true, groundRendered: true }, true],
    ['three seconds have passed, whatever is missing', { ageMs: 3_000 }, true],
    ['there is no ground yet', { strikesRendered: true, ageMs: 2_900 }, false],
    ['nothing is known of the sky', { groundRendered: true, ageMs: 2_900 }, false],
  ] as const)('the map takes over if %s', (_, progress, due) =>
    expect(handOverDue({ ...nothing, ...progress })).toBe(due),
  );

  const slices = () => {
    const response = Promise.resolve(new Response('x'));
    return {
      result: response,
      map: new Map<string, PreviewedSlice>([['/a', { requestedAtMs: 1_000, result: response }]]),
    };
  };

  test('an answer of the preview is taken once, and none that is older than a minute or to another path', () => {
    const { result: response, map } = slices();
    expect(claimPreviewedSlice(map, '/a', 5_000)).toBe(response);
    expect(claimPreviewedSlice(map, '/a', 5_000)).toBeUndefined();
    expect(claimPreviewedSlice(slices().map, '/a', 61_001)).toBeUndefined();
    expect(claimPreviewedSlice(slices().map, '/b', 1_000)).toBeUndefined();
    expect(claimPreviewedSlice(undefined, '/a', 1_000)).toBeUndefined();
  });
});

describe('fires now', () => {
  const fire = (id: string): FireBody => ({
    id,
    latitude: 42,
    longitude: 24,
    firstSeen: '2026-07-14T10:00:00Z',
    lastSeen: '2026-07-14T12:00:00Z',
    frpMw: 5,
    static: false,
    state: 'none',
    chance: 0,
    candidates: [],
  });

  /** A list of so many pages. Page `n` has the fire `n`, and the one before, which was seen again meanwhile. */
  function listOf(pages: number) {
    const requests: string[] = [];
    const fetch = async (path: string) => {
      requests.push(path);
      const page = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? 1);
      const body: FiresBody = {
        fires: [fire(`${page}`), fire(`${page - 1}`)],
        sources: [],
        ...(page < pages ? { next: `${apiPaths.fires}?cursor=${page + 1}` } : {}),
      };
      return Response.json(body);
    };
    return { requests, fetch };
  }

  const report = async (pages: number) => {
    const { requests, fetch } = listOf(pages);
    const response = await fetchFires({ fetch });
    if (!response.ok) throw new Error(response.errorKind);
    return { requests, ids: response.value.fires.map(({ id }) => id), next: response.value.next };
  };

  test('the list of fires is followed to its end, and has each once', async () => {
    const { requests, ids, next } = await report(3);
    expect(requests).toEqual([apiPaths.fires, `${apiPaths.fires}?cursor=2`, `${apiPaths.fires}?cursor=3`]);
    expect([ids, next]).toEqual([['1', '0', '2', '3'], undefined]);
  });

  test('a list of more than 5 pages is left there, and says that it goes on', async () => {
    const { requests, next } = await report(9);
    expect([requests.length, next]).toEqual([5, `${apiPaths.fires}?cursor=6`]);
  });

  test('a page that is refused is no list', async () => {
    const fetch = async (path: string) =>
      path === apiPaths.fires ? listOf(2).fetch(path) : new Response(null, { status: 429 });
    expect(await fetchFires({ fetch })).toMatchObject({ ok: false, errorKind: 'limited' });
  });
});

describe('fires sight', () => {
  type Source = FireSources['sources'][number];
  const source = (state: Source['state'], newest: string | null): Source => ({ satellite: state, newest, state });
  const EARLY = '2026-07-14T02:00:00Z';
  const LATER = '2026-07-14T10:00:00Z';

  test.each<[FireSources['sources'][number]['state'] | 'none' | 'part', Source[]]>([
    ['none', []],
    ['none', [source('dead', null)]],
    ['fresh', [source('fresh', LATER), source('fresh', EARLY)]],
    ['part', [source('fresh', LATER), source('dead', null)]],
    ['late', [source('late', LATER), source('dead', EARLY)]],
    ['dead', [source('dead', LATER), source('dead', null)]],
  ])('fires are told as %s by the best of their satellites, up to its newest row', (kind, sources) => {
    const newest = sources.some(({ newest: at }) => at !== null) ? Date.parse(LATER) : undefined;
    expect(fireDataStatus({ sources })).toEqual({ kind, newestMs: newest });
  });

  test('a silent south is a part that is not known; one that tells makes up for no silent satellite', () => {
    const south = { below: 36.5, newest: LATER };
    const kindOf = (state: Source['state'], ofSouth: Source['state']) =>
      fireDataStatus({ sources: [source(state, EARLY)], south: { ...south, state: ofSouth } }).kind;
    const kinds = [kindOf('fresh', 'dead'), kindOf('fresh', 'late'), kindOf('late', 'fresh')];
    expect(kinds).toEqual(['part', 'fresh', 'late']);
  });
});

describe('place forecast', () => {
  const SOFIA = { latitude: 42.7, longitude: 23.3 };
  /** From the west at 50 km/h, its flashes 30 km to 50 km away. */
  const coming = aCell({ longitude: 22.81, eastKmH: 50, showArrow: true, radiusKm: 10 });
  const strokes = Array.from({ length: 20 }, (_, index) => ({
    latitude: 42.7 + ((index % 5) - 2) * 0.03,
    longitude: 22.81 + (((index * 7) % 9) - 4) * 0.025 - ((index / 2) * 50) / 60 / 82,
    atMs: AT - index * 30_000,
  }));
  function storeOf(fallen: readonly Stroke[]): StrikeStore {
    const store = new StrikeStore({ capacity: 100, maxAgeMs: 3_600_000, epochMs: AT });
    store.append(strikesToColumns(fallen.map((stroke, index) => ({ id: `s${index}`, ordinal: index, ...stroke }))), AT);
    return store;
  }

  test('a forecast is made of the cells and of the strikes held', () => {
    const event = encodeCells(anUpdate([coming], { partial: true }));
    const reported = placeForecast(SOFIA, event, storeOf(strokes), AT - 600_000);
    expect(reported).toMatchObject({ kind: 'told', atMs: AT, partial: true, result: { state: 'approaching' } });
    // A window from 12:11 on is read from 12:00 on: of cells at 12:08 the first two minutes are missing.
    const early = { ...event, atMs: AT - 22 * 60_000 };
    expect(placeForecast(SOFIA, early, storeOf(strokes), AT - 19 * 60_000)).toBeUndefined();
  });

  test('only strikes of the ten minutes before are read for it, by time', () => {
    const held = [AT - 601_000, AT - 1_000, AT - 300_000, AT + 1_000];
    const store = storeOf(held.map((atMs) => ({ ...SOFIA, atMs })));
    expect(heldStrokes(store, AT).map(({ atMs }) => atMs)).toEqual([AT - 300_000, AT - 1_000]);
  });
});

test('a tool asks the status whose data it shows only while no stream of its page has told', async () => {
  const requests: string[] = [];
  const fetch = async (path: string) => {
    requests.push(path);
    return Response.json({ source: 'simulated', primary: SATELLITE }, { status: 503 });
  };
  newestFeed.is = { view: { build: null, source: 'live', primary: null } };
  expect(streamedSource()).toBeUndefined();
  expect(await reportedSource({ fetch })).toEqual({ simulated: true, primary: SATELLITE });
  expect(requests).toEqual(['/api/v1/status']);
  newestFeed.is = { view: { build: 'b', source: 'live', primary: null } };
  expect(await reportedSource({ fetch })).toEqual({ simulated: false, primary: undefined });
  newestFeed.is = { view: { build: 'b', source: 'live', primary: SATELLITE } };
  expect(await reportedSource({ fetch })).toEqual({ simulated: false, primary: SATELLITE });
  expect(requests).toHaveLength(1);
});

beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['map']))));

test('strikes in one spot are told as its number and those of the ages that it has, in each language’s own plural', () => {
  const counts = { total: 123, fresh: 4, recent: 30, old: 89 };
  expect(countText(counts, textsFor('en'))).toBe('123 strikes: 4 under 5 min, 30 of 5–30 min, 89 older');
  expect(countText(counts, textsFor('bg'))).toBe('123 мълнии: 4 до 5 мин, 30 от 5 до 30 мин, 89 по-стари');
  const many = { total: 1_123, fresh: 4, recent: 0, old: 1_119 };
  expect(countText(many, textsFor('en'))).toBe('1,123 strikes: 4 under 5 min, 1,119 older');
  const russian = [4, 5, 21].map((old) => countText({ total: old, fresh: 0, recent: 0, old }, textsFor('ru')));
  expect(russian).toEqual(['4 молнии: 4 старше', '5 молний: 5 старше', '21 молния: 21 старше']);
});

describe('place text', () => {
  const position = { latitude: 41.838, longitude: 23.488, also: [], country: 'BG' };
  const BANSKO = { ...position, ...readNames(['Bansko', 'Банско', '']), population: 8_500 };
  const SOFIA = { ...position, ...readNames(['Sofia', 'София', '']), population: 1_200_000 };
  const DOBOJ = { ...position, ...readNames(['Doboj', 'Добой', '']), population: 27_000 };
  const LOVEC = { ...position, ...readNames(['Lovets', 'Ловец', '']), population: 900 };
  const CALARASI = { ...position, ...readNames(['Făget']), population: 4_000 };

  const text = (locale: Locale, place: typeof BANSKO, direction: (typeof COMPASS_POINTS)[number], km: number) =>
    nearPlaceText({ place, km, direction }, textsFor(locale), locale).replaceAll('\u00a0', ' ');

  test.each([
    ['en', '4 km * of Bansko', 'north, north-east, east, south-east, south, south-west, west, north-west'],
    [
      'ru',
      'в 4 км к * от Банско',
      'северу, северо-востоку, востоку, юго-востоку, югу, юго-западу, западу, северо-западу',
    ],
    [
      'bg',
      'на 4 км * от Банско',
      'северно, североизточно, източно, югоизточно, южно, югозападно, западно, северозападно',
    ],
  ] as const)('every direction reads well (%s)', (locale, sentence, directions) => {
    const texts = COMPASS_POINTS.map((direction) => text(locale, BANSKO, direction, 4.2));
    expect(texts).toEqual(directions.split(', ').map((direction) => sentence.replace('*', direction)));
  });

  test('in Russian a name is declined after «от», or its kind comes first', () => {
    expect(text('ru', SOFIA, 'n', 12)).toBe('в 12 км к северу от Софии');
    expect(text('ru', DOBOJ, 'n', 12)).toBe('в 12 км к северу от города Добой');
    expect(text('ru', LOVEC, 'n', 12)).toBe('в 12 км к северу от н. п. Ловец');
    expect(text('ru', CALARASI, 'n', 12)).toBe('в 12 км к северу от н. п. Făget');
  });

  test.each([
    ['en', 'near Sofia'],
    ['ru', 'около Софии'],
    ['bg', 'при София'],
  ] as const)('what is at a place is only named, and within a sentence it is near it (%s)', (locale, message) => {
    expect(text(locale, SOFIA, 'n', 1.4)).toBe(SOFIA[locale]);
    expect(text(locale, SOFIA, 'n', 1.5)).toMatch(/2/);
    expect(placeInSentence({ place: SOFIA, km: 1, direction: 'n' }, textsFor(locale), locale)).toBe(message);
  });
});

describe('time text', () => {
  test.each([
    [0, 'en', '0 sec'],
    [-4_000, 'en', '0 sec'],
    [59_999, 'en', '59 sec'],
    [60_000, 'en', '1 min'],
    [3_599_999, 'bg', '59 мин'],
    [7_200_000, 'ru', '2 ч'],
    [90_000_000, 'en', '1 day'],
  ])('%d ms in %s reads %s', (ms, locale, text) => expect(spanText(ms, locale)).toBe(text.replace(' ', '\u00a0')));

  test.each([
    ['en', ['Last 10 minutes', 'Last hour', 'Last 6 hours', 'Last 24 hours', 'Last 25 hours']],
    ['ru', ['Последние 10 минут', 'Последний час', 'Последние 6 часов', 'Последние 24 часа', 'Последние 25 часов']],
    ['bg', ['Последните 10 минути', 'Последният час', 'Последните 6 часа', 'Последните 24 часа']],
  ] as const)(
    'the windows on offer are named in %s, the widest by what it shows, which is not all',
    (locale, names) => {
      const texts = [...TIME_FILTERS_MS, NO_TIME_FILTER_MS].map((ms) => timeFilterText(ms, textsFor(locale)));
      expect(texts.slice(0, names.length)).toEqual(names);
    },
  );
});

test.each([
  ['all is held and the feed lives', { complete: true }, undefined],
  ['strikes are being read', {}, 'loading strikes…'],
  ['the view is too wide', { tooWide: true }, 'zoom in to see every strike'],
  [
    'the feed is down, whatever is held',
    { viewStatus: { kind: 'down', sinceMs: 0, cause: 'feed' }, complete: true },
    'The feed is interrupted.',
  ],
] as const)('what is not sure is said where %s', (_, facts, text) => {
  const viewStatus = { kind: 'live', checkedMs: 0, whole: true } as const;
  expect(unsureText({ viewStatus, complete: false, tooWide: false, ...facts }, textsFor('en'))).toBe(text);
});

describe('sky', () => {
  const AT = Date.UTC(2026, 6, 1, 12, 30);
  const event = encodeCells({ atMs: AT, cells: [], odds: AS_FITTED });
  const live = { kind: 'live', checkedMs: AT, whole: true } as const;
  const delayed = { kind: 'delayed', checkedMs: AT, slicesOnly: false } as const;

  test.each([
    ['told', 'one minute after the word on them', event, live, 60_000],
    ['told', 'just before ten minutes', event, delayed, 599_999],
    ['late', 'ten minutes after the word on them', event, live, 600_000],
    ['late', 'when the feed is down', event, { kind: 'down', sinceMs: AT, cause: 'feed' }, 1_000],
    ['told', 'of the past as they were kept', event, { kind: 'past', whole: true, live }, 3_600_000],
    ['none', 'of the past if none were kept', null, { kind: 'past', whole: true, live }, 0],
    ['none', 'beside the watched area', event, { kind: 'outside' }, 0],
    ['none', 'before the feed is connected', event, { kind: 'connecting' }, 0],
    ['none', 'before anything was told', null, live, 0],
  ] as const)('cells are %s %s', (kind, _, reported, viewStatus, laterMs) =>
    expect(cellsNow(reported, viewStatus, AT + laterMs, true)).toEqual(kind === 'told' ? { kind, event } : { kind }),
  );

  test('of a view beside home nothing is called late: nobody tells of cells there', () => {
    expect(cellsNow(event, live, AT + 600_000, false)).toEqual({ kind: 'none' });
    expect(cellsNow(event, live, AT + 1_000, false).kind).toBe('told');
  });

  const POINT = { latitude: 42, longitude: 24 };
  const HERE = { latitude: 42.7, longitude: 23.3 };
  const BOX = { west: 22, south: 41, east: 24, north: 43 };

  test('distances are measured from the chosen point, else from the visitor, else from the middle of the map', () => {
    const nobody = { point: undefined, visitorAt: undefined, box: undefined };
    expect(measureFrom({ point: POINT, visitorAt: HERE, box: BOX })).toEqual({ at: POINT, by: 'point' });
    expect(measureFrom({ ...nobody, visitorAt: HERE, box: BOX })).toEqual({ at: HERE, by: 'visitor' });
    expect(measureFrom({ ...nobody, box: BOX })).toEqual({ at: { latitude: 42, longitude: 23 }, by: 'centre' });
    expect(measureFrom(nobody)).toBeUndefined();
  });

  test('a sky is known to be quiet only if the feed is live, all is held and every minute was read', () => {
    expect(knownQuiet(live, 0, [false, false])).toBe(true);
    expect(knownQuiet(live, 1, [false, false])).toBe(false);
    expect(knownQuiet(live, 0, [false, true])).toBe(false);
    expect(knownQuiet({ ...live, whole: false }, 0, [false, false])).toBe(false);
    expect(knownQuiet(delayed, 0, [false, false])).toBe(false);
  });

  const MINUTE = 60_000;
  const counts = { barsFromMs: 0, barMs: MINUTE, bars: [3, 0, 2, 0, 1] };
  const known = { viewStatus: { kind: 'live', checkedMs: 5 * MINUTE, whole: true }, complete: true, gaps: [] } as const;
  const behind = { kind: 'delayed', checkedMs: 3.5 * MINUTE, slicesOnly: false } as const;

  test.each([
    ['not at all in a sky that is known', {}, '.....'],
    ['from the first minute that a delayed feed has not answered for', { viewStatus: behind }, '...??'],
    [
      'not for a server that is merely busy, whose slices are whole',
      { viewStatus: { ...behind, slicesOnly: true } },
      '.....',
    ],
    ['where the provider was never read, whatever else was found', { gaps: [[1.5 * MINUTE, 2.5 * MINUTE]] }, '.??..'],
    ['while strikes of the window are missing, if it shows none', { complete: false }, '.?.?.'],
  ] as const)('a bar is hatched, never drawn as zero, %s', (_, facts, bars) =>
    expect(unknownBars(counts, { ...known, ...facts })).toEqual([...bars].map((bar) => bar === '?')),
  );
});

describe('sky source', () => {
  const HOUR = 3_600_000;
  const store = () => new StrikeStore({ capacity: 4, maxAgeMs: HOUR, epochMs: NOW });
  const view = { ...firstView(store(), NOW), complete: true };
  const past: Past = {
    atMs: NOW - 5 * HOUR,
    windowMs: 6 * HOUR,
    strikes: { store: store(), revision: 1 },
    complete: true,
    whole: true,
    tooWide: false,
    gaps: [[0, 1]],
    onLive: () => undefined,
  };
  const scope = { box: undefined, windowMs: HOUR };

  describe('the map has its sky', () => {
    test('from the feed while it is live: all that has fallen until now', () => {
      const source = skySource(view, createPlayhead(), scope, NOW + 1);
      expect(source).toMatchObject({ strikes: view.strikes, complete: true, windowMs: HOUR, onLive: undefined });
      expect(source).toMatchObject({ nowMs: NOW + 1, renderedNowMs: NOW + 5_000, endMs: NOW + 1, toMs: Infinity });
    });

    test('from the timeline while the past is shown, whatever the feed holds, and says how one comes back', () => {
      const moment = createPlayhead();
      showPast(moment, past);
      const source = skySource(view, moment, scope, NOW);
      expect(source.strikes).toBe(past.strikes);
      expect(source).toMatchObject({ nowMs: past.atMs, endMs: past.atMs, toMs: past.atMs, windowMs: past.windowMs });
      expect(source.viewStatus).toEqual({ kind: 'past', whole: true, live: { kind: 'connecting' }, byHour: false });
      expect([source.gaps, source.onLive]).toEqual([past.gaps, past.onLive]);
    });

    test('from nobody while a past is awaited: no strike of now is shown for one of then', () => {
      const moment = createPlayhead();
      awaitPast(moment);
      const source = skySource(view, moment, scope, NOW);
      expect(source).toMatchObject({ complete: false, viewStatus: { kind: 'connecting' } });
      expect(source.toMs).toBeLessThan(NOW - HOUR);
      showPast(moment, past);
      expect(skySource(view, moment, scope, NOW).strikes).toBe(past.strikes);
    });

    test('from the feed again once one goes back, and then nothing else is drawn', () => {
      const moment = createPlayhead();
      showPast(moment, past);
      drawPast(moment, { atMs: past.atMs, windowMs: HOUR, hours: undefined });
      showPast(moment, undefined);
      expect(moment).toMatchObject({ past: undefined, rendered: undefined, awaited: false });
      expect(skySource(view, moment, scope, NOW).strikes).toBe(view.strikes);
    });
  });

  test('a window ends now, unless the feed is down: then where the last answer ended it, for a minute or a week', () => {
    expect(windowEndMs({ kind: 'live', checkedMs: NOW - 4_000, whole: true }, NOW)).toBe(NOW);
    expect(windowEndMs({ kind: 'delayed', checkedMs: NOW - 90_000, slicesOnly: false }, NOW)).toBe(NOW);
    const outage = fc.integer({ min: 60_000, max: 7 * 86_400_000 });
    fc.assert(
      fc.property(outage, fc.integer({ min: 0, max: 3_600_000 }), (agoMs, laterMs) => {
        const viewStatus = { kind: 'down', sinceMs: NOW - agoMs, cause: 'feed' } as const;
        expect(windowEndMs(viewStatus, NOW + laterMs)).toBe(NOW - agoMs);
      }),
    );
    const never = { kind: 'down', sinceMs: null, cause: 'connection' } as const;
    expect(windowEndMs(never, NOW), 'of a feed that never answered').toBe(NOW);
    const restored = { kind: 'connecting', restoredToMs: NOW - 60_000 } as const;
    expect(windowEndMs(restored, NOW), 'of cached strikes').toBe(NOW - 60_000);
  });

  test('what is held is kept from the last answer on, once the feed is down', () => {
    expect(knownUntilMs({ lastSuccessMs: NOW - 100_000 }, NOW)).toBe(NOW);
    expect(knownUntilMs({ lastSuccessMs: NOW - 4_320_000 }, NOW)).toBe(NOW - 4_320_000);
    expect(knownUntilMs({ lastSuccessMs: null }, NOW)).toBe(NOW);
    expect(knownUntilMs(null, NOW)).toBe(NOW);
  });
});

describe('verdict facts', () => {
  const MINUTE_MS = 60_000;
  const store = new StrikeStore({ capacity: 4, maxAgeMs: NOW, epochMs: NOW });
  const OVER_BERLIN = { west: 12, south: 52, east: 14, north: 53 };
  const feed = { state: 'live', lastSuccessMs: NOW - 4_000, newestStrikeMs: null, typicalDelayMs: null } as const;
  const VIEW: FeedView = {
    ...firstView(store, NOW - 600_000),
    phase: 'open',
    receivedAtMs: NOW - 5_000,
    feed,
    source: 'live',
    complete: true,
    areas: { home: HOME_BOX, coverage: HOME_BOX },
  };
  const visitor: Measure = { at: HOME_TOWN, by: 'visitor' };
  const TEXTS = { presentMs: NOW, cells: { kind: 'none' }, held: undefined } as const;
  const NO_STRIKES = { near: undefined, last: undefined, trend: undefined };

  function factsOf(
    view: Partial<FeedView> = {},
    measure: RequestedSky['measure'] | null = visitor,
    box = HOME_BOX,
  ): SkyFacts {
    const reported = { ...VIEW, ...view };
    const requestedSky = requestedOf(measure ?? undefined, box, HOME_BOX, 6 * 60 * MINUTE_MS);
    const source = liveSky(reported, { box, windowMs: 6 * 60 * MINUTE_MS }, NOW);
    return verdictFacts({ ...TEXTS, source, view: reported, requestedSky, strikes: NO_STRIKES });
  }

  describe('all was read of the last hour around a place', () => {
    test('if it lies in home, is held and has no gap', () =>
      expect(factsOf()).toMatchObject({
        feed: { kind: 'live' },
        read: 'all',
        requestedMs: 3_600_000,
        from: 'visitor',
      }));

    const minutesMissing = (fromAgo: number, toAgo: number) => ({
      feed: { ...feed, gaps: [[NOW - fromAgo * MINUTE_MS, NOW - toAgo * MINUTE_MS] as [number, number]] },
    });
    const atEdge: Measure = { at: { latitude: HOME_BOX.north - 0.1, longitude: 23 }, by: 'point' };

    test.each<[string, Partial<FeedView>, Measure, SkyFacts['read']]>([
      ['but not if strikes are being loaded', { complete: false }, visitor, 'loading'],
      ['but not if the view is too wide', { complete: false, tooWide: true }, visitor, 'gaps'],
      ['but not if some minutes of the hour were not read', minutesMissing(50, 49), visitor, 'gaps'],
      ['but not if the circle reaches beyond home', {}, atEdge, 'gaps'],
      ['also if a gap is older than what was asked', minutesMissing(90, 61), visitor, 'all'],
    ])('%s', (_, view, measure, read) => expect(factsOf(view, measure).read).toBe(read));
  });

  test('of an outlined area it is the area and its surroundings, whatever the map looks at', () => {
    const ring = ringOfBox({ west: 24, south: 42, east: 25, north: 43 });
    const area = outlinedArea({ type: 'Polygon', coordinates: [ring] }, 30);
    expect(factsOf({}, area, OVER_BERLIN)).toMatchObject({ from: 'outline', withinKm: 30, read: 'all' });
  });

  test('what is said of a place does not hang on what the map looks at', () => {
    expect(factsOf({}, visitor, OVER_BERLIN)).toMatchObject({ feed: { kind: 'live' }, read: 'all', withinKm: 100 });
    expect(factsOf({}, null, OVER_BERLIN)).toMatchObject({ feed: { kind: 'outside' }, withinKm: null });
  });

  test.each<[string, Partial<FeedView>, SkyFacts['feed']]>([
    ['nothing heard yet', { receivedAtMs: null, startedAtMs: NOW - 1_000 }, { kind: 'starting' }],
    ['behind', { feed: { ...feed, state: 'delayed' } }, { kind: 'late', readToMs: NOW - 4_000 }],
    ['slices only', { slicesOnly: true }, { kind: 'late', readToMs: null }],
    ['down', { feed: { ...feed, state: 'down' } }, { kind: 'down', sinceMs: NOW - 4_000, restored: false }],
    ['kept on the device', { restoredToMs: NOW - 60_000 }, { kind: 'starting' }],
    [
      'kept on the device, without a connection',
      { restoredToMs: NOW - 60_000, phase: 'suspended' },
      { kind: 'down', sinceMs: NOW - 60_000, restored: true },
    ],
  ])('the feed: %s', (_, view, feedFact) => expect(factsOf(view).feed).toEqual(feedFact));

  test('the past is told as of its moment, with the strikes measured from the place', () => {
    const atMs = NOW - 300 * MINUTE_MS;
    const past = { atMs, windowMs: 10 * MINUTE_MS, complete: true, whole: true, tooWide: false, gaps: [] };
    const reported = { ...past, strikes: { store, revision: 1 }, onLive: () => undefined };
    const source = pastSky(reported, { kind: 'connecting' });
    const near = aStrike(1, { ...HOME_TOWN, latitude: HOME_TOWN.latitude + 0.09, atMs: atMs - 1_000 });
    const requestedSky = requestedOf(visitor, HOME_BOX, HOME_BOX, past.windowMs);
    const strikes = { near, last: near, trend: undefined };
    const facts = verdictFacts({ ...TEXTS, source, view: VIEW, requestedSky, strikes });
    expect(facts).toMatchObject({
      nowMs: atMs,
      feed: { kind: 'past', counted: false },
      read: 'all',
      requestedMs: 600_000,
    });
    expect(facts.near?.away?.km).toBeCloseTo(10, 0);
  });
});
