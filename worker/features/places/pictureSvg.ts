import { type BBox, bboxWithin, grownBox } from '#shared/geo/BBox.ts';
import { MAX_MERCATOR_LATITUDE } from '#shared/geo/mercator.ts';
import { xmlElement } from '#shared/http.ts';
import { flashPictureTexts, mapImageTexts, verdictTexts } from '#shared/i18n/serverTexts.ts';
import type { Language } from '#shared/languages.ts';
import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from '#shared/limits.ts';
import {
  type AgeClass,
  ageClassOf,
  groundColours,
  type MapTheme,
  sparkColours,
  strikeLook,
} from '#shared/sky/colours.ts';
import { boxOf, type DrawingSize, type Frame, frameAround, project as onMap } from '#shared/sky/frame.ts';
import { landNear } from '#shared/sky/land.ts';
import { noAlertsText } from '#shared/sky/verdictText.ts';
import { lengthMs, MINUTE_MS, type Span } from '#shared/time.ts';
import type { FeedState, PrimarySource } from '#shared/wire/FeedEvent.ts';
import type { SquareGrid } from '#worker/archive/counts.ts';

/** The known facts of the last hour in an area. */
export interface PictureFacts {
  readonly nowMs: number;
  readonly fromMs: number;
  /** `seen` is complete from here on. Equals `fromMs`, unless there is too much to read. */
  readonly edgeMs: number;
  readonly seen: SeenStrikes;
  readonly state: FeedState['state'];
  /** Home's data is complete to this instant, except for `gaps`; null if no data is known. */
  readonly completeToMs: number | null;
  readonly gaps: readonly Span[];
  /** Always polled; other areas are polled only while someone views them. */
  readonly home: BBox;
  readonly simulated: boolean;
  /** The source that fills the map, if it is not the usual one. */
  readonly primary: PrimarySource | undefined;
}

export interface PictureLook {
  readonly bbox: BBox;
  readonly size: DrawingSize;
  /** Lines reserved below the map for warnings that are known in advance. Further ones overlap it. */
  readonly strips: number;
  readonly theme: MapTheme;
  readonly language: Language;
  readonly host: string;
}

/** Position of the map in a picture, in pixels, and the area that it covers. */
export interface PictureFrame extends DrawingSize, Frame {
  readonly top: number;
  readonly box: BBox;
  readonly project: (longitude: number, latitude: number) => [x: number, y: number];
}

export function pictureFrame(bbox: BBox, size: DrawingSize, top: number): PictureFrame {
  const frame = frameAround(bbox, size);
  const { west, south, east, north } = boxOf(frame, size);
  return {
    ...size,
    ...frame,
    top,
    box: {
      west: Math.max(-180, west),
      south: Math.max(-MAX_MERCATOR_LATITUDE, south),
      east: Math.min(180, east),
      north: Math.min(MAX_MERCATOR_LATITUDE, north),
    },
    project: (longitude, latitude) => {
      const [x, y] = onMap(frame, longitude, latitude);
      return [x, top + y];
    },
  };
}

interface PictureColours {
  readonly water: string;
  readonly land: string;
  readonly ground: string;
  readonly text: string;
  readonly soft: string;
  readonly hatch: string;
  readonly caution: string;
  readonly cautionText: string;
}

export const pictureColours: Readonly<Record<MapTheme, PictureColours>> = {
  light: {
    ...groundColours.light,
    ground: '#ffffff',
    text: '#14202e',
    soft: '#4a5a6e',
    hatch: '#b3261e',
    caution: '#fff4d6',
    cautionText: '#5c3800',
  },
  dark: {
    ...groundColours.dark,
    ground: '#14181f',
    text: '#f2f7fd',
    soft: '#b4c0d2',
    hatch: '#ff8a80',
    caution: '#fff4d6',
    cautionText: '#5c3800',
  },
};

