import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { type Clock, systemClock } from '#shared/Clock.ts';
import { type BBox, boxAround, formatBBox } from '#shared/geo/BBox.ts';
import { XML_DECLARATION, xmlText } from '#shared/http.ts';
import { DEFAULT_PAGE_ROWS, MAX_HISTORY_WINDOW_MS, MAX_PAGE_ROWS, MAX_RADIUS_KM } from '#shared/limits.ts';
import type { NumberedStrike, Strike, StrikeHint } from '#shared/strike.ts';
import { isoIntervals, isoMillis, isoSpans } from '#shared/time.ts';
import { joinPositions, type PositionColumns } from '#shared/watch/siteStrikes.ts';
import { apiPaths, strikePath } from '#shared/wire/apiPaths.ts';
import { NumberedStrikeBody, type ReadExtent, StrikeBody } from '#shared/wire/StrikeBody.ts';
import { NOTHING_KNOWN, type StoredRecord } from '#worker/archive/HomeRecord.ts';
import {
  type ArchivePage,
  decodePageCursor,
  encodePageCursor,
  extentIn,
  type FoundPositions,
  type HistoryPage,
  type HistoryQuery,
  historyPage,
  type Looked,
  PAGE_ROWS_READ,
  retainedSinceMs,
  StrikeArchive,
  strikePage,
} from '#worker/archive/StrikeArchive.ts';
import type { Circle, PagePosition, PositionQuery, StrikeQuery } from '#worker/archive/windowQuery.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { log } from '#worker/http/outbound/log.ts';
import {
  BBoxParameter,
  InstantParameter,
  NoQuery,
  OrdinalParameter,
  PlaceParameter,
  pathParametersOf,
  queryOf,
  radiusParameter,
  StrikeIdParameter,
  wholeNumberParameter,
} from '#worker/http/parameters.ts';
import { RateBudget } from '#worker/http/RateBudget.ts';
import {
  available,
  HttpProblem,
  inChunks,
  jsonResponse,
  LOOK_MS,
  problemResponse,
  yieldTask,
} from '#worker/http/responses.ts';
import { csvHead, csvRows } from '#worker/http/strikeCsv.ts';
import { feedStub } from '#worker/stubs.ts';
import { attributionBody, attributionMember } from '../http/attribution.ts';
import { callerOf } from '../http/keys/requireKey.ts';
import { inQueue } from './inQueue.ts';

export const IsoInstant = v.pipe(v.string(), v.description('ISO 8601, UTC, milliseconds'));

export const extentMembers = {
  completeTo: v.pipe(
    v.nullable(IsoInstant),
    v.description(
      'Data for the box is complete up to this time, except for `gaps`. Null if nothing has been received.',
    ),
  ),
  gaps: v.pipe(
    v.array(v.object({ from: IsoInstant, to: IsoInstant })),
    v.description(
      'Intervals of the request without data, up to `completeTo`: an empty list there does not mean no lightning. Includes time before data collection began or past the retention period. May be filled later.',
    ),
  ),
  outsideHome: v.optional(
    v.pipe(
      v.literal(true),
      v.description(
        'The box extends beyond the home area, the only area polled continuously (`areas` in /status), so the whole request counts as a gap. Use boxes inside home.',
      ),
    ),
  ),
};

export function extentBody({ completeToMs, gaps, outsideHome }: ReadExtent) {
  return {
    completeTo: completeToMs === null ? null : isoMillis(completeToMs),
    gaps: isoSpans(gaps),
    ...(outsideHome ? { outsideHome } : {}),
  };
}

/** For formats without a place in the body: ISO 8601 intervals, or `none`. */
export function extentHeaders(extent: ReadExtent): Record<string, string> {
  return { 'complete-to': extentBody(extent).completeTo ?? 'none', 'data-gaps': isoIntervals(extent.gaps) };
}

export const STRIKE_FORMATS = ['json', 'geojson', 'csv', 'kml'] as const;
export type StrikeFormat = (typeof STRIKE_FORMATS)[number];

