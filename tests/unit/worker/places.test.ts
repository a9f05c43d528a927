import { inflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { bboxWithin, HOME_BOX as HOME, HOME_BOX, parseBBox } from '#shared/geo/BBox.ts';
import { NAMED_PLACES, type NamedPlace, placeOfSlug } from '#shared/geo/NamedPlaces.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { seededRandom } from '#shared/numbers.ts';
import { ageClassOf, strikeLook } from '#shared/sky/colours.ts';
import type { DrawingSize } from '#shared/sky/frame.ts';
import { type SkyFacts, verdictOf } from '#shared/sky/verdictOf.ts';
import { type NumberedStrike, toStrikes } from '#shared/strike.ts';
import { HOUR_MS, MINUTE_MS, type Span } from '#shared/time.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import type { PrimarySource } from '#shared/wire/FeedEvent.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { aCell, anUpdate } from '#tests/support/cells.ts';
import { SATELLITE } from '#tests/support/satelliteSource.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { palettes } from '#web/ground/land/palettes.ts';
import { type FeedView, firstView } from '#web/sky/FeedView.ts';
import { heldStrikes } from '#web/sky/findStrikes.ts';
import { placeForecast } from '#web/sky/placeForecast.ts';
import { cellsNow, levelAt, liveSky, requestedOf, verdictFacts } from '#web/sky/Sky.ts';
import { StrikeStore } from '#web/sky/StrikeStore.ts';
import {
  frameOf,
  MAX_DOTS,
  type PictureFacts,
  type PictureLook,
  pictureColours,
  pictureSvg,
  squareSide,
} from '#worker/features/places/pictureSvg.ts';
import {
  dayBars,
  fortnightBars,
  hourBars,
  missingHtml,
  pictureHtml,
  placeHead,
  placeHtml,
  verdictSentences,
} from '#worker/features/places/placeHtml.ts';
import { fillRings, palettePng, placeImage } from '#worker/features/places/placeImage.ts';
import {
  boxCounted,
  factsOf,
  type HomeSky,
  nameAfterNear,
  type PackedHead,
  type PlaceCounts,
  type PlacePage,
  packHomeSky,
  SkyCache,
  sizeOf,
  unpackHomeSky,
} from '#worker/features/places/placeSky.ts';

/** 14:00 in Plovdiv. */
const NOW = Date.UTC(2026, 6, 1, 11);

const found = placeOfSlug('plovdiv');
if (!found) throw new Error('Plovdiv has a page');
const PLOVDIV = found;

/** A strike so many minutes ago, so many kilometres north of Plovdiv. */
function northOf(minutesAgo: number, km: number): NumberedStrike {
  const id = `s${minutesAgo}/${km}`;
  const { latitude, longitude } = PLOVDIV;
  return { id, ordinal: 1, latitude: latitude + km / 111.2, longitude, atMs: NOW - minutesAgo * MINUTE_MS };
}

function aSky(parts: Partial<PackedHead> = {}, strikes: readonly NumberedStrike[] = []): HomeSky {
  const feed = { state: 'live', lastSuccessMs: NOW - 4_000 } as const;
  const usual = {
    nowMs: NOW,
    simulated: false,
    supportsAlerts: true,
    primary: null,
    home: HOME_BOX,
    feed,
    gaps: [],
    cells: null,
  };
  const numbered = strikes.map((strike, index) => ({ ...strike, ordinal: index + 1 }));
  return unpackHomeSky(packHomeSky({ ...usual, ...parts }, toStrikes(numbered)));
}

function someCounts(parts: Partial<PlaceCounts> = {}): PlaceCounts {
  const hours = 15 * 24 + 1;
  const fromMs = NOW - 15 * 24 * HOUR_MS;
  return { fromMs, byHour: Array.from({ length: hours }, () => 0), gaps: [], ...parts };
}

describe('picture svg', () => {
  const NOW_MS = Date.UTC(2026, 10, 23, 0, 14);
  const LOOK: PictureLook = {
    bbox: HOME,
    size: { width: 600, height: 400 },
    strips: 0,
    theme: 'light',
    language: 'en',
    host: 'lightning.example',
  };
  const QUIET: PictureFacts = {
    nowMs: NOW_MS,
    fromMs: NOW_MS - HOUR_MS,
    edgeMs: NOW_MS - HOUR_MS,
    seen: { kind: 'each', strikes: [] },
    state: 'live',
    completeToMs: NOW_MS - 5_000,
    gaps: [],
    // Wider than what a picture of 13,34,31,48 shows.
    home: { west: -10, south: 30, east: 45, north: 52 },
    simulated: false,
    primary: undefined,
  };

  interface Element {
    readonly name: string;
    readonly attributes: Readonly<Record<string, string>>;
  }

  /** The elements of a well-formed document, and its text. */
  function parsed(svg: string): { elements: Element[]; text: string } {
    const elements: Element[] = [];
    let text = '';
    const parser = new SaxesParser();
    parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes: attributes as never }));
    parser.on('text', (part) => {
      text += `${part}\n`;
    });
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(svg).close();
    return { elements, text };
  }

  const svgOf = (facts: Partial<PictureFacts> = {}, look: Partial<PictureLook> = {}) =>
    pictureSvg({ ...QUIET, ...facts }, { ...LOOK, ...look });

  const textOf = (...requested: Parameters<typeof svgOf>) => parsed(svgOf(...requested)).text;

  const random = seededRandom(16);
  const storm = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      atMs: NOW_MS - Math.floor((index / count) * HOUR_MS),
      longitude: 13 + random() * 18,
      latitude: 34 + random() * 14,
    }));

  test('it has a title, a description, a time with its zone, and nothing that is fetched, styled or run', () => {
    const { elements, text } = parsed(svgOf({ seen: { kind: 'each', strikes: storm(12) } }));
    expect(new Set(elements.map(({ name }) => name))).toEqual(new Set(['svg', 'title', 'desc', 'path', 'text']));
    expect(new Set(elements.flatMap(({ attributes }) => Object.keys(attributes)))).not.toContain('style');
    expect(svgOf()).not.toMatch(/href|url\(|@import|\sid=|<script|\son\w+=/);
    expect(text).toContain('2026-11-23 00:14 UTC');
    expect(text).toContain('Up to date');
    expect(text).toContain('Strikes in the last hour: 12');
    expect(text).toContain('lightning.example · Land: Natural Earth');
  });

  /** As the archive counts them. */
  function counted(strikes: ReturnType<typeof storm>, size: DrawingSize): PictureFacts['seen'] {
    const frame = frameOf({ ...LOOK, size });
    const side = squareSide(frame);
    const squares = new Map<string, { x: number; y: number; fresh: number; recent: number; old: number }>();
    for (const { longitude, latitude, atMs } of strikes) {
      const [left, top] = frame.project(longitude, latitude);
      const [x, y] = [Math.floor(left / side), Math.floor((top - frame.top) / side)];
      const square = squares.get(`${x},${y}`) ?? { x, y, fresh: 0, recent: 0, old: 0 };
      square[ageClassOf(NOW_MS - atMs)] += 1;
      squares.set(`${x},${y}`, square);
    }
    return { kind: 'counted', squares: [...squares.values()] };
  }

  test.each([
    [200_000, 600, 400],
    [200_000, 1_200, 900],
    [20_000, 600, 400],
    [20_000, 1_200, 900],
    [MAX_DOTS, 1_200, 900],
  ])('%i strikes in the hour are at most 60 kB on %i × %i pixels, drawn in at most 50 ms', (count, width, height) => {
    const size = { width, height };
    const strikes = storm(count);
    const seen: PictureFacts['seen'] = count > MAX_DOTS ? counted(strikes, size) : { kind: 'each', strikes };
    const svg = svgOf({ seen, simulated: true }, { size });
    const once = () => cpuMs(() => svgOf({ seen, simulated: true }, { size }));
    const tookMs = Math.min(...Array.from({ length: 5 }, once));
    const bytes = new TextEncoder().encode(svg).length;
    process.stdout.write(`picture of ${count} on ${width} × ${height}: ${bytes} bytes, ${tookMs.toFixed(1)} ms\n`);
    expect(bytes).toBeLessThanOrEqual(60_000);
    expect(tookMs).toBeLessThanOrEqual(50);
    expect(parsed(svg).text).toContain(`Strikes in the last hour: ${count.toLocaleString('en')}`);
  });

  test('of many strikes each square has one spark, in its middle, with the age of its newest', () => {
    const seen: PictureFacts['seen'] = { kind: 'counted', squares: [{ x: 3, y: 2, fresh: 0, recent: 90, old: 6 }] };
    const side = squareSide(frameOf(LOOK));
    const { colour } = strikeLook('light', 15 * 60_000);
    const [mark] = parsed(svgOf({ seen })).elements.filter(({ attributes }) => attributes.stroke === colour);
    const [x, y] = [3.5 * side, frameOf(LOOK).top + 2.5 * side].map(Math.round);
    expect(mark?.attributes.d).toBe(`M${x} ${y}h0`);
  });

  test('strikes have the map’s colour of their age, where a web-mercator map has them', () => {
    const at = { longitude: 23.32, latitude: 42.7 };
    const strikes = [1, 10, 50].map((minutes, index) => {
      return { ...at, latitude: at.latitude + index, atMs: NOW_MS - minutes * 60_000 };
    });
    const { elements } = parsed(svgOf({ seen: { kind: 'each', strikes } }));
    for (const [index, age] of (['fresh', 'recent', 'old'] as const).entries()) {
      const { colour } = strikeLook('light', { fresh: 2.5, recent: 15, old: 30 }[age] * 60_000);
      const [mark] = elements.filter(({ attributes }) => attributes.stroke === colour);
      const [x, y] = frameOf(LOOK).project(at.longitude, at.latitude + index);
      expect(mark?.attributes.d).toBe(`M${Math.round(x)} ${Math.round(y)}h0`);
    }
  });

  test.each(['light', 'dark'] as const)('its water and land have the colours of the %s map', (theme) => {
    const { water, land } = palettes[theme];
    const fills = parsed(svgOf({}, { theme })).elements.map(({ attributes }) => attributes.fill);
    expect(fills).toEqual(expect.arrayContaining([water, land]));
  });

  const hatched = (svg: string) =>
    parsed(svg).elements.filter(({ attributes }) => attributes.stroke === pictureColours.light.hatch).length > 0;

  test('a dead feed never looks like a quiet sky: it is hatched, and says since when', () => {
    const down = svgOf({ state: 'down', completeToMs: NOW_MS - 11 * 60_000 });
    expect(hatched(svgOf())).toBe(false);
    expect(hatched(down)).toBe(true);
    expect(parsed(down).text).toContain('NO DATA');
    expect(parsed(down).text).toContain('data to 00:03 UTC');
    expect(parsed(down).text).not.toContain('Strikes in the last hour');
    const never = svgOf({ state: 'down', completeToMs: null });
    expect(hatched(never)).toBe(true);
    expect(parsed(never).text).toContain('no data');
  });

  test('a delayed feed and what of the hour was not read are said; an hour mostly without data is hatched', () => {
    const gap: [number, number] = [NOW_MS - 20 * 60_000, NOW_MS - 13 * 60_000];
    const delayed = svgOf({ state: 'delayed', completeToMs: NOW_MS - 90_000, gaps: [gap] });
    expect(hatched(delayed)).toBe(false);
    expect(parsed(delayed).text).toContain('Delayed');
    expect(parsed(delayed).text).toContain('No data: 23:54–00:01 UTC');
    expect(hatched(svgOf({ gaps: [[QUIET.fromMs, NOW_MS - 60_000]] }))).toBe(true);
    const many = [0, 300_000, 600_000].map((ms) => [QUIET.fromMs + ms, QUIET.fromMs + ms + 60_000] as const);
    expect(textOf({ gaps: many })).toContain('No data: 3 min of this hour');
  });

  test('simulated data says so, and so does a storm that is drawn in part', () => {
    expect(textOf()).not.toContain('imulated');
    expect(textOf({ simulated: true })).toContain('Simulated data: no real lightning');
    const part = textOf({ seen: { kind: 'each', strikes: storm(30) }, edgeMs: NOW_MS - 30 * 60_000 });
    expect(part).toContain('Too many: showing only those since 23:44 UTC');
    expect(part).toContain('Strikes in the last hour: > 30');
  });

  test('no strike is hidden by warnings that were known before', () => {
    const at = { longitude: 20, latitude: 34.01, atMs: NOW_MS };
    const svg = svgOf({ seen: { kind: 'each', strikes: [at] }, simulated: true, home: HOME }, { strips: 2 });
    const [, y] = frameOf({ ...LOOK, strips: 2 }).project(at.longitude, at.latitude);
    const strips = parsed(svg).elements.filter(({ attributes }) => attributes.fill === pictureColours.light.caution);
    expect(strips).toHaveLength(2);
    for (const { attributes } of strips) expect(Number(/^M0 (\d+)/.exec(attributes.d ?? '')?.[1])).toBeGreaterThan(y);
  });

  test('what lies outside home is hatched and said', () => {
    const abroad = svgOf({ home: HOME }, { bbox: { west: 0, south: 40, east: 20, north: 50 } });
    expect(hatched(abroad)).toBe(true);
    expect(parsed(abroad).text).toContain('Hatched: incomplete data');
  });

  test('what comes from outside cannot break out of its text', () => {
    const svg = svgOf({}, { host: '"><script>alert(1)</script>&' });
    expect(svg).not.toContain('<script');
    expect(parsed(svg).text).toContain('<script>alert(1)</script>&');
  });

  test.each(LANGUAGES)('in %s no text is wider than the narrowest picture', (language) => {
    const gaps = [[QUIET.fromMs, QUIET.fromMs + 60_000]] as const;
    const home = { ...HOME, west: 20 };
    const facts = { simulated: true, home, state: 'delayed', gaps, edgeMs: NOW_MS - HOUR_MS / 2 } as const;
    const svg = svgOf(facts, { language, size: { width: 240, height: 180 } });
    const texts = [...svg.matchAll(/<text [^>]*font-size="([\d.]+)"[^>]*>([^<]*)</g)];
    expect(texts.length).toBeGreaterThan(8);
    for (const [, size, text = ''] of texts) expect(Number(size) * 0.6 * text.length).toBeLessThanOrEqual(241);
  });

  test('[FD20] of a satellite it counts flashes, says that nothing warns, and names whose data they are', () => {
    const seen = { kind: 'each', strikes: storm(12) } as const;
    const primary = { ...SATELLITE, attribution: 'EUMETSAT' };
    const text = textOf({ seen, state: 'delayed', primary });
    expect(text).toContain('Flashes in the last hour: 12');
    expect(text).toMatch(/min old\. No warnings\. EUMETSAT/);
    const small = { size: { width: 320, height: 240 } };
    expect(textOf({ seen, primary }, small)).toMatch(/min old\.\nNo warnings\.\nEUMETSAT\n/);
    expect(textOf({ seen })).toContain('Strikes in the last hour: 12');
  });
});

