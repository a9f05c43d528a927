import { beforeAll, describe, expect, test } from 'vitest';
import type { FireBody } from '#shared/fires/bodies.ts';
import { readNames } from '#shared/languages.ts';
import { groundColours, mixed, STRIKE_STOPS } from '#shared/sky/colours.ts';
import type { StrikeDetail } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, isoMillis } from '#shared/time.ts';
import { pairs } from '#tests/support/pairs.ts';
import { apart, contrast, EVERY_DATA_STATUS } from '#tests/unit/shared/sky/colourVision.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { mapAddress, parseMapQuery } from '#web/ground/view/mapQuery.ts';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { isChoosing, requestFromMap, resultMap } from '#web/kit/places/mapChoice.ts';
import { withAddressPart } from '#web/kit/routing/address.ts';
import { detailDue } from '#web/map/basemap/useDetailDue.ts';
import { cornersToShape } from '#web/map/choosing/cornersToShape.ts';
import { FIRE_AGES_MS, fireAgeStep, fireFeatures, fireRadiusPx, lineToBest } from '#web/map/fires/FiresLayer.tsx';
import * as mapLayers from '#web/map/mapLayers.ts';
import * as mapPanels from '#web/map/mapPanels.ts';
import { detailText, doubtfulRing, ellipseText } from '#web/map/openStrike/DetailLines.tsx';
import { clearOf } from '#web/map/openStrike/openStrike.tsx';
import { sharePath } from '#web/map/openStrike/StrikePopup.tsx';
import { windowHolding } from '#web/map/openStrike/useOpenStrike.ts';
import type { MapPart } from '#web/map/parts/MapPart.ts';
import { ticksOf } from '#web/map/readouts/SoundSwitch.tsx';
import { frameDue, PAINTED } from '#web/map/renderWatchdog/holdFrames.ts';
import { type RenderState, RenderWatchdog, type WatchedMap } from '#web/map/renderWatchdog/RenderWatchdog.ts';
import { flashFeatures } from '#web/map/satellite/SatelliteRow.tsx';
import { satelliteAddress } from '#web/map/satellite/satelliteAddress.ts';
import { tableAddress } from '#web/map/strikeTable/strikeTable.tsx';
import { targetPlace } from '#web/map/watchPlace/WatchBox.tsx';

const nothingYet = { strikesRendered: false, skyKnown: false, previewed: false, ageMs: 500 };
test.each([
  ['nothing is known yet', { ageMs: 0 }, false],
  ['the preview still stands', { strikesRendered: true, skyKnown: true, previewed: true }, false],
  ['strikes are drawn by the map', { strikesRendered: true }, true],
  ['the sky is empty', { skyKnown: true }, true],
  ['the feed says nothing for ten seconds', { previewed: true, ageMs: 10_000 }, true],
])('more of the ground is asked for after the first strikes: %s', (_, view, due) =>
  expect(detailDue({ ...nothingYet, ...view })).toBe(due),
);

test.each([
  ['ground is on its way under a view that rests', { loading: true }, 'held'],
  ['all has come', { heldMs: 900 }, 'now'],
  ['the view moves', { rests: false, changed: false, loading: true }, 'now'],
  ['the network is slow', { loading: true, heldMs: 2_500 }, 'now'],
  ['a finger touched the map and moved nothing', { changed: false }, 'equal'],
] as const)(
  'a frame waits only for ground that is on its way, never long, and is none if it would equal the last: %s',
  (_, requested, due) =>
    expect(frameDue({ rests: true, changed: true, loading: false, heldMs: 0, ...requested })).toBe(due),
);

