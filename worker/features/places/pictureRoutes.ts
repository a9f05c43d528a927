import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { type BBox, bboxIntersection, bboxWithin, formatBBox } from '#shared/geo/BBox.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from '#shared/limits.ts';
import { pictureAddress } from '#shared/sky/pictureAddress.ts';
import { HOUR_MS } from '#shared/time.ts';
import { picturedPlace, placePicturePath } from '#shared/wire/apiPaths.ts';
import { feedStateAt } from '#shared/wire/feedStateAt.ts';
import { extentIn, retainedSinceMs, StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import {
  frameOf,
  MAX_DOTS,
  numberOf,
  type PictureFrame,
  pictureSvg,
  type SeenStrikes,
  squareGrid,
} from '#worker/features/places/pictureSvg.ts';
import { palettePng, placeImage } from '#worker/features/places/placeImage.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { BBoxParameter, PlaceParameter, queryOf, wholeNumberParameter } from '#worker/http/parameters.ts';
import { problemResponse } from '#worker/http/responses.ts';
import { reportedPrimary } from '#worker/sources/chosenSources.ts';
import { lateDownAfterMs } from '#worker/sources/source.ts';
import { inQueue, payRows } from '../../archive/inQueue.ts';
import { scannedPage } from '../../archive/strikeRoutes.ts';

const CACHE = 'public, max-age=15';
/** The newest strikes. An hour with more is rendered as far back as they reach, and labelled so. */
const MAX_COUNTED = 50_000;

const MIN_DEGREES = 0.2;
const MAX_DEGREES = 60;
/** The land's resolution is a hundredth of a degree; finer boxes would only add cache keys for the same picture. */
const STEPS_A_DEGREE = 100;

const spanOf = ({ west, south, east, north }: BBox) => [east - west, north - south] as const;

/** Rounded outwards to a hundredth of a degree; ignores a difference of 1e-6 from earlier rounding. */
function coarse({ west, south, east, north }: BBox): BBox {
  const down = (value: number) => Math.floor(value * STEPS_A_DEGREE + 1e-3) / STEPS_A_DEGREE + 0;
  const up = (value: number) => Math.ceil(value * STEPS_A_DEGREE - 1e-3) / STEPS_A_DEGREE + 0;
  return { west: down(west), south: down(south), east: up(east), north: up(north) };
}

const PictureQuery = v.strictObject({
  bbox: v.optional(
    v.pipe(
      BBoxParameter,
      v.check((bbox) => spanOf(bbox).every((degrees) => degrees >= MIN_DEGREES), 'too-small'),
      v.check((bbox) => spanOf(bbox).every((degrees) => degrees <= MAX_DEGREES), 'too-large'),
      v.transform(coarse),
    ),
  ),
  lang: v.optional(v.pipe(v.picklist(LANGUAGES, 'format'), v.description('Language of the texts.')), 'en'),
  theme: v.optional(v.picklist(['light', 'dark'], 'format'), 'light'),
  width: v.optional(wholeNumberParameter(240, 1_200, 'Pixels.'), '600'),
  height: v.optional(wholeNumberParameter(180, 900, 'Pixels.'), '400'),
});
type PictureQuery = v.InferOutput<typeof PictureQuery>;

/** Canonical cache key, independent of how the query was written. */
const keyOf = ({ bbox, ...look }: PictureQuery) => pictureAddress({ ...look, bbox: bbox && formatBBox(bbox) });

type PictureContext = Context<{ Bindings: Env }>;

async function lookAt(c: PictureContext, frame: PictureFrame, fromMs: number, nowMs: number) {
  const window = { bbox: frame.box, fromMs, toMs: nowMs + 1 };
  const ages = { freshFromMs: nowMs - FRESH_WITHIN_MS, recentFromMs: nowMs - RECENT_WITHIN_MS };
  const archive = new StrikeArchive(c.env.DB);
  const counted = await inQueue(c, () => archive.squares({ ...window, ...ages, grid: squareGrid(frame) }, MAX_COUNTED));
  const { squares, edgeMs, record } = counted;
  const seen: SeenStrikes = { kind: 'counted', squares };
  const number = numberOf(seen);
  if (number === 0 || number > MAX_DOTS) return { seen, edgeMs, record };
  const { strikes, next } = await scannedPage(c, { ...window, before: undefined, limit: MAX_DOTS });
  // New strikes may have made them too many; the squares are correct anyway.
  return { seen: next ? seen : ({ kind: 'each', strikes } as const), edgeMs, record };
}

async function pictureResponse(c: PictureContext, query: PictureQuery): Promise<Response> {
  const { areas, source, sources, historyDays, publicOrigin } = parseConfig(c.env);
  const [{ traits }] = sources;
  const lateMs = lateDownAfterMs(traits);
  const { lang: language, theme, width, height, bbox = areas.home } = query;
  const { host } = new URL(publicOrigin || c.req.url);
  const simulated = source === 'simulated';
  const size = { width, height };
  const beyond = !bboxWithin(frameOf({ bbox, size, strips: 0 }).box, areas.home);
  const { primary } = reportedPrimary(sources, systemClock.now());
  const look = {
    bbox,
    size,
    strips: Number(simulated) + Number(beyond) + Number(primary !== undefined),
    theme,
    language,
    host,
  };
  const frame = frameOf(look);
  const nowMs = systemClock.now();
  const fromMs = nowMs - HOUR_MS;
  const { seen, edgeMs, record } = await lookAt(c, frame, fromMs, nowMs);
  const archiveQuery = { bbox: bboxIntersection(frame.box, areas.home) ?? areas.home, fromMs, toMs: nowMs };
  const { completeToMs, gaps } = extentIn(archiveQuery, record, areas.home, retainedSinceMs(historyDays, nowMs));
  const feed = {
    ...record,
    newestStrikeMs: null,
    typicalDelayMs: null,
    onDemand: {},
    gaps: [],
    ...(lateMs === null ? {} : { lateDownAfterMs: lateMs }),
  };
  const { state } = feedStateAt(feed, nowMs);
  const read = { state, completeToMs, gaps, home: areas.home, simulated, primary };
  const svg = pictureSvg({ nowMs, fromMs, edgeMs, seen, ...read }, look);
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': CACHE } });
}

export const picture = new Hono<{ Bindings: Env }>().get(
  '/picture.svg',
  describeRoute({
    summary: 'Get a static map of the last hour (SVG)',
    description:
      'No scripts, style sheets or external resources. Shows strikes by age, feed status, data gaps and time (UTC). Default: home. The box is rounded outwards to 0.01°. Many strikes are aggregated into squares. Hatched areas have incomplete data. At most 60 kB, cached for up to 15 s.',
    responses: {
      200: {
        description: 'The picture',
        content: { 'image/svg+xml': { schema: { type: 'string' } } },
      },
      400: problemResponse('Invalid parameter'),
      429: problemResponse('Rate limited: retry after the Retry-After delay'),
      503: problemResponse('Service busy or archive unavailable: retry after the Retry-After delay'),
    },
  }),
  queryOf(PictureQuery),
  (c) => {
    const query = c.req.valid('query');
    return edgeCached(c, `/internal${keyOf(query)}`, () => pictureResponse(c, query));
  },
);

/** An uncached picture costs this many rows of history: about 60 to 100 ms of CPU. */
const PICTURE_ROWS = 10_000;
const PLACE_CACHE = 'public, max-age=604800';

export const placePicture = new Hono<{ Bindings: Env }>().get(
  '/place.png',
  describeRoute({
    summary: 'Get a locator map for link previews (PNG, 1200 × 630)',
    description: 'Marks the place, rounded to 0.1°. Contains no lightning data.',
    responses: {
      200: { description: 'The picture', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
      400: problemResponse('Invalid parameter'),
      429: problemResponse('Rate limited: retry after the Retry-After delay'),
    },
  }),
  queryOf(v.strictObject({ ll: PlaceParameter })),
  (c) => {
    const { ll } = c.req.valid('query');
    const { areas } = parseConfig(c.env);
    return edgeCached(
      c,
      `/internal${placePicturePath(ll)}`,
      async () => {
        const png = await palettePng(placeImage(picturedPlace(ll), areas.home));
        return new Response(png, { headers: { 'content-type': 'image/png', 'cache-control': PLACE_CACHE } });
      },
      { dear: true, pay: () => payRows(c, PICTURE_ROWS) },
    );
  },
);