describe('place image', () => {
  test('a ring covers its pixels, those at its edge in part, and a ring within it is a hole', () => {
    const square = [1, 1, 5, 1, 5, 5, 1, 5];
    const hole = [2, 2, 4, 2, 4, 4, 2, 4];
    expect([...fillRings([square, hole], 6, 3)]).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0]);
    expect([...fillRings([[0.5, 0, 2.25, 0, 2.25, 0.5, 0.5, 0.5]], 3, 1)]).toEqual([0.25, 0.5, 0.125]);
  });

  test('a picture of a place is a small PNG with the place’s mark in it', async () => {
    placeImage({ latitude: 41, longitude: 20 }, HOME);
    const startMs = performance.now();
    const picture = placeImage({ latitude: 42.7, longitude: 23.32 }, HOME);
    const png = Buffer.from(await palettePng(picture));
    process.stdout.write(`place.png: ${png.length} bytes, ${(performance.now() - startMs).toFixed(0)} ms\n`);
    expect(png.length).toBeLessThanOrEqual(30_000);
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630]);
    const at = png.indexOf('IDAT');
    const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    expect(rows.length).toBe(1_201 * 630);
    const counts = picture.colours.map((_, colour) => picture.pixels.filter((pixel) => pixel === colour).length);
    const [water = 0, , , , land = 0, edge = 0, ground = 0, bolt = 0] = counts;
    expect(water + land).toBeGreaterThan(0.9 * 1_200 * 630);
    expect(Math.min(water, land)).toBeGreaterThan(100_000);
    expect(Math.min(edge, ground, bolt)).toBeGreaterThan(500);
  });

  test('a place beside home, at the edge of the world or at a pole has a picture too', () => {
    for (const [latitude, longitude] of [
      [60, 10],
      [0, 179.9],
      [90, 0],
      [-90, -180],
    ] as const)
      expect(placeImage({ latitude, longitude }, HOME).pixels).toHaveLength(1_200 * 630);
  });
});