describe('frame watch', () => {
  /** A page that paints, or does not, and a map that draws, or does not; the test moves the time. */
  function setUp() {
    const page = { paints: true, draws: true, nowMs: 0, frames: 0 };
    const renderStates: RenderState[] = [];
    let tick = () => {};
    const waiting = new Set<() => void>();
    const listeners = { movestart: new Set<() => void>() };
    const container = Object.assign(new EventTarget(), { contains: () => true });
    const map: WatchedMap = {
      on: (event, listener) => listeners[event].add(listener),
      off: (event, listener) => listeners[event].delete(listener),
      triggerRepaint: () => {
        if (!page.draws) return;
        page.frames += 1;
        waiting.add(() => void container.dispatchEvent(new Event(PAINTED)));
      },
      getContainer: () => container as never,
    };
    const timers = {
      after: () => () => {},
      every: (_: number, run: () => void) => {
        tick = run;
        return () => {
          tick = () => {};
        };
      },
    };
    const nextPaint = (act: () => void) => void waiting.add(act);
    const watch = new RenderWatchdog({ timers, nextPaint, nowMs: () => page.nowMs }, (renderState) =>
      renderStates.push(renderState),
    );
    const paint = () => {
      const acts = [...waiting];
      waiting.clear();
      for (const act of acts) act();
    };
    const pass = (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        page.nowMs += 1_000;
        tick();
        if (page.paints) paint();
      }
    };
    const move = () => {
      for (const listener of listeners.movestart) listener();
    };
    const happens = (event: string) => void container.dispatchEvent(new Event(event));
    const followed = () => watch.follow(map);
    return { page, reported: renderStates, watch, followed, pass, move, happens };
  }

  test('a quiet map that nobody touches is asked for a frame each 15 s, and nothing is said', () => {
    const { page, reported: renderStates, followed, pass } = setUp();
    followed();
    pass(3_600);
    expect(renderStates).toEqual([]);
    expect(page.frames).toBe(241);
  });

  test('a map that stops drawing is said to stand still within 20 s, and to draw again as soon as it does', () => {
    const { page, reported: renderStates, followed, pass } = setUp();
    followed();
    pass(15);
    page.draws = false;
    pass(20);
    expect(renderStates).toEqual(['stopped']);
    page.draws = true;
    pass(15);
    expect(renderStates).toEqual(['stopped', 'drawn']);
  });

  test('a move that is not drawn is said 5 s later', () => {
    const { page, reported: renderStates, followed, pass, move } = setUp();
    followed();
    pass(1);
    page.draws = false;
    move();
    pass(4);
    expect(renderStates).toEqual([]);
    pass(1);
    expect(renderStates).toEqual(['stopped']);
  });

  test('frames of a lost context are no picture', () => {
    const { reported: renderStates, followed, pass, happens } = setUp();
    followed();
    pass(1);
    happens('webglcontextlost');
    pass(20);
    expect(renderStates).toEqual(['stopped']);
    happens('webglcontextrestored');
    pass(15);
    expect(renderStates).toEqual(['stopped', 'drawn']);
  });

  test('a hidden tab or a throttled iframe owes no frame, however long it is away', () => {
    const { page, reported: renderStates, followed, pass } = setUp();
    followed();
    pass(5);
    page.paints = false;
    pass(3_600);
    page.paints = true;
    pass(60);
    expect(renderStates).toEqual([]);
  });

  test('a map that has drawn nothing 10 s after the page began is late, until it draws', () => {
    const { reported: renderStates, followed, pass } = setUp();
    pass(10);
    expect(renderStates).toEqual(['late']);
    followed();
    pass(1);
    expect(renderStates).toEqual(['late', 'drawn']);
  });

  test('without anything to draw with it is said at once, and stays so', () => {
    const { reported: renderStates, watch, pass } = setUp();
    watch.cannotDraw();
    pass(60);
    expect(renderStates).toEqual(['undrawable']);
  });

  test('nothing is asked for after the watch has ended', () => {
    const { page, watch, followed, pass } = setUp();
    followed();
    watch.stop();
    pass(60);
    expect(page.frames).toBe(1);
  });
});

describe('map choice', () => {
  const POINT = { type: 'Point', coordinates: [23.3, 42.7] } as const;

  test('the map answers each question once, with the shape or with none, and whoever asks next ends what was asked before', () => {
    const received: unknown[] = [];
    const request = (name: string) =>
      requestFromMap({ kind: 'point', onDone: (shape) => received.push([name, shape]) });
    expect(isChoosing()).toBe(false);
    request('first');
    expect(isChoosing()).toBe(true);
    resultMap(POINT);
    resultMap(POINT);
    request('second');
    request('third');
    resultMap();
    expect(isChoosing()).toBe(false);
    expect(received).toEqual([
      ['first', POINT],
      ['second', undefined],
      ['third', undefined],
    ]);
  });

  test.each([
    ['point', [], undefined],
    ['point', pairs('1,2'), { type: 'Point', coordinates: [1, 2] }],
    ['line', pairs('1,2'), undefined],
    ['line', pairs('1,2 3,4'), { type: 'LineString', coordinates: pairs('1,2 3,4') }],
    ['polygon', pairs('1,2 3,4'), undefined],
    ['polygon', pairs('1,2 3,4 5,0'), { type: 'Polygon', coordinates: [pairs('1,2 3,4 5,0 1,2')] }],
  ] as const)('corners make a line of two and an area of three, which is closed: %s, %j', (kind, corners, shape) =>
    expect(cornersToShape(kind, corners)).toEqual(shape),
  );
});

