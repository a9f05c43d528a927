import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { ageClassOf, STEP_OF_CLASS } from '#shared/ageClass.ts';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { LANGUAGES } from '#shared/languages.ts';
import type { DrawingSize } from '#shared/picture/frame.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { SATELLITE } from '#tests/support/satelliteSource.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { palettes } from '#web/ground/land/palettes.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import type { PictureFacts, PictureLook } from '#worker/picture/PictureFacts.ts';
import { pictureColours } from '#worker/picture/pictureColours.ts';
import { frameOf, pictureSvg } from '#worker/picture/pictureSvg.ts';
import { MAX_DOTS, squareSide } from '#worker/picture/strikeMarks.ts';

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
  unread: [],
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

test('a square has the colour of the age of most of its strikes, at the step of their number', () => {
  const seen: PictureFacts['seen'] = { kind: 'counted', squares: [{ x: 3, y: 2, fresh: 5, recent: 90, old: 6 }] };
  const side = squareSide(frameOf(LOOK));
  const [, , hundreds] = mapColours.light.crowds[STEP_OF_CLASS.recent] ?? [];
  const [mark] = parsed(svgOf({ seen })).elements.filter(({ attributes }) => attributes.fill === hundreds);
  expect(mark?.attributes.d).toBe(`M${3 * side} ${frameOf(LOOK).top + 2 * side}h${side}v${side}h-${side}z`);
});

test('strikes have the map’s colour of their age, where a web-mercator map has them', () => {
  const at = { longitude: 23.32, latitude: 42.7 };
  const strikes = [1, 10, 50].map((minutes, index) => ({
    ...at,
    latitude: at.latitude + index,
    atMs: NOW_MS - minutes * 60_000,
  }));
  const { elements } = parsed(svgOf({ seen: { kind: 'each', strikes } }));
  for (const [index, age] of (['fresh', 'recent', 'old'] as const).entries()) {
    const colour = mapColours.light.marks[STEP_OF_CLASS[age]]?.main;
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
  expect(parsed(down).text).toContain('read up to 00:03 UTC');
  expect(parsed(down).text).not.toContain('Strikes in the last hour');
  const never = svgOf({ state: 'down', completeToMs: null });
  expect(hatched(never)).toBe(true);
  expect(parsed(never).text).toContain('nothing was read');
});

test('a delayed feed and what of the hour was not read are said; an hour mostly unread is hatched', () => {
  const gap: [number, number] = [NOW_MS - 20 * 60_000, NOW_MS - 13 * 60_000];
  const delayed = svgOf({ state: 'delayed', completeToMs: NOW_MS - 90_000, unread: [gap] });
  expect(hatched(delayed)).toBe(false);
  expect(parsed(delayed).text).toContain('Delayed');
  expect(parsed(delayed).text).toContain('Not read: 23:54–00:01 UTC');
  expect(hatched(svgOf({ unread: [[QUIET.fromMs, NOW_MS - 60_000]] }))).toBe(true);
  const many = Array.from({ length: 3 }, (_, n): [number, number] => [
    QUIET.fromMs + n * 300_000,
    QUIET.fromMs + n * 300_000 + 60_000,
  ]);
  expect(parsed(svgOf({ unread: many })).text).toContain('Not read: 3 min of this hour');
});

test('simulated data says so, and so does a storm that is drawn in part', () => {
  expect(parsed(svgOf()).text).not.toContain('imulated');
  expect(parsed(svgOf({ simulated: true })).text).toContain('Simulated data: no real lightning');
  const part = parsed(svgOf({ seen: { kind: 'each', strikes: storm(30) }, edgeMs: NOW_MS - 30 * 60_000 })).text;
  expect(part).toContain('Too many to draw: only those since 23:44 UTC');
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
  expect(parsed(abroad).text).toContain('Hatched: not read all the time');
});

test('what comes from outside cannot break out of its text', () => {
  const svg = svgOf({}, { host: '"><script>alert(1)</script>&' });
  expect(svg).not.toContain('<script');
  expect(parsed(svg).text).toContain('<script>alert(1)</script>&');
});

test.each(LANGUAGES)('in %s no text is wider than the narrowest picture', (language) => {
  const gaps: [number, number][] = [[QUIET.fromMs, QUIET.fromMs + 60_000]];
  const facts = {
    simulated: true,
    home: { ...HOME, west: 20 },
    state: 'delayed',
    unread: gaps,
    edgeMs: NOW_MS - HOUR_MS / 2,
  } as const;
  const svg = svgOf(facts, { language, size: { width: 240, height: 180 } });
  const texts = [...svg.matchAll(/<text [^>]*font-size="([\d.]+)"[^>]*>([^<]*)</g)];
  expect(texts.length).toBeGreaterThan(8);
  for (const [, size, text = ''] of texts) expect(Number(size) * 0.6 * text.length).toBeLessThanOrEqual(241);
});

test('[FD20] of a satellite it counts flashes, says that nothing warns, and names whose data they are', () => {
  const seen = { kind: 'each', strikes: storm(12) } as const;
  const { text } = parsed(svgOf({ seen, state: 'delayed', primary: { ...SATELLITE, attribution: 'EUMETSAT' } }));
  expect(text).toContain('Flashes in the last hour: 12');
  expect(text).toMatch(/min old\. No warnings from them\. EUMETSAT/);
  const small = parsed(
    svgOf({ seen, primary: { ...SATELLITE, attribution: 'EUMETSAT' } }, { size: { width: 320, height: 240 } }),
  );
  expect(small.text).toMatch(/min old\.\nNo warnings from them\.\nEUMETSAT\n/);
  expect(parsed(svgOf({ seen })).text).toContain('Strikes in the last hour: 12');
});