export interface FormattedStrikes {
  readonly contentType: string;
  readonly body: string;
}

function strikeJson({ id, latitude, longitude, atMs, detail }: Strike): StrikeBody {
  return { id, latitude, longitude, timestamp: isoMillis(atMs), ...detail };
}

function geojson(strikes: readonly Strike[], members: Readonly<Record<string, unknown>>): string {
  const features = strikes.map((strike) => ({
    type: 'Feature',
    id: strike.id,
    geometry: { type: 'Point', coordinates: [strike.longitude, strike.latitude] },
    properties: { timestamp: isoMillis(strike.atMs), ...strike.detail },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features, ...members });
}

function csv(strikes: readonly Strike[]): string {
  const detailed = strikes.some(({ detail }) => detail);
  return csvHead(detailed) + csvRows(strikes, detailed);
}

function kml(strikes: readonly Strike[], attribution: string): string {
  const credit = attribution && `<description>${xmlText(attribution)}</description>`;
  const placemarks = strikes.map(
    (s) =>
      `<Placemark id="${xmlText(s.id)}"><TimeStamp><when>${isoMillis(s.atMs)}</when></TimeStamp>` +
      `<Point><coordinates>${s.longitude},${s.latitude}</coordinates></Point></Placemark>`,
  );
  return `${XML_DECLARATION}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${credit}${placemarks.join('\n')}</Document></kml>\n`;
}

/**
 * `next` is the URL of the next page, if there is one. `extent` is the part of the query that was read. `attribution`
 * is included in every format that has a place for it, unless it is empty.
 */
export function formatStrikes(
  format: StrikeFormat,
  strikes: readonly Strike[],
  next: string | undefined,
  extent: ReadExtent,
  attribution = '',
): FormattedStrikes {
  const members = { ...extentBody(extent), ...(attribution ? { attribution } : {}), ...(next ? { next } : {}) };
  switch (format) {
    case 'json':
      return {
        contentType: 'application/json',
        body: JSON.stringify({ strikes: strikes.map(strikeJson), ...members }),
      };
    case 'geojson':
      return { contentType: 'application/geo+json', body: geojson(strikes, members) };
    case 'csv':
      return { contentType: 'text/csv; charset=utf-8; header=present', body: csv(strikes) };
    case 'kml':
      return { contentType: 'application/vnd.google-earth.kml+xml', body: kml(strikes, attribution) };
  }
}

type RecordedPage = ArchivePage & { readonly record: StoredRecord };

/** Lets other requests run between database reads. */
function paced<Look extends unknown[], Result>(read: (...look: Look) => Promise<Result>) {
  return async (...look: Look): Promise<Result> => {
    await yieldTask(LOOK_MS);
    return read(...look);
  };
}

/**
 * A page from D1 and the read record of home. Runs in fair order. The client pays for the rows, and for each strike as
 * for `workRows` more, which is the Worker's own work.
 */
export async function scannedPage(
  c: Context<{ Bindings: Env }>,
  window: StrikeQuery,
  workRows = 0,
): Promise<RecordedPage> {
  const archive = new StrikeArchive(c.env.DB);
  const { page, record } = await inQueue(c, async (giveWay) => {
    // Before the page: data that arrives meanwhile may be missing from the page and must not count as read.
    const known = await archive.record();
    const read = paced((...look: Parameters<typeof archive.window>) => archive.window(...look));
    const found = await strikePage(window, read, PAGE_ROWS_READ, giveWay);
    return { page: found, record: known, rowsRead: found.rowsRead + workRows * found.strikes.length };
  });
  return { ...page, record };
}

/** A page of other data stored by time, read like `historyPage`. Runs in fair order, paid by the client. */
export function scannedRows<Row, Query extends HistoryQuery>(
  c: Context<{ Bindings: Env }>,
  query: Query,
  read: (window: Query, walkRows: number) => Promise<Looked<Row>>,
  positionOf: (row: Row) => PagePosition,
): Promise<HistoryPage<Row>> {
  return inQueue(c, (giveWay) => historyPage(query, paced(read), positionOf, { goOn: giveWay }));
}

/** Maximum cost of all pages that one request reads. */
export const REQUEST_ROWS = 100_000;
/** A page may cost this much more than any before it, by sorting its results. */
const DEARER_ROWS = 17_000;

/** For a request that reads several pages: takes each page's cost, and returns whether the next fits `REQUEST_ROWS`. */
function pageAllowance(dearerRows = DEARER_ROWS): (rowsRead: number) => boolean {
  let [all, dearest] = [0, 0];
  return (rowsRead) => {
    all += rowsRead;
    dearest = Math.max(dearest, rowsRead);
    return all + dearest + dearerRows <= REQUEST_ROWS;
  };
}

/**
 * The first non-empty page after `before`, or the last one, and the total cost. For formats where an empty page would
 * be mistaken for the end.
 * @throws HttpProblem 503 if nothing was found so far and there is more to search
 */
export async function firstFound<Page extends { readonly next: PagePosition | undefined; readonly rowsRead: number }>(
  read: (before: PagePosition | undefined) => Promise<Page>,
  isEmpty: (page: Page) => boolean,
  before: PagePosition | undefined,
): Promise<Page> {
  const mayGoOn = pageAllowance();
  let rowsRead = 0;
  for (let from = before; ; ) {
    const page = await read(from);
    rowsRead += page.rowsRead;
    from = page.next;
    if (!from || !isEmpty(page)) return { ...page, rowsRead };
    if (!mayGoOn(page.rowsRead)) break;
  }
  const detail = 'Search limit reached without a match: use a larger box or a shorter time span.';
  throw new HttpProblem(503, 'busy', detail, { retryAfterSeconds: 5 });
}

interface Searched {
  readonly edgeMs: number;
  readonly record: StoredRecord;
}

/** Rows that one look passes, about: some 12,000 rows read, and all of a request's fit its limit eight times. */
const POSITION_WALK_ROWS = 4_000;
/** A look of positions sorts nothing. It may cost this much more than any before it, by a step in each tile. */
const DEARER_LOOK_ROWS = 2_000;

/**
 * Where and when strikes fell, as far back as one request may search. They come as packed arrays, so a look holds the
 * thread a tenth as long as a page of `scannedPages` with as many strikes.
 */
export async function scannedPositions(
  c: Context<{ Bindings: Env }>,
  window: PositionQuery,
): Promise<Searched & { readonly strikes: PositionColumns }> {
  const archive = new StrikeArchive(c.env.DB);
  const look = paced((...of: Parameters<typeof archive.positions>) => archive.positions(...of));
  const mayGoOn = pageAllowance(DEARER_LOOK_ROWS);
  const pages: FoundPositions[] = [];
  for (let toMs = window.toMs, first: StoredRecord | undefined; ; ) {
    const page = await inQueue(c, async () => {
      // Before the page: what arrives meanwhile may be missing from it.
      const record = first ?? (await archive.record());
      return { record, ...(await look({ ...window, toMs }, POSITION_WALK_ROWS)) };
    });
    first = page.record;
    pages.push(page);
    toMs = page.edgeMs;
    if (toMs <= window.fromMs || !mayGoOn(page.rowsRead))
      return { edgeMs: toMs, record: first, strikes: await inChunks(joinPositions(pages)) };
  }
}

/** Newest first, up to the limit of one request; charged like `scannedPage`. `visit` returns whether to continue. */
export async function scannedPages(
  c: Context<{ Bindings: Env }>,
  window: Omit<StrikeQuery, 'before'>,
  visit: (strikes: readonly NumberedStrike[]) => boolean,
  workRows = 0,
): Promise<Searched> {
  const mayGoOn = pageAllowance();
  let before: PagePosition | undefined;
  let record: StoredRecord | undefined;
  for (;;) {
    const found = await scannedPage(c, { ...window, before }, workRows);
    record ??= found.record;
    before = found.next;
    if (!visit(found.strikes) || !before || !mayGoOn(found.rowsRead)) break;
  }
  // A page may end between two strikes of one millisecond.
  return { edgeMs: before ? before.atMs + 1 : window.fromMs, record };
}

export const CursorParameter = v.pipe(
  v.string('format'),
  v.description('Cursor from `next` of the previous page.'),
  v.rawTransform<string, PagePosition>(({ dataset, addIssue, NEVER }) => {
    const position = decodePageCursor(dataset.value);
    if (position) return position;
    addIssue({ message: 'format' });
    return NEVER;
  }),
);

export const StrikesQuery = v.pipe(
  v.strictObject({
    bbox: v.optional(BBoxParameter),
    near: v.optional(PlaceParameter),
    radiusKm: v.optional(radiusParameter(MAX_RADIUS_KM)),
    from: InstantParameter,
    to: InstantParameter,
    limit: v.optional(wholeNumberParameter(1, MAX_PAGE_ROWS, 'Rows per page.')),
    cursor: v.optional(CursorParameter),
    format: v.optional(v.picklist(STRIKE_FORMATS, 'format'), 'json'),
  }),
  v.forward(
    v.partialCheck([['bbox'], ['near']], ({ bbox, near }) => bbox !== undefined || near !== undefined, 'missing'),
    ['bbox'],
  ),
  v.forward(
    v.partialCheck([['bbox'], ['near']], ({ bbox, near }) => bbox === undefined || near === undefined, 'conflict'),
    ['near'],
  ),
  v.forward(
    v.partialCheck(
      [['near'], ['radiusKm']],
      ({ near, radiusKm }) => near === undefined || radiusKm !== undefined,
      'missing',
    ),
    ['radiusKm'],
  ),
  v.forward(
    v.partialCheck(
      [['near'], ['radiusKm']],
      ({ near, radiusKm }) => near !== undefined || radiusKm === undefined,
      'conflict',
    ),
    ['radiusKm'],
  ),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => from < to, 'reversed'),
    ['to'],
  ),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => to - from <= MAX_HISTORY_WINDOW_MS, 'too-wide'),
    ['from'],
  ),
);
export type StrikesQuery = v.InferOutput<typeof StrikesQuery>;

