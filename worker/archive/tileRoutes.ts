import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { type BBox, bboxOverlaps, bboxWithin } from '#shared/geo/BBox.ts';
import { parseTile, type Tile, tileBounds } from '#shared/geo/tile.ts';
import { FEED_DOWN_AFTER_MS, SLICE_ZOOM_MAX, SLICE_ZOOM_MIN } from '#shared/limits.ts';
import { HOUR_MS, parseHourKey } from '#shared/time.ts';
import { type SliceForm, slicePath } from '#shared/wire/apiPaths.ts';
import { feedStateAt } from '#shared/wire/feedStateAt.ts';
import { differences, strikesToColumns, toDetailColumns } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice, type StrikeSlice } from '#shared/wire/strikeSlice.ts';
import { type ArchivedTile, extentIn, retainedSinceMs, StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached, encodedFor, gzipped } from '#worker/http/edgeCached.ts';
import { NoQuery, parameterProblem, pathParametersOf, queryOf, wholeNumberParameter } from '#worker/http/parameters.ts';
import { available, jsonResponse, problemResponse, yieldTask } from '#worker/http/responses.ts';
import { payRows } from './inQueue.ts';

/** A closed hour may gain strikes for this long, from late arrivals and the last rescan. */
const SETTLED_AFTER_MS = 70 * 60_000;
/** An hour that closed longer ago is not read again: gaps are repaired up to a day back. */
const SEALED_AFTER_MS = 26 * HOUR_MS;
const OPEN = 'public, max-age=5';
/** Closed hours change only when a repair fills a gap; connected clients get those strikes live. */
const CLOSED = 'public, max-age=60';
const SEALED = 'public, max-age=86400, immutable';

/** For expired and sealed hours, which never gain strikes. */
const COMPLETE_FOR_EVER = Number.MAX_SAFE_INTEGER;

interface AnsweredSlice {
  readonly slice: StrikeSlice;
  readonly cacheControl: string;
}

const FORGOTTEN_SLICE: AnsweredSlice = {
  slice: { seq: COMPLETE_FOR_EVER, beyondRetention: true, incomplete: true, columns: strikesToColumns([]) },
  cacheControl: 'public, max-age=86400',
};