/** Colours of the feed's state, with white or dark letters; the same in both themes. */
const stateColours = {
  live: { ground: '#14693a', text: '#ffffff' },
  delayed: { ground: '#ffd34d', text: '#3d2c00' },
  down: { ground: '#b3261e', text: '#ffffff' },
} as const;

/** SVG path data in whole pixels: relative steps, in as few characters as possible. */

const pair = (x: number, y: number) => (y < 0 ? `${x}${y}` : `${x} ${y}`);

/** A closed line through the corners, alternating x and y. Empty if it vanishes when rounded to whole pixels. */
function ringData(corners: readonly number[]): string {
  const steps: string[] = [];
  let [x, y] = [Math.round(corners[0] ?? 0), Math.round(corners[1] ?? 0)];
  const start = `M${pair(x, y)}`;
  for (let at = 2; at < corners.length; at += 2) {
    const [nextX, nextY] = [Math.round(corners[at] ?? 0), Math.round(corners[at + 1] ?? 0)];
    if (nextX === x && nextY === y) continue;
    steps.push(pair(nextX - x, nextY - y));
    [x, y] = [nextX, nextY];
  }
  return steps.length < 2 ? '' : `${start}l${steps.join(' ').replaceAll(' -', '-')}z`;
}

/** The same small shape at each place. It must end at its starting point. */
function stampData(places: readonly (readonly [x: number, y: number])[], shape: string): string {
  let [x, y] = [0, 0];
  let data = '';
  for (const [nextX, nextY] of places) {
    data += `m${pair(nextX - x, nextY - y)}${shape}`;
    [x, y] = [nextX, nextY];
  }
  return data.replace(/^m/, 'M');
}

/** In pixels; the right and bottom edges are exclusive. */
interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const GAP_PX = 9;

/** Diagonal lines over the rectangle. Uses no pattern with an id, because a page may contain several pictures. */
export function hatchData({ left, top, right, bottom }: Rectangle): string {
  if (right <= left || bottom <= top) return '';
  let data = '';
  // On each line x + y is constant.
  for (let sum = Math.ceil((left + top) / GAP_PX) * GAP_PX; sum < right + bottom; sum += GAP_PX) {
    const [fromX, toX] = [Math.max(left, sum - bottom), Math.min(right, sum - top)];
    data += `M${fromX} ${sum - fromX}L${toX} ${sum - toX}`;
  }
  return data;
}

/** The part of `all` outside `inner`, as four rectangles. Some may be empty. */
function around(inner: Rectangle, all: Rectangle): Rectangle[] {
  const clamp = (value: number, low: number, high: number) => Math.round(Math.max(low, Math.min(high, value)));
  const [left, right] = [clamp(inner.left, all.left, all.right), clamp(inner.right, all.left, all.right)];
  const [top, bottom] = [clamp(inner.top, all.top, all.bottom), clamp(inner.bottom, all.top, all.bottom)];
  return [
    { ...all, bottom: top },
    { ...all, top: bottom },
    { left: all.left, right: left, top, bottom },
    { left: right, right: all.right, top, bottom },
  ];
}

/** Land is clipped this far outside the map, in pixels, so that the edge is not visible. */
const MARGIN = 4;

function landPath(frame: PictureFrame): string {
  return landIn(frame).map(ringData).join('');
}

/**
 * The land in the frame, clipped a little outside its edges: rings of alternating x and y, in pixels. It is clipped in
 * degrees, so that land outside a small map costs nothing.
 */
export function landIn(frame: PictureFrame): number[][] {
  const seen = withMargin(frame);
  const edges: readonly Edge[] = [
    { axis: 0, at: seen.west, side: 1 },
    { axis: 0, at: seen.east, side: -1 },
    { axis: 1, at: seen.south, side: 1 },
    { axis: 1, at: seen.north, side: -1 },
  ];
  return landNear(seen)
    .map(({ corners, bounds }) => (bboxWithin(bounds, seen) ? corners : edges.reduce(truncatedAt, corners)))
    .filter((corners) => corners.length > 0)
    .map((corners) => projected(corners, frame));
}