describe('shared sky', () => {
  function sharedSky() {
    const clock = { ms: NOW, now: () => clock.ms };
    const skies = new SkyCache(clock);
    const loads: number[] = [];
    const failures: string[] = [];
    const request = (load = async () => aSky({ nowMs: clock.ms })) =>
      skies.now(
        () => {
          loads.push(clock.ms - NOW);
          return load();
        },
        (reason) => void failures.push(reason),
      );
    return { clock, loads, failures, request };
  }

  test('one snapshot serves all for 15 s', async () => {
    const { clock, loads, request } = sharedSky();
    for (const afterMs of [0, 1_000, 14_999, 15_000, 29_000, 30_000]) {
      clock.ms = NOW + afterMs;
      await request();
    }
    expect(loads).toEqual([0, 15_000, 30_000]);
  });

  test('while one request renews it, others take the old one, for 30 s at most', async () => {
    const { clock, loads, request } = sharedSky();
    await request();
    clock.ms = NOW + 16_000;
    const renewing = Promise.withResolvers<ReturnType<typeof aSky>>();
    const first = request(() => renewing.promise);
    expect((await request())?.nowMs).toBe(NOW);
    renewing.resolve(aSky({ nowMs: NOW + 16_000 }));
    expect((await first)?.nowMs).toBe(NOW + 16_000);
    expect(loads).toEqual([0, 16_000]);
  });

  test('a Feed that fails is asked again after 5 s, and an old sky is not kept beyond 30 s', async () => {
    const { clock, loads, failures, request } = sharedSky();
    const fails = () => Promise.reject(new Error('gone'));
    await request();
    clock.ms = NOW + 31_000;
    expect(await request(fails)).toBeUndefined();
    clock.ms += 1_000;
    expect(await request(fails)).toBeUndefined();
    clock.ms += 5_000;
    expect(await request()).toBeDefined();
    expect([loads, failures]).toEqual([[0, 31_000, 37_000], ['gone']]);
  });
});

