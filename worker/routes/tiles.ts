import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { type BBox, bboxOverlaps, bboxWithin } from '#shared/geo/BBox.ts';
import { parseTile, type Tile, tileBounds } from '#shared/geo/tile.ts';
import { FEED_DOWN_AFTER_MS, SLICE_ZOOM_MAX, SLICE_ZOOM_MIN } from '#shared/limits.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { HOUR_MS, parseHourKey } from '#shared/time/hourKey.ts';
import { type SliceForm, slicePath } from '#shared/wire/apiPaths.ts';
import { feedStateAt } from '#shared/wire/feedStateAt.ts';
import { strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice, type StrikeSlice } from '#shared/wire/strikeSlice.ts';
import { type ArchivedTile, keptSinceMs, StrikeArchive, unreadOf } from '#worker/archive/StrikeArchive.ts';
import { available, jsonAnswer, othersTurn, problemAnswer } from '#worker/http/answers.ts';
import { edgeCached, encodedFor, gzipped } from '#worker/http/edgeCached.ts';
import { NoQuery, parameterProblem, pathParametersOf, queryOf, wholeNumberParameter } from '#worker/http/parameters.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { payRows } from './inTurn.ts';

/** A closed hour may gain strikes for this long, from late arrivals and the last sweep. */
const SETTLED_AFTER_MS = 70 * 60_000;
/** An hour that closed longer ago is not read again: gaps are repaired a day back. */
const SEALED_AFTER_MS = 26 * HOUR_MS;
const OPEN = 'public, max-age=5';
/** Closed hours change only when a repair fills a gap; connected clients get those strikes live. */
const CLOSED = 'public, max-age=60';
const SEALED = 'public, max-age=86400, immutable';

/** For forgotten and sealed hours, which never gain strikes. */
const COMPLETE_FOR_EVER = Number.MAX_SAFE_INTEGER;

interface AnsweredSlice {
  readonly slice: StrikeSlice;
  readonly cacheControl: string;
}

const FORGOTTEN_SLICE: AnsweredSlice = {
  slice: { seq: COMPLETE_FOR_EVER, beyondRetention: true, unread: true, columns: strikesToColumns([]) },
  cacheControl: 'public, max-age=86400',
};

interface TileHour {
  readonly tile: Tile;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Cached for good only if the hour is whole and never read again. */
export function answerSlice(
  { tile, fromMs, toMs }: TileHour,
  { seq, record, strikes }: Omit<ArchivedTile, 'rowsRead'>,
  home: BBox,
  keptSinceMs: number,
  nowMs: number,
): AnsweredSlice {
  const bounds = tileBounds(tile);
  const outsideHome = !bboxWithin(bounds, home);
  const atHome = bboxOverlaps(bounds, home);
  const { completeToMs, unread } = unreadOf({ bbox: home, fromMs, toMs }, record, home, keptSinceMs);
  const behind = completeToMs === null || completeToMs < Math.min(toMs, nowMs - FEED_DOWN_AFTER_MS);
  const isUnread = !atHome || behind || unread.length > 0;
  const whole = !outsideHome && !isUnread && completeToMs !== null && completeToMs >= toMs;
  const sealed = whole && toMs + SEALED_AFTER_MS <= nowMs;
  const isOver = toMs <= nowMs;
  const facts = { ...record, newestStrikeMs: null, typicalDelayMs: null, foreign: {}, unread: [] };
  const slice: StrikeSlice = {
    seq: sealed ? COMPLETE_FOR_EVER : seq,
    beyondRetention: false,
    ...(isUnread ? { unread: true } : {}),
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

/** A closed hour in no cache costs this many rows of history: about the strikes of a busy one. */
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
      '`o`: ordinals, each less the one before. `g`: 1 ground stroke, 0 cloud flash. `i`: kA with its sign. `m`: strokes of the flash. `a`, `b`, `z`: semi-major and semi-minor axis in km, and azimuth, of the error ellipse. Null where not told; a column of nulls is absent',
    ),
  ),
});

/** Only strikes that have any. */
export function sliceDetails({ seq, columns }: StrikeSlice): v.InferOutput<typeof SliceDetailBody> {
  const { ordinals, details = [] } = columns;
  const rows = ordinals.flatMap((ordinal, row) => (details[row] ? [{ ordinal, detail: details[row] }] : []));
  const none = rows.map(() => 0);
  const told = { ordinals: rows.map(({ ordinal }) => ordinal), details: rows.map(({ detail }) => detail) };
  const { y: _y, x: _x, t: _t, ...deltas } = toDeltas({ ...told, latitudesE5: none, longitudesE5: none, atMs: none });
  return { seq, columns: deltas as v.InferOutput<typeof SliceDetailBody>['columns'] };
}

/** `source` lets a page say at once that strikes are simulated. */
function sliceAnswer({ slice, cacheControl }: AnsweredSlice, form: SliceForm, source: string): Response {
  const headers = { 'cache-control': cacheControl, 'feed-source': source };
  if (form === 'detail') return Response.json(sliceDetails(slice), { headers });
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
  const keptMs = keptSinceMs(historyDays, nowMs);
  if (toMs <= keptMs) return encodedFor(c.req.raw, sliceAnswer(FORGOTTEN_SLICE, form, source));
  const path = slicePath(tile, fromMs, form);
  const answer = await edgeCached(
    c,
    path,
    async () => {
      const archive = new StrikeArchive(c.env.DB);
      const archived = await available('archive', archive.tile(tile, fromMs, toMs, form === 'detail', othersTurn));
      const answered = answerSlice({ tile, fromMs, toMs }, archived, areas.home, keptMs, systemClock.now());
      return sliceAnswer(answered, form, source);
    },
    // The open hour is everybody's, and made once for all of them.
    { dear: true, pay: toMs <= nowMs ? () => payRows(c, SLICE_ROWS) : undefined },
  );
  return encodedFor(c.req.raw, answer);
}

const ABOUT =
  'Each slice has one address: other spellings of the numbers are refused. An hour older than the archive keeps is empty and flagged, and so is one that was not read whole. While the hour is not over, the flags say how the feed is. A closed hour that no cache has counts against your network’s share of history.';
const REFUSALS = {
  400: problemAnswer('A parameter is not valid, or not written as this document writes it'),
  429: problemAnswer('Your network has used up its share of this minute: wait for Retry-After seconds'),
  503: problemAnswer('The archive does not answer: wait for Retry-After seconds'),
} as const;

export const tiles = new Hono<{ Bindings: Env }>()
  .get(
    '/tiles/:z/:x/:y/:hour/planes',
    describeRoute({
      summary: 'The strikes of one tile and hour, packed',
      description: `The site’s own binary format (magic LS2): the columns’ bytes by their weight, about 7 bytes a strike once compressed. ${ABOUT}`,
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
      summary: 'What the source told of the strikes of one tile and hour beside time and place',
      description:
        'Columns of those strikes of the slice of which something is told, by their ordinals. Ask for it only where the source tells details (`primary.ellipseShare` of the status): elsewhere it is empty. Cached, and counted against your share, as the slice is.',
      responses: { 200: jsonAnswer('The details', SliceDetailBody), ...REFUSALS },
    }),
    pathParametersOf(SlicePath),
    queryOf(NoQuery),
    (c) => slice(c, c.req.valid('param'), 'detail'),
  );