/** A degree of latitude has at least as many pixels as one of longitude. */
function withMargin({ box, world }: PictureFrame): BBox {
  return grownBox(box, (MARGIN * 360) / world);
}

function projected(corners: readonly number[], { project }: PictureFrame): number[] {
  const pixels: number[] = [];
  for (let at = 0; at < corners.length; at += 2) pixels.push(...project(corners[at] ?? 0, corners[at + 1] ?? 0));
  return pixels;
}

interface Edge {
  readonly axis: 0 | 1;
  readonly at: number;
  /** 1 keeps coordinates above `at`, -1 those below it. */
  readonly side: 1 | -1;
}

/** Sutherland–Hodgman clipping: the part of the ring on one side of a line. */
function truncatedAt(corners: readonly number[], { axis, at: edge, side }: Edge): number[] {
  const retained: number[] = [];
  const depth = (corner: number) => ((corners[corner + axis] ?? 0) - edge) * side;
  let before = corners.length - 2;
  let wasDeep = depth(before);
  for (let corner = 0; corner < corners.length; corner += 2) {
    const deep = depth(corner);
    const [x = 0, y = 0] = [corners[corner], corners[corner + 1]];
    if (deep >= 0 !== wasDeep >= 0) {
      const share = wasDeep / (wasDeep - deep);
      const [fromX = 0, fromY = 0] = [corners[before], corners[before + 1]];
      retained.push(fromX + (x - fromX) * share, fromY + (y - fromY) * share);
    }
    if (deep >= 0) retained.push(x, y);
    before = corner;
    wasDeep = deep;
  }
  return retained;
}

interface PicturedStrike {
  readonly atMs: number;
  readonly longitude: number;
  readonly latitude: number;
}

interface CountedSquare extends Readonly<Record<AgeClass, number>> {
  readonly x: number;
  readonly y: number;
}

/** The visible strikes: each of them or, if there are many, counts per square of the frame. */
export type SeenStrikes =
  | { readonly kind: 'each'; readonly strikes: readonly PicturedStrike[] }
  | { readonly kind: 'counted'; readonly squares: readonly CountedSquare[] };

export function numberOf(seen: SeenStrikes): number {
  if (seen.kind === 'each') return seen.strikes.length;
  return seen.squares.reduce((sum, { fresh, recent, old }) => sum + fresh + recent + old, 0);
}

/** Older ones first, so that newer ones are drawn over them. */
const AGES: readonly AgeClass[] = ['old', 'recent', 'fresh'];

/** Above this, one spark per square is drawn, so that a picture's size does not depend on the storm. */
export const MAX_DOTS = 1_500;
const MAX_SQUARES = 2_000;
const LEAST_SQUARE_PX = 6;

type Place = readonly [x: number, y: number];

export function squareSide({ width, height }: DrawingSize): number {
  return Math.max(LEAST_SQUARE_PX, Math.ceil(Math.sqrt((width * height) / MAX_SQUARES)));
}

export function squareGrid(frame: PictureFrame): SquareGrid {
  const squares = frame.world / squareSide(frame);
  return {
    west: frame.left * 360 - 180,
    north: (1 - 2 * frame.upper) * Math.PI,
    perDegree: squares / 360,
    perRadian: squares / (2 * Math.PI),
  };
}