const northernmost = NAMED_PLACES.reduce((most, place) => (place.latitude > most.latitude ? place : most));
const plovdiv = NAMED_PLACES.find(({ slug }) => slug === 'plovdiv') as NamedPlace;

test.each([
  ['in the middle of home', plovdiv, false],
  ['of simulated weather', plovdiv, true],
  ['at the edge of home, beyond which is hatched', northernmost, true],
])('the mark stands where the picture would draw a strike at the place: %s', (_, place, simulated) => {
  const sky = aSky({ simulated });
  const page = { place, language: 'en', nowMs: NOW, sky, counts: someCounts(), neighbours: [] } as const;
  const html = pictureHtml({ ...page, facts: factsOf(place, sky, NOW) });
  const box = parseBBox(/bbox=([^&]*)/.exec(html)?.[1] ?? '');
  if (!box.ok) throw new Error('the picture has a box');
  const size = { width: 480, height: 400 };
  const { bbox } = box;
  const isBeyond = !bboxWithin(frameOf({ bbox, size, strips: 0 }).box, HOME_BOX);
  const strips = Number(simulated) + Number(isBeyond);
  const look = { bbox, size, strips, theme: 'light', language: 'en', host: '' } as const;
  const strikes = [{ id: 's', ordinal: 1, latitude: place.latitude, longitude: place.longitude, atMs: NOW - 1_000 }];
  const seen = { kind: 'each', strikes } as const;
  const read = { state: 'live', completeToMs: NOW, gaps: [], home: HOME_BOX, simulated, primary: undefined } as const;
  const svg = pictureSvg({ nowMs: NOW, fromMs: NOW - 3_600_000, edgeMs: NOW - 3_600_000, seen, ...read }, look);
  const [, x, y] = /<circle cx="(\d+)" cy="(\d+)"/.exec(html) ?? [];
  expect(svg).toContain(`d="M${x} ${y}h0"`);
});