/** A box, and within it a circle if the query has a place. */
function requestedPlace({ bbox, near, radiusKm = 0 }: Pick<StrikesQuery, 'bbox' | 'near' | 'radiusKm'>): {
  readonly bbox: BBox;
  readonly circle: Circle | undefined;
} {
  if (near) return { bbox: boxAround(near, radiusKm), circle: { ...near, radiusKm } };
  if (bbox) return { bbox, circle: undefined };
  throw new RangeError('neither a box nor a place');
}

/** Canonical, independent of how the query was written: the cache key, and the address of the next page. */
export function strikesAddress(query: StrikesQuery): string {
  const { bbox, near, radiusKm, from, to, limit, cursor, format } = query;
  const parameters = [
    ...(bbox ? [`bbox=${formatBBox(bbox)}`] : []),
    ...(cursor ? [`cursor=${encodePageCursor(cursor)}`] : []),
    `format=${format}`,
    `from=${isoMillis(from)}`,
    `limit=${limit ?? DEFAULT_PAGE_ROWS}`,
    ...(near ? [`near=${near.latitude},${near.longitude}`, `radiusKm=${radiusKm}`] : []),
    `to=${isoMillis(to)}`,
  ];
  return `${apiPaths.strikes}?${parameters.join('&')}`;
}