/** In whole pixels; for each pixel its newest strike. */
function dotPlaces(
  strikes: readonly PicturedStrike[],
  frame: PictureFrame,
  nowMs: number,
): Readonly<Record<AgeClass, Place[]>> {
  const newest = new Map<string, { readonly place: Place; readonly atMs: number }>();
  for (const { longitude, latitude, atMs } of strikes) {
    const [x, y] = frame.project(longitude, latitude);
    const place = [Math.round(x), Math.round(y)] as const;
    const there = newest.get(place.join());
    if (!there || there.atMs < atMs) newest.set(place.join(), { place, atMs });
  }
  const places: Record<AgeClass, Place[]> = { fresh: [], recent: [], old: [] };
  for (const { place, atMs } of newest.values()) places[ageClassOf(nowMs - atMs)].push(place);
  return places;
}

/** The middle of each square, with the age of its newest strikes: counts have no places within a square. */
function squarePlaces(
  squares: readonly CountedSquare[],
  frame: PictureFrame,
): Readonly<Record<AgeClass, readonly Place[]>> {
  const side = squareSide(frame);
  const places: Record<AgeClass, Place[]> = { fresh: [], recent: [], old: [] };
  for (const square of squares) {
    const newest = AGES.findLast((age) => square[age] > 0) ?? 'old';
    places[newest].push([Math.round((square.x + 0.5) * side), Math.round(frame.top + (square.y + 0.5) * side)]);
  }
  return places;
}

/** More spans than this are reported as a sum. */
const MAX_SPANS = 2;

interface PictureTexts {
  readonly title: string;
  readonly state: string;
  readonly count: string;
  readonly when: string;
  /** Most severe first. */
  readonly warnings: readonly string[];
}

/** True if enough of the hour is missing that a map without strikes would be misleading. */
function isDataLost({ state, completeToMs, gaps, fromMs, nowMs }: PictureFacts): boolean {
  return state === 'down' || completeToMs === null || 2 * lengthMs(gaps) > nowMs - fromMs;
}

/** Times are in UTC, because viewers may be in any time zone. */
function pictureTexts(facts: PictureFacts, bbox: BBox, language: Language): PictureTexts {
  const { nowMs, fromMs, edgeMs, seen, state, completeToMs, gaps, home, simulated, primary } = facts;
  const isOfFlashes = primary && primary.kind !== 'cg-stroke';
  const texts = isOfFlashes ? { ...mapImageTexts[language], ...flashPictureTexts[language] } : mapImageTexts[language];
  const clock = (atMs: number) => new Date(atMs).toISOString().slice(11, 16);
  const stamp = `${new Date(nowMs).toISOString().slice(0, 10)} ${clock(nowMs)} UTC`;
  const readTo = completeToMs === null ? texts.never : texts.readTo(`${clock(completeToMs)} UTC`);
  const number = new Intl.NumberFormat(language).format(numberOf(seen));
  const reported = edgeMs > fromMs ? `> ${number}` : number;
  const spans = gaps.map(([from, to]) => `${clock(from)}–${clock(to)}`).join(', ');
  const minutes = Math.ceil(lengthMs(gaps) / MINUTE_MS);
  const gapTexts = gaps.length > MAX_SPANS ? texts.gapsInAll(minutes) : texts.gaps(`${spans} UTC`);
  return {
    title: texts.title,
    state: texts[state],
    count: isDataLost(facts) ? texts.lastKnown(reported) : texts.count(reported),
    when: state === 'live' ? stamp : `${stamp} · ${readTo}`,
    warnings: [
      ...(simulated ? [texts.simulated] : []),
      ...(primary ? [sourceLine(primary, language)] : []),
      ...(gaps.length > 0 ? [gapTexts] : []),
      ...(edgeMs > fromMs ? [texts.since(`${clock(edgeMs)} UTC`)] : []),
      ...(bboxWithin(bbox, home) ? [] : [texts.outside]),
    ],
  };
}

function sourceLine(primary: PrimarySource, language: Language): string {
  return [noAlertsText(primary, verdictTexts[language]), primary.attribution].filter(Boolean).join(' ');
}