describe('place html', () => {
  function htmlOf(sky: HomeSky | undefined, parts: Partial<PlacePage> = {}): string {
    const facts = factsOf(PLOVDIV, sky, NOW);
    const [sofia] = NAMED_PLACES.filter(({ slug }) => slug === 'sofia');
    const neighbours = sofia ? [sofia] : [];
    const page = { place: PLOVDIV, language: 'en', nowMs: NOW, sky, counts: someCounts(), neighbours, facts } as const;
    return placeHtml({ ...page, ...parts });
  }
  const partOf = (html: string, name: string) =>
    (new RegExp(`data-live="${name}".*?</section>`, 's').exec(html)?.[0] ?? '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/ +/g, ' ');

  test('a quiet sky that was read is said in one sentence, as of a time on the place’s clock', () => {
    const html = htmlOf(aSky({ cells: encodeCells(anUpdate([], {})) }));
    expect(partOf(html, 'verdict')).toContain('No lightning within 100\u00a0km in the last hour. Data is complete.');
    expect(partOf(html, 'verdict')).toContain('1 July 2026 at 14:00:00, local time (11:00 UTC)');
    expect(html).toContain('datetime="2026-07-01T11:00:00.000Z"');
    expect(partOf(html, 'gaps')).toContain('Data is complete for the last 14 days.');
    expect(html).not.toContain('data-hatch');
  });

  const DOWN = { state: 'down', lastSuccessMs: NOW - 10 * MINUTE_MS } as const;
  const GAP: Span = [NOW - 20 * MINUTE_MS, NOW - 19 * MINUTE_MS];
  test.each<[string, HomeSky | undefined, Partial<PlacePage>, RegExp]>([
    ['the feed is down', aSky({ feed: DOWN }), {}, /No data since 13:50/],
    ['the Feed does not answer', undefined, {}, /No data\. Lightning may be near/],
    ['minutes were not read', aSky({ gaps: [GAP] }), {}, /Data is incomplete/],
    ['the feed is late', aSky({ feed: { state: 'delayed', lastSuccessMs: NOW - 90_000 } }), {}, /Data is delayed/],
    ['the archive does not answer', aSky(), { counts: undefined }, /Currently unavailable/],
  ])('where %s, nothing of the page looks quiet', (_, sky, parts, pattern) => {
    const html = htmlOf(sky, parts);
    expect(html.replace(/<[^>]*>/g, ' ')).toMatch(pattern);
    expect(html).not.toContain('All of the last 14 days');
    expect(html).not.toContain('No storm cell within');
    if (sky?.feed.state === 'down') expect(html).toContain('data-hatch');
  });

  test('lightning leads, with its time; its storm cell is told with where it moves', () => {
    const { latitude, longitude } = northOf(0, 25);
    const cell = aCell({ latitude, longitude, northKmH: -40, showArrow: true });
    const cells = encodeCells({ ...anUpdate([cell]), atMs: NOW - MINUTE_MS });
    const html = htmlOf(aSky({ cells, simulated: true }, [northOf(3, 20), northOf(4, 25), northOf(40, 5)]));
    expect(partOf(html, 'verdict')).toMatch(/Lightning 20\u00a0km north at 13:57\..*Simulated data\./);
    expect(partOf(html, 'cells')).toMatch(/25\u00a0km north; .*moving south at 40\u00a0km\/h/);
    expect(partOf(html, 'plots')).toMatch(/Last hour Strikes: 1/);
  });

  test.each(LANGUAGES)('nothing is left to fill, in %s', (language) => {
    const cell = aCell({ latitude: PLOVDIV.latitude + 0.2, longitude: PLOVDIV.longitude });
    const sky = aSky({ cells: encodeCells({ ...anUpdate([cell]), atMs: NOW }) }, [northOf(3, 20)]);
    const counts = someCounts({ gaps: [[NOW - 300 * MINUTE_MS, NOW - 290 * MINUTE_MS]] });
    const { title, description, jsonLd } = placeHead({ place: PLOVDIV, language, sky }, 'https://example.org');
    const written = [htmlOf(sky, { language, counts }), title, description, missingHtml(language, [PLOVDIV])].join('');
    expect(written).not.toMatch(/\{\w+\}|undefined|NaN/);
    expect(JSON.parse(jsonLd)).toMatchObject({ about: { geo: { latitude: PLOVDIV.latitude } }, inLanguage: language });
  });

  test.each([
    ['plovdiv', 'en', 'Plovdiv'],
    ['plovdiv', 'ru', 'Пловдива'],
    ['thessaloniki', 'ru', 'Салоник'],
    ['botev', 'bg', 'връх\u00a0Ботев'],
    ['cherni-vrah', 'bg', 'Черни връх'],
    ['musala', 'ru', 'вершины\u00a0Мусала'],
  ] as const)('the name of %s stands after "near" in %s as %s', (slug, language, name) => {
    const place = placeOfSlug(slug);
    expect(place && nameAfterNear(place, language)).toBe(name);
  });

  test.each(LANGUAGES)('[FD20] of a satellite the page counts flashes and promises no alert, in %s', (language) => {
    const ofSky = (primary: PrimarySource | null) => {
      const feed = { state: 'delayed', cause: 'late', lastSuccessMs: NOW } as const;
      const sky = aSky({ primary, supportsAlerts: primary === null, feed }, [northOf(13, 20)]);
      const { title, description } = placeHead({ place: PLOVDIV, language, sky }, 'https://example.org');
      return { html: htmlOf(sky, { language }), head: `${title} ${description}` };
    };
    const [usual, satellite] = [ofSky(null), ofSky(SATELLITE)];
    const flash = { en: /flash/i, ru: /вспыш/i, bg: /светкавиц/i }[language];
    const alert = { en: /alert/, ru: /оповещения/, bg: /извести/ }[language];
    expect(partOf(satellite.html, 'plots')).toMatch(flash);
    expect(partOf(usual.html, 'plots')).not.toMatch(flash);
    expect(usual.head).toMatch(alert);
    expect(satellite.head).not.toMatch(alert);
    expect(`${satellite.html}${satellite.head}`).not.toMatch(/\{\w+\}|undefined/);
    expect(satellite.html).toContain('15\u00a0');
  });
});

describe('place sky', () => {
  type OfServer = Parameters<typeof aSky>;

  /** The facts of the map that shows the place, chosen as its point, with the same strikes, cells and state of the feed. */
  function factsOfMap([{ feed, gaps = [], cells = null } = {}, strikes = []]: OfServer) {
    const store = new StrikeStore({ capacity: 100, maxAgeMs: 86_400_000, epochMs: NOW });
    store.append(strikesToColumns(strikes.map((strike, index) => ({ ...strike, ordinal: index + 1 }))), NOW);
    const reported = { newestStrikeMs: null, typicalDelayMs: null } as const;
    const known = { state: 'live', lastSuccessMs: NOW - 4_000, ...reported, ...feed } as const;
    const view: FeedView = {
      ...firstView(store, NOW - 600_000),
      phase: 'open',
      receivedAtMs: NOW,
      areas: { home: HOME_BOX, coverage: HOME_BOX },
      source: 'live',
      complete: true,
      feed: { ...known, gaps: gaps.map(([fromMs, toMs]): [number, number] => [fromMs, toMs]) },
      cells,
    };
    const box = { west: 24, south: 41.5, east: 25.5, north: 42.8 };
    const source = liveSky(view, { box, windowMs: HOUR_MS }, NOW);
    const measure = { at: PLOVDIV, by: 'point' } as const;
    const requestedSky = requestedOf(measure, box, HOME_BOX, HOUR_MS);
    const held = heldStrikes(store, PLOVDIV, { ...requestedSky, endMs: source.endMs, toMs: source.toMs });
    const now = cellsNow(cells, source.viewStatus, NOW, true);
    const isRendered = now.kind === 'told' && now.event.cells.id.length > 0;
    const forecast = isRendered ? placeForecast(PLOVDIV, now.event, store, NOW - HOUR_MS) : undefined;
    const ofCells = now.kind === 'late' ? ({ kind: 'late' } as const) : (forecast ?? ({ kind: 'none' } as const));
    const level = levelAt(source, PLOVDIV, view);
    return verdictFacts({
      source,
      view,
      presentMs: NOW,
      requestedSky,
      strikes: held,
      cells: ofCells,
      held: level,
    });
  }

  const states = fc.constantFrom(
    { state: 'live', lastSuccessMs: NOW - 4_000 } as const,
    { state: 'delayed', lastSuccessMs: NOW - 70_000 } as const,
    { state: 'down', lastSuccessMs: NOW - 10 * MINUTE_MS } as const,
  );
  const within = (most: number, min = -most) => fc.integer({ min, max: most });
  const fallen = fc.array(fc.record({ minutes: within(75, 0), km: within(110) }), { maxLength: 40 });
  const storm = fc.record({ km: within(90), northKmH: within(60), showArrow: fc.boolean() });
  const storms = fc.array(storm, { maxLength: 3 });

  test('for the same instant the page of a place and the map with that place say the same verdict', () => {
    fc.assert(
      fc.property(states, fallen, storms, fc.boolean(), within(12, 0), (feed, strikes, cells, gap, age) => {
        const reports = cells.map(({ km, ...motion }, index) => {
          const { latitude, longitude } = northOf(0, km);
          return aCell({ id: index + 1, latitude, longitude, radiusKm: 8, ...motion });
        });
        const head = {
          feed,
          gaps: gap ? [[NOW - 30 * MINUTE_MS, NOW - 29 * MINUTE_MS] as const] : [],
          cells: encodeCells({ ...anUpdate(reports), atMs: NOW - age * MINUTE_MS }),
        };
        const reported: OfServer = [head, strikes.map(({ minutes, km }) => northOf(minutes, km))];
        const textOf = (facts: SkyFacts) => verdictSentences(verdictOf({ ...facts, from: 'place' }), 'en', 'UTC');
        expect(textOf(factsOf(PLOVDIV, aSky(...reported), NOW))).toEqual(textOf(factsOfMap(reported)));
      }),
      { numRuns: 300 },
    );
  });

  test('a Feed that does not answer is no quiet sky', () => {
    const dataLost = { kind: 'blind', sinceMs: null, restored: false, last: undefined };
    expect(verdictOf(factsOf(PLOVDIV, undefined, NOW)).lead).toEqual(dataLost);
  });
});

describe('plots', () => {
  test('the hour’s bars count the strikes of the area by five minutes, up to now', () => {
    const strikes = [northOf(1, 5), northOf(4, 5), northOf(58, 5), northOf(61, 5), northOf(1, 90)];
    const bars = hourBars(aSky({}, strikes), boxCounted(PLOVDIV));
    expect(bars.map(({ strikes }) => strikes)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    expect(bars.some(({ hasGap }) => hasGap)).toBe(false);
  });

  test('what a dead feed did not read is no zero', () => {
    const bars = hourBars(aSky({ feed: { state: 'down', lastSuccessMs: NOW - 12 * MINUTE_MS } }), boxCounted(PLOVDIV));
    expect(bars.map(({ hasGap }) => hasGap)).toEqual([...Array(9).fill(false), true, true, true]);
  });

  test('a day is one of the place’s clock, also where clocks change', () => {
    // Summer time ends in Plovdiv on 25 October 2026: that day has 25 hours.
    const nowMs = Date.UTC(2026, 9, 26, 9, 30);
    const fromMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - 15 * 24 * HOUR_MS;
    const counts = someCounts({ fromMs, byHour: Array<number>(361).fill(1) });
    const bars = fortnightBars(counts, 'Europe/Sofia', nowMs);
    expect(bars).toHaveLength(14);
    expect(bars.slice(-3).map(({ strikes }) => strikes)).toEqual([24, 25, 12]);
  });

  test('the day is the last 24 hours, the present one among them', () => {
    const byHour = Array.from({ length: 361 }, (_, hour) => hour);
    const bars = dayBars(someCounts({ byHour, gaps: [[NOW - 90 * MINUTE_MS, NOW - 80 * MINUTE_MS]] }), NOW);
    expect(bars.map(({ strikes }) => strikes)).toEqual(byHour.slice(-24));
    expect(bars.flatMap(({ hasGap }, index) => (hasGap ? [index] : []))).toEqual([21]);
  });

  test('the area that is counted holds the place and some 15 km around it', () => {
    const { width, height } = sizeOf(boxCounted(PLOVDIV));
    expect([width, height].every((km) => km >= 30 && km <= 100)).toBe(true);
  });
});