export const StrikesBody = v.object({
  strikes: v.array(StrikeBody),
  ...extentMembers,
  attribution: attributionMember,
  next: v.optional(v.pipe(v.string(), v.description('URL of the next page; absent on the last page.'))),
});

const CACHE_LIST = 'public, max-age=5';

type StrikesContext = Context<{ Bindings: Env }>;

async function pageResponse(c: StrikesContext, query: StrikesQuery): Promise<Response> {
  const { historyDays, areas } = parseConfig(c.env);
  const retentionMs = retainedSinceMs(historyDays, systemClock.now());
  const fromMs = Math.max(query.from, retentionMs);
  const isRetained = fromMs < query.to;
  const { to, limit = DEFAULT_PAGE_ROWS, cursor } = query;
  const { bbox, circle } = requestedPlace(query);
  const window = { bbox, circle, fromMs, toMs: to, before: cursor, limit };
  const page = isRetained ? await scannedPage(c, window) : { strikes: [], next: undefined, record: NOTHING_KNOWN };
  const archiveQuery = { bbox, fromMs: query.from, toMs: query.to };
  const extent = extentIn(archiveQuery, page.record, areas.home, retentionMs);
  const next = page.next && strikesAddress({ ...query, cursor: page.next });
  const { attribution } = attributionBody(c.env);
  const { contentType, body } = formatStrikes(query.format, page.strikes, next, extent, attribution);
  const headers = { 'content-type': contentType, 'cache-control': CACHE_LIST, ...extentHeaders(extent) };
  return new Response(body, { headers: next ? { ...headers, link: `<${next}>; rel="next"` } : headers });
}