/** Narrower pictures use three lines of text instead of two. */
const WIDE_PX = 480;
const LINE_PX = 18;
const FOOT_PX = 20;
const EDGE_PX = 8;
/** Width of a letter as a fraction of the font size; enough for Cyrillic. */
const LETTER_WIDTH = 0.6;
const LEAST_LETTER_PX = 8.5;
const LEGEND_SHARE = 0.6;
/** The pictured hour is at most this long. */
const AGE_MINUTES = { fresh: FRESH_WITHIN_MS / 60_000, recent: RECENT_WITHIN_MS / 60_000, old: 60 } as const;
const DOT_PX = { fresh: 5.5, recent: 4.5, old: 3.5 } as const;

/** Contains no script, style sheet or external resource, so that messages and strict security policies allow it. */
export function pictureSvg(facts: PictureFacts, look: PictureLook): string {
  const { theme, language, host } = look;
  const { width, height } = look.size;
  const frame = frameOf(look);
  const wide = width >= WIDE_PX;
  const colours = pictureColours[theme];
  const texts = pictureTexts(facts, frame.box, language);
  const labels = mapImageTexts[language];
  const warnings = texts.warnings.flatMap((text) => legibleLines(text, width - 2 * EDGE_PX));
  return xmlElement(
    'svg',
    [
      xmlElement('title', `${texts.title}: ${texts.state}`),
      xmlElement('desc', [texts.count, texts.when, ...texts.warnings].join('. ')),
      path(`M0 0h${width}v${height}h${-width}z`, { fill: colours.water }),
      path(landPath(frame), {
        fill: colours.land,
        'fill-rule': 'evenodd',
        // Hides hairlines of water where parts of the land meet.
        stroke: colours.land,
        'stroke-width': '0.5',
      }),
      ...hatching(facts, frame, colours),
      ...marks(facts, frame, theme),
      ...warnings.map((text, index) => {
        const y = height - FOOT_PX - (warnings.length - index) * LINE_PX;
        return [
          path(`M0 ${y}h${width}v${LINE_PX}h${-width}z`, { fill: colours.caution }),
          line(text, width / 2, y + 13, width - 2 * EDGE_PX, {
            fill: colours.cautionText,
            'text-anchor': 'middle',
            'font-weight': 'bold',
          }),
        ].join('');
      }),
      ...head(texts, facts.state, frame, wide, colours),
      path(`M0 ${height - FOOT_PX}h${width}v${FOOT_PX}h${-width}z`, { fill: colours.ground }),
      ...legend(labels.ages, frame, height - 7, theme),
      line(
        wide ? `${host} · ${labels.land}` : host,
        width - EDGE_PX,
        height - 6,
        width * (1 - LEGEND_SHARE) - EDGE_PX,
        { fill: colours.soft, 'text-anchor': 'end' },
        10,
      ),
    ],
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: `${width}`,
      height: `${height}`,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      lang: language,
      'font-family': 'Arial, Helvetica, sans-serif',
    },
  );
}

export function frameOf({ bbox, size, strips }: Pick<PictureLook, 'bbox' | 'size' | 'strips'>): PictureFrame {
  const { width, height } = size;
  const top = (width >= WIDE_PX ? 2 : 3) * LINE_PX + EDGE_PX;
  return pictureFrame(bbox, { width, height: height - top - strips * LINE_PX - FOOT_PX }, top);
}

type Attributes = Readonly<Record<string, string>>;

/** `data` is generated here and needs no escaping. */
function path(data: string, attributes: Attributes): string | undefined {
  return data === '' ? undefined : xmlElement('path', '', { d: data, ...attributes });
}

/** Splits a text into one line per sentence if one line would be too small to read. */
function legibleLines(text: string, room: number): string[] {
  return text.length * LETTER_WIDTH * LEAST_LETTER_PX <= room ? [text] : text.split(/(?<=\.) /);
}