interface TileHour {
  readonly tile: Tile;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Immutable in caches only if the hour is complete and never read again. */
export function respondWithSlice(
  { tile, fromMs, toMs }: TileHour,
  { seq, record, strikes }: Omit<ArchivedTile, 'rowsRead'>,
  home: BBox,
  retainedSinceMs: number,
  nowMs: number,
): AnsweredSlice {
  const bounds = tileBounds(tile);
  const outsideHome = !bboxWithin(bounds, home);
  const atHome = bboxOverlaps(bounds, home);
  const { completeToMs, gaps } = extentIn({ bbox: home, fromMs, toMs }, record, home, retainedSinceMs);
  const behind = completeToMs === null || completeToMs < Math.min(toMs, nowMs - FEED_DOWN_AFTER_MS);
  const isIncomplete = !atHome || behind || gaps.length > 0;
  const whole = !outsideHome && !isIncomplete && completeToMs !== null && completeToMs >= toMs;
  const sealed = whole && toMs + SEALED_AFTER_MS <= nowMs;
  const isOver = toMs <= nowMs;
  const facts = { ...record, newestStrikeMs: null, typicalDelayMs: null, onDemand: {}, gaps: [] };
  const slice: StrikeSlice = {
    seq: sealed ? COMPLETE_FOR_EVER : seq,
    beyondRetention: false,
    ...(isIncomplete ? { incomplete: true } : {}),
    ...(outsideHome ? { outsideHome: true } : {}),
    ...(isOver ? {} : { feed: feedStateAt(facts, nowMs).state }),
    columns: strikesToColumns(strikes),
  };
  return { slice, cacheControl: sealed ? SEALED : toMs + SETTLED_AFTER_MS > nowMs ? OPEN : CLOSED };
}

const SlicePath = v.strictObject({
  z: wholeNumberParameter(SLICE_ZOOM_MIN, SLICE_ZOOM_MAX, 'Zoom.'),
  x: wholeNumberParameter(0, 2 ** SLICE_ZOOM_MAX - 1, 'Column.'),
  y: wholeNumberParameter(0, 2 ** SLICE_ZOOM_MAX - 1, 'Row.'),
  hour: v.pipe(v.string('format'), v.description('YYYYMMDDHH, UTC'), v.regex(/^\d{10}$/, 'format')),
});

/** An uncached closed hour costs this many rows of history: about the strikes of a busy one. */
const SLICE_ROWS = 4_000;
const AHEAD_MS = 5 * 60_000;

const DetailColumn = v.exactOptional(v.array(v.nullable(v.number())));
const SliceDetailBody = v.object({
  seq: v.pipe(v.number(), v.integer(), v.description('Complete up to this ordinal')),
  columns: v.pipe(
    v.object({
      o: v.array(v.number()),
      ...{ g: DetailColumn, i: DetailColumn, m: DetailColumn },
      ...{ a: DetailColumn, b: DetailColumn, z: DetailColumn },
    }),
    v.description(
      '`o`: ordinals, each less the one before. `g`: 1 ground stroke, 0 cloud flash. `i`: kA, signed. `m`: strokes of the flash. `a`, `b`, `z`: semi-major and semi-minor axis in km, and azimuth, of the error ellipse. Null if unknown; all-null columns are omitted',
    ),
  ),
});

/** Only strikes with details. */
export function sliceDetails(seq: number, strikes: ArchivedTile['strikes']): v.InferOutput<typeof SliceDetailBody> {
  const detailed = strikes.filter(({ detail }) => detail);
  const details = toDetailColumns(detailed.map(({ detail = null }) => detail));
  const columns = { o: differences(detailed.map(({ ordinal }) => ordinal)), ...details };
  return { seq, columns: columns as v.InferOutput<typeof SliceDetailBody>['columns'] };
}

/** `source` lets a page say at once that strikes are simulated. */
function sliceResponse(
  { slice, cacheControl }: AnsweredSlice,
  strikes: ArchivedTile['strikes'],
  form: SliceForm,
  source: string,
): Response {
  const headers = { 'cache-control': cacheControl, 'feed-source': source };
  if (form === 'detail') return Response.json(sliceDetails(slice.seq, strikes), { headers });
  return gzipped(encodeStrikeSlice(slice), { 'content-type': 'application/octet-stream', ...headers });
}

/** The part of a path that `slicePath` would write differently: leading zeros, escapes. */
function aliasedPart(pathname: string, tile: Tile, hourMs: number, form: SliceForm): string | undefined {
  const written = pathname.split('/');
  const canonical = slicePath(tile, hourMs, form).split('/');
  const at = canonical.findIndex((part, index) => part !== written[index]);
  return at < 0 ? undefined : ['z', 'x', 'y', 'hour'][at - canonical.length + 5];
}

type SliceContext = Context<{ Bindings: Env }>;

async function slice(c: SliceContext, { z, x, y, hour }: v.InferOutput<typeof SlicePath>, form: SliceForm) {
  const tile = parseTile(`${z}/${x}/${y}`);
  const fromMs = parseHourKey(hour);
  const nowMs = systemClock.now();
  if (!tile) throw parameterProblem([{ message: 'range', path: [x < 2 ** z ? 'y' : 'x'] }]);
  if (fromMs === undefined) throw parameterProblem([{ message: 'format', path: ['hour'] }]);
  if (fromMs > nowMs + AHEAD_MS) throw parameterProblem([{ message: 'range', path: ['hour'] }]);
  const { pathname } = new URL(c.req.url);
  const alias = aliasedPart(pathname, tile, fromMs, form);
  if (alias) throw parameterProblem([{ message: 'format', path: [alias] }]);
  const toMs = fromMs + HOUR_MS;
  const { historyDays, areas, source } = parseConfig(c.env);
  const retentionMs = retainedSinceMs(historyDays, nowMs);
  if (toMs <= retentionMs) return encodedFor(c.req.raw, sliceResponse(FORGOTTEN_SLICE, [], form, source));
  const path = slicePath(tile, fromMs, form);
  const response = await edgeCached(
    c,
    path,
    async () => {
      const archive = new StrikeArchive(c.env.DB);
      const archived = await available('archive', archive.tile(tile, fromMs, toMs, form === 'detail', yieldTask));
      const answered = respondWithSlice({ tile, fromMs, toMs }, archived, areas.home, retentionMs, systemClock.now());
      return sliceResponse(answered, archived.strikes, form, source);
    },
    // The open hour is shared by all clients and generated once.
    { dear: true, pay: toMs <= nowMs ? () => payRows(c, SLICE_ROWS) : undefined },
  );
  return encodedFor(c.req.raw, response);
}

const ABOUT =
  'Each slice has one canonical URL; other spellings are rejected. Hours past retention are empty and flagged; incomplete hours are flagged too. Until the hour ends, the flags give the feed status. Uncached closed hours count against your history quota.';
const REFUSALS = {
  400: problemResponse('Invalid or non-canonical parameter'),
  429: problemResponse('Rate limited: retry after the Retry-After delay'),
  503: problemResponse('Archive unavailable: retry after the Retry-After delay'),
} as const;

export const tiles = new Hono<{ Bindings: Env }>()
  .get(
    '/tiles/:z/:x/:y/:hour/planes',
    describeRoute({
      summary: 'Get one tile and hour of strikes (binary)',
      description: `Binary format (magic LS2), about 7 bytes per strike compressed. ${ABOUT}`,
      responses: {
        200: {
          description: 'The slice',
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        ...REFUSALS,
      },
    }),
    pathParametersOf(SlicePath),
    queryOf(NoQuery),
    (c) => slice(c, c.req.valid('param'), 'planes'),
  )
  .get(
    '/tiles/:z/:x/:y/:hour/detail',
    describeRoute({
      summary: 'Get strike details of one tile and hour',
      description:
        'Columns for strikes that have details, by ordinal. Request only if the source provides details (`primary.ellipseShare` in /status). Cached and charged as the slice is.',
      responses: { 200: jsonResponse('The details', SliceDetailBody), ...REFUSALS },
    }),
    pathParametersOf(SlicePath),
    queryOf(NoQuery),
    (c) => slice(c, c.req.valid('param'), 'detail'),
  );