export const strikes = new Hono<{ Bindings: Env }>().get(
  '/strikes',
  describeRoute({
    summary: 'List strikes in a box or around a point, newest first',
    description:
      'Use `bbox`, or `near` with `radiusKm` (great-circle distance). Results are never truncated silently: follow `next` (JSON, GeoJSON) or the Link header until there is none. Each request searches a bounded number of rows, so a page may hold fewer than `limit` strikes, or none, and still have a next page. Cursors are opaque. `from` is inclusive, `to` exclusive, at most 31 days apart. No strikes does not mean no lightning: `completeTo` and `gaps` (or the headers Complete-To and Data-Gaps) list intervals without data. `attribution` is included where the licence requires it. Responses are cached for up to 5 s. Each network has a quota of rows per minute; beyond it the response is 429.',
    responses: {
      200: jsonResponse('A page of strikes; may be empty even if more pages follow', StrikesBody),
      400: problemResponse('Invalid parameter'),
      429: problemResponse('Rate limited: retry after the Retry-After delay'),
      503: problemResponse('Service busy or archive unavailable: retry after the Retry-After delay'),
    },
  }),
  queryOf(StrikesQuery),
  (c) => {
    const query = c.req.valid('query');
    return edgeCached(c, `/internal${strikesAddress(query)}`, () => pageResponse(c, query));
  },
);

const SingleStrikeBody = v.object({ ...NumberedStrikeBody.entries, attribution: attributionMember });

const MAX_MARKS = 1_000;

/** Facts that are valid for a while: in this isolate's memory and in this data centre's cache. */
class EdgeMarks {
  private readonly forMs: number;
  private readonly clock: Clock;
  private readonly untilMs = new Map<string, number>();

  constructor(forMs: number, clock: Clock) {
    this.forMs = forMs;
    this.clock = clock;
  }

  /** `key` is a URL. */
  async has(key: string): Promise<boolean> {
    if ((this.untilMs.get(key) ?? 0) > this.clock.now()) return true;
    return (await caches.default.match(key)) !== undefined;
  }

  async mark(key: string): Promise<void> {
    this.untilMs.delete(key);
    this.untilMs.set(key, this.clock.now() + this.forMs);
    const [oldest] = this.untilMs.keys();
    if (this.untilMs.size > MAX_MARKS && oldest !== undefined) this.untilMs.delete(oldest);
    const headers = { 'cache-control': `public, max-age=${Math.ceil(this.forMs / 1000)}` };
    await caches.default.put(key, new Response(null, { headers }));
  }
}

/** Hints of a shared link, with which the provider can find a strike that was never archived. */
const HintQuery = v.strictObject({ at: v.optional(InstantParameter), ll: v.optional(PlaceParameter) });