describe('open strike', () => {
  test('a strike below the upper edge of a sheet rises above it, or goes aside where that is shorter; others stay', () => {
    const [low, side] = [
      { left: 0, top: 400 },
      { left: 380, top: 100 },
    ];
    expect(clearOf({ x: 180, y: 300 }, low)).toEqual([0, 0]);
    expect(clearOf({ x: 180, y: 420 }, low)).toEqual([0, 52]);
    expect(clearOf({ x: 360, y: 350 }, side)).toEqual([12, 0]);
    expect(clearOf({ x: 300, y: 350 }, side)).toEqual([0, 0]);
  });

  test('a shared strike carries no language, but its id, its time and place for where the id is not known, and the time range', () => {
    const strike = { latitude: 42.69771, longitude: 23.32193, atMs: Date.UTC(2026, 6, 1, 12, 0, 0, 123) };
    const url = new URL(sharePath('a/b', strike, 6 * 3_600_000), 'https://example.org');
    expect(url.pathname).toBe('/map/a%2Fb');
    const view = { latitude: 42.6977, longitude: 23.3219, zoom: 11 };
    expect(parseMapQuery(url.search)).toMatchObject({ hint: strike, windowMs: 6 * 3_600_000, view });
  });

  const MINUTE = 60_000;
  const NOW = 1_800_000_000_000;

  test.each([
    { age: 5, window: 10, held: 10 },
    { age: 5, window: 1_440, held: 1_440 },
    { age: 59, window: 10, held: 60 },
    { age: 60, window: 60, held: 360 },
    { age: 700, window: 60, held: 1_440 },
    { age: 2_000, window: 60, held: 60 },
  ])('a strike $age min old turns a range of $window min into $held min', ({ age, window, held }) =>
    expect(windowHolding(NOW - age * MINUTE, NOW, window * MINUTE)).toBe(held * MINUTE),
  );
});

describe('parameters', () => {
  const parts: readonly MapPart[] = [...Object.values(mapLayers), ...Object.values(mapPanels)];
  const claimedTwice = (all: readonly string[]) => all.filter((name, index) => all.indexOf(name) !== index);

  test('every part of the map has a name of its own, and no two want the same parameter of the address', () => {
    expect(parts.length).toBeGreaterThan(3);
    expect(claimedTwice(parts.map(({ name }) => name))).toEqual([]);
    const claims = [...mapAddress.names, ...parts.flatMap(({ parameters }) => parameters ?? [])];
    expect(claims.length).toBeGreaterThan(9);
    expect(claimedTwice(claims)).toEqual([]);
  });

  test.each([
    ['?view=42,20,7z', 'newest', 'table=newest&view=42,20,7z'],
    ['?view=42,20,7z&table=newest', 'nearest', 'table=nearest&view=42,20,7z'],
    ['?view=42,20,7z&table=nearest&theirs=a%2Cb', 'closed', 'view=42,20,7z&theirs=a%2Cb'],
    ['', 'closed', ''],
  ] as const)(
    'a part changes its own parameters and leaves the others as they are: %s, %s',
    (search, order, changed) => {
      expect(withAddressPart(search, tableAddress, order)).toBe(changed);
      expect(tableAddress.parse(new URLSearchParams(changed))).toBe(order);
    },
  );

  test('a table that the address does not know is closed', () =>
    expect(tableAddress.parse(new URLSearchParams('table=sideways'))).toBe('closed'));
});

const PLOVDIV = {
  ...readNames(['Plovdiv', 'Пловдив', '']),
  also: [],
  country: 'BG',
  population: 340_000,
  latitude: 42.15,
  longitude: 24.75,
};