function line(text: string, x: number, y: number, room: number, attributes: Attributes, letterPx = 12): string {
  const fitting = Math.min(letterPx, room / (text.length * LETTER_WIDTH));
  return xmlElement('text', text, { x: `${x}`, y: `${y}`, 'font-size': fitting.toFixed(1), ...attributes });
}

/** Hatches areas and times without data, so that they do not look quiet. */
function hatching(facts: PictureFacts, frame: PictureFrame, { hatch }: PictureColours) {
  const all = { left: 0, top: frame.top, right: frame.width, bottom: frame.top + frame.height };
  const [left, top] = frame.project(facts.home.west, facts.home.north);
  const [right, bottom] = frame.project(facts.home.east, facts.home.south);
  const parts = isDataLost(facts) ? [all] : around({ left, top, right, bottom }, all);
  const data = parts.map(hatchData).join('');
  return [path(data, { stroke: hatch, 'stroke-width': '1.5', 'stroke-opacity': isDataLost(facts) ? '0.6' : '0.3' })];
}

function marks({ seen, nowMs }: PictureFacts, frame: PictureFrame, theme: MapTheme) {
  const places = seen.kind === 'each' ? dotPlaces(seen.strikes, frame, nowMs) : squarePlaces(seen.squares, frame);
  return AGES.map((age) => dots(places[age], age, theme));
}

/** Sparks as on the map: those of the first five minutes have a casing. */
function dots(places: readonly (readonly [number, number])[], age: AgeClass, theme: MapTheme) {
  const data = stampData(places, 'h0');
  const rendered = (colour: string, px: number, alpha: number) =>
    path(data, {
      stroke: colour,
      'stroke-width': `${px}`,
      'stroke-linecap': 'round',
      ...(alpha < 1 && { 'stroke-opacity': alpha.toFixed(2) }),
    });
  const { colour, alpha } = strikeLook(theme, (AGE_MINUTES[age] * 60_000) / 2);
  return [
    age === 'fresh' ? rendered(sparkColours[theme].casing, DOT_PX.fresh + 2, 1) : undefined,
    rendered(colour, DOT_PX[age], alpha),
  ].join('');
}

function head(
  { state, count, when }: PictureTexts,
  kind: PictureFacts['state'],
  { width, top }: PictureFrame,
  wide: boolean,
  colours: PictureColours,
) {
  const { ground, text } = stateColours[kind];
  const room = wide ? width / 2 - EDGE_PX : width - 2 * EDGE_PX;
  const pill = Math.min(room, Math.ceil(state.length * 12 * LETTER_WIDTH) + 2 * EDGE_PX);
  const [first, second, third] = [17, 17 + LINE_PX, 17 + 2 * LINE_PX];
  const bold = { fill: colours.text, 'font-weight': 'bold' };
  return [
    path(`M0 0h${width}v${top}h${-width}z`, { fill: colours.ground }),
    path(`M${EDGE_PX} 4h${pill}v${LINE_PX}h${-pill}z`, { fill: ground }),
    line(state, EDGE_PX + pill / 2, first, pill - EDGE_PX, {
      fill: text,
      'text-anchor': 'middle',
      'font-weight': 'bold',
    }),
    wide
      ? line(count, width - EDGE_PX, first, room, { ...bold, 'text-anchor': 'end' })
      : line(count, EDGE_PX, second + 1, room, bold),
    line(when, EDGE_PX, wide ? second + 1 : third + 1, width - 2 * EDGE_PX, { fill: colours.soft }),
  ];
}

function legend(ages: (minutes: number) => string, { width }: PictureFrame, y: number, theme: MapTheme) {
  const step = (width * LEGEND_SHARE) / AGES.length;
  return AGES.toReversed().flatMap((age, index) => {
    const x = Math.round(EDGE_PX + 4 + index * step);
    return [
      dots([[x, y - 3]], age, theme),
      line(ages(AGE_MINUTES[age]), x + 7, y + 1, step - 14, { fill: pictureColours[theme].soft }, 10),
    ];
  });
}