const CACHE_FOUND = 'public, max-age=86400';
const BUSY_RETRY_S = 5;
/** A strike's time may be a little ahead of our clock. */
const AHEAD_MS = 5 * 60_000;

/** Strikes that the provider did not know a moment ago, each with its hint. */
const unknownStrikes = new EdgeMarks(60_000, systemClock);

const lookUps = new RateBudget({ what: 'look-ups', costAUnit: 1, clock: systemClock, log });

const retainedSince = (c: StrikesContext) => retainedSinceMs(parseConfig(c.env).historyDays, systemClock.now());

/** At most once a minute for each hint, charged to the client. */
async function findAtProvider(c: StrikesContext, id: string, hint: StrikeHint): Promise<NumberedStrike | undefined> {
  if (hint.atMs < retainedSince(c) || hint.atMs > systemClock.now() + AHEAD_MS) return undefined;
  const mark = `${new URL(c.req.url).origin}/internal/unknown${strikePath(id, hint)}`;
  if (await unknownStrikes.has(mark)) return undefined;
  const client = callerOf(c);
  lookUps.check(client);
  await lookUps.charge(c.env.LOOKUP_RATE, client, 1);
  lookUps.check(client);
  const found = await available('feed', feedStub(c.env).find(id, hint));
  if (found === 'busy') {
    throw new HttpProblem(503, 'busy', 'Try again in a moment.', { retryAfterSeconds: BUSY_RETRY_S });
  }
  if (found !== 'unknown') return found;
  c.executionCtx.waitUntil(unknownStrikes.mark(mark));
  return undefined;
}

export const singleStrikes = new Hono<{ Bindings: Env }>()
  .get(
    '/strikes/by-ordinal/:ordinal',
    describeRoute({
      summary: 'Get a strike by ordinal',
      responses: {
        200: jsonResponse('The strike', SingleStrikeBody),
        404: problemResponse('Strike not found'),
        503: problemResponse('Archive unavailable: retry after the Retry-After delay'),
      },
    }),
    pathParametersOf(v.strictObject({ ordinal: OrdinalParameter })),
    queryOf(NoQuery),
    async (c) => {
      const { ordinal } = c.req.valid('param');
      const strike = await available('archive', new StrikeArchive(c.env.DB).byOrdinal(ordinal));
      if (!strike || strike.atMs < retainedSince(c))
        throw new HttpProblem(404, 'not-found', 'No strike has this ordinal.');
      return c.json({ ...strikeJson(strike), ordinal, ...attributionBody(c.env) }, 200, {
        'cache-control': CACHE_FOUND,
      });
    },
  )
  .get(
    '/strikes/:id',
    describeRoute({
      summary: 'Get a strike by provider id',
      description:
        'With `at` and `ll` from a shared link, a strike missing from the archive is also looked up at the provider, a few times a minute per network. Unknown ids are not retried for a minute.',
      responses: {
        200: jsonResponse('The strike', SingleStrikeBody),
        404: problemResponse('Strike not found, or older than the retention period'),
        429: problemResponse('Too many look-ups from your network: retry after the Retry-After delay'),
        503: problemResponse('Look-up busy or unavailable: retry after the Retry-After delay'),
      },
    }),
    pathParametersOf(v.strictObject({ id: StrikeIdParameter })),
    queryOf(HintQuery),
    async (c) => {
      const { id } = c.req.valid('param');
      const { at, ll } = c.req.valid('query');
      const archived = await available('archive', new StrikeArchive(c.env.DB).byId(id));
      const hint = at !== undefined && ll ? { atMs: at, ...ll } : undefined;
      const strike = archived ?? (hint && (await findAtProvider(c, id, hint)));
      if (!strike || strike.atMs < retainedSince(c)) throw new HttpProblem(404, 'not-found', 'No strike has this id.');
      return c.json({ ...strikeJson(strike), ordinal: strike.ordinal, ...attributionBody(c.env) }, 200, {
        'cache-control': CACHE_FOUND,
      });
    },
  );