describe('the place that the bell means', () => {
  const centre = { latitude: 42, longitude: 24 };
  const near = () => ({ place: PLOVDIV, km: 16, direction: 'ne' }) as const;
  const metres = (km: number) => ({ latitude: 42 + km / 111.2, longitude: 24 });
  test.each([
    ['is where the known place is that is named, not the middle of the map', undefined, { near }, [24.75, 42.15]],
    ['is the visitor who is in sight', metres(20), { near }, [24, 42 + 20 / 111.2]],
    ['is not a visitor who looks elsewhere', metres(40), { near }, [24.75, 42.15]],
    ['is the middle where no place is known', undefined, undefined, [24, 42]],
  ] as const)('%s', (_, visitorAt, places, at) =>
    expect(targetPlace(centre, visitorAt, places)).toMatchObject({ longitude: at[0], latitude: at[1] }),
  );
});

describe('strike detail text', () => {
  beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['map']))));

  const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');
  const ALL: StrikeDetail = { type: 'ground', currentKa: -23, multiplicity: 3 };

  describe('what a source tells of a strike', () => {
    test.each([
      ['en', ALL, 'ground stroke, −23 kA, 3 strokes'],
      ['ru', ALL, 'разряд в землю, −23 кА, 3 разряда'],
      ['bg', ALL, 'разряд към земята, −23 kA, 3 разряда'],
      ['en', { type: 'cloud', currentKa: 7.25 }, 'cloud flash, +7.3 kA'],
      ['en', { multiplicity: 1 }, '1 stroke'],
      ['en', { multiplicity: 0 }, ''],
      ['en', {}, ''],
    ] as const)('in %s, %j reads "%s"', (locale, detail, text) =>
      expect(plain(detailText(detail, textsFor(locale), locale))).toBe(text),
    );

    const ellipse = { semiMajorKm: 0.834, semiMinorKm: 0.3, azimuth: 40 };

    test('its ellipse is told with the share that the source declares, and not without', () => {
      const textOf = (detail: StrikeDetail, share?: 0.5) => plain(ellipseText(detail, share, textsFor('en'), 'en'));
      expect(textOf({ ellipse }, 0.5)).toBe('50% within the ellipse of 0.83 × 0.3 km');
      expect([textOf({ ellipse }), textOf(ALL, 0.5)]).toEqual([undefined, undefined]);
    });
  });

  describe('the doubtful ring', () => {
    const around = { shape: { type: 'Point', coordinates: [23.3, 42.7] } as const, ringsKm: [10, 16, 20] };
    const kmNorth = (km: number, ellipseKm: number) => ({
      latitude: 42.7 + km / 111.195,
      longitude: 23.3,
      detail: { ellipse: { semiMajorKm: ellipseKm, semiMinorKm: ellipseKm, azimuth: 0 } },
    });

    test('is the one nearest to the strike: half likely on it, likelier within, less beyond', () => {
      const [on, within, beyond] = [16, 15.5, 16.5].map((km) => doubtfulRing(around, kmNorth(km, 0.6), 0.5));
      expect(on?.km).toBe(16);
      expect(on?.likelihood).toBeCloseTo(0.5, 1);
      expect(within?.likelihood).toBeGreaterThan(0.7);
      expect(beyond?.likelihood).toBeLessThan(0.3);
    });

    test('of a 90 % ellipse is surer than of a 50 % ellipse of the same size', () => {
      const [half, most] = ([0.5, 0.9] as const).map((share) => doubtfulRing(around, kmNorth(15.7, 0.6), share));
      expect(most?.likelihood).toBeGreaterThan(half?.likelihood ?? 1);
    });

    test('is none where the strike is surely inside or outside, has no ellipse, or the source declares no share', () => {
      expect(doubtfulRing(around, kmNorth(13, 0.3), 0.5)).toBeUndefined();
      expect(doubtfulRing(around, { latitude: 42.8, longitude: 23.3 }, 0.5)).toBeUndefined();
      expect(doubtfulRing(around, kmNorth(16, 0.6), undefined)).toBeUndefined();
    });
  });
});

describe('ticks of', () => {
  test('of strikes that arrive together the nearest three sound, the nearer the earlier and louder', () => {
    const ticks = ticksOf([80, 2, 300, 15]);
    const gains = [expect.closeTo(0.88, 2), expect.closeTo(0.5, 9), expect.closeTo(0.16, 2)];
    expect(ticks.map(({ gain }) => gain)).toEqual(gains);
    const times = ticks.map(({ afterS }) => afterS);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  });

  test('a strike overhead sounds at once and whole; the farthest within two seconds, and can be heard', () => {
    expect(ticksOf([0])).toEqual([{ afterS: 0, gain: 1 }]);
    const [far] = ticksOf([5_000]);
    expect(far?.afterS).toBeLessThan(2);
    expect(far?.gain).toBe(0.1);
  });
});

describe('fire features', () => {
  const NOW = Date.parse('2026-07-14T12:00:00Z');
  const FIRE: FireBody = {
    id: 'a',
    latitude: 42,
    longitude: 24,
    frpMw: 9,
    static: false,
    state: 'none',
    chance: 0,
    candidates: [],
    firstSeen: isoMillis(NOW - 5 * DAY_MS),
    lastSeen: isoMillis(NOW - HOUR_MS),
  };

  test('a fire is drawn at its place with its age, its power and whether it is static; the largest beneath', () => {
    const old = { ...FIRE, id: 'b', frpMw: 100, static: true, lastSeen: isoMillis(NOW - 4 * DAY_MS) };
    const { features } = fireFeatures([FIRE, old], NOW);
    expect(features.map(({ properties }) => properties)).toEqual([
      { id: 'b', age: FIRE_AGES_MS.length, px: fireRadiusPx(100), static: true },
      { id: 'a', age: 0, px: fireRadiusPx(9), static: false },
    ]);
    expect(features[1]?.geometry.coordinates).toEqual([24, 42]);
  });

  test('steps of age end where the legend says, and the radius grows with the root of the power up to an end', () => {
    expect([5, 7, 30, 80].map((hours) => fireAgeStep(NOW - hours * HOUR_MS, NOW))).toEqual([0, 1, 2, 3]);
    expect(fireRadiusPx(36) - fireRadiusPx(16)).toBeCloseTo(fireRadiusPx(16) - fireRadiusPx(4));
    expect(fireRadiusPx(10_000)).toBe(fireRadiusPx(200));
  });

  test('the line leads from the fire to its lightning, and is none while that is not known', () => {
    const line = lineToBest(FIRE, { latitude: 42.1, longitude: 24.2 }).features[0]?.geometry;
    expect(line).toEqual({ type: 'LineString', coordinates: pairs('24,42 24.2,42.1') });
    expect(lineToBest(FIRE, undefined).features).toEqual([]);
  });

  describe.each(['light', 'dark'] as const)('fires on the %s map', (theme) => {
    const { fires, staticFire } = mapColours[theme];

    test.each(EVERY_DATA_STATUS)(
      'are told from each other and from strikes by colour alone with %s sight',
      (dataStatus) => {
        const all = [...fires, staticFire];
        for (const [index, one] of all.entries()) {
          for (const other of all.slice(index + 1)) expect(apart(one, other, dataStatus)).toBeGreaterThan(0.05);
          for (const { ageMs, colour, alpha } of STRIKE_STOPS[theme])
            if (ageMs <= HOUR_MS)
              expect(apart(one, mixed(groundColours[theme].land, colour, alpha), dataStatus)).toBeGreaterThan(0.05);
        }
      },
    );

    test('stand out the more, the newer', () => {
      const ground = theme === 'light' ? '#ffffff' : '#000000';
      const held = fires.map((colour) => contrast(colour, ground));
      expect(held).toEqual(held.toSorted((a, b) => b - a));
    });
  });
});

describe('satellite flashes', () => {
  const NOW_MS = Date.UTC(2026, 6, 1, 12);

  test('flashes of a satellite become points that fade over half an hour', () => {
    const flashes = [
      [42.1, 23.2, NOW_MS + 5_000],
      [41, 22, NOW_MS - 15 * 60_000],
      [40, 21, NOW_MS - 60 * 60_000],
    ] as const;
    const { features } = flashFeatures({ flashes }, NOW_MS);
    expect(features.map(({ properties, geometry }) => [...geometry.coordinates, properties.age])).toEqual([
      [23.2, 42.1, 0],
      [22, 41, 0.5],
      [21, 40, 1],
    ]);
  });

  test('the satellite is off unless the address says on', () => {
    const render = (query: string) => satelliteAddress.parse(new URLSearchParams(query));
    expect([render(''), render('satellite=1'), render('satellite=on')]).toEqual([false, false, true]);
    expect([true, false].map(satelliteAddress.format)).toEqual([['satellite=on'], []]);
  });
});
