import type { Context } from 'hono';
import { type BBox, bboxWithin } from '#shared/geo/BBox.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { clippedSpans, type Span } from '#shared/time/spans.ts';
import { CountArchive } from '#worker/archive/CountArchive.ts';
import { unreadOf } from '#worker/archive/readExtent.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { available } from '#worker/http/available.ts';
import { parameterProblem } from '#worker/http/parameterProblem.ts';
import { extentBody } from '#worker/routes/extentBody.ts';
import { inTurn } from '#worker/routes/inTurn.ts';
import { firstFound, scannedPage } from '#worker/routes/scannedPage.ts';
import type { Env } from '#worker/settings/Env.ts';
import type { FeaturePage } from './features.ts';
import { boxAtHome, type ItemsQuery, nextQuery, spanAsked } from './itemsQuery.ts';
import { type OgcSite, TENTH_MS } from './OgcSite.ts';
import { decodeStrikeCursor, encodeStrikeCursor, strikeFeature } from './strikeItems.ts';

type OgcContext = Context<{ Bindings: Env }>;

/** A strike's time may be a little ahead of our clock. */
const AHEAD_MS = 5 * MINUTE_MS;
/** More hours are not counted for a page. */
const MAX_COUNTED_HOURS = 10_000;
/** Of the last day, without a filter. */
const LEAST_STRIKES = 10;

/** How many strikes of home the span holds, if that is known exactly: the counts are by ten minutes. `spentRows`: what the request has read before. */
async function countedAll(
  c: OgcContext,
  home: BBox,
  [fromMs, toMs]: Span,
  seq: number,
  spentRows: number,
): Promise<number | undefined> {
  const [fromHour, toHour] = [Math.floor(fromMs / HOUR_MS), Math.ceil(toMs / HOUR_MS)];
  if (fromMs % TENTH_MS !== 0 || toMs % TENTH_MS !== 0 || toHour - fromHour > MAX_COUNTED_HOURS) return undefined;
  const { hours, uncounted } = await inTurn(c, () =>
    new CountArchive(c.env.DB, home).hours(undefined, fromHour, toHour, spentRows),
  );
  if (clippedSpans(uncounted, fromMs, toMs).length > 0) return undefined;
  // What came since would be counted, but stand on no page.
  if ((await archiveSeq(c)) !== seq) return undefined;
  const ofTenth = (hour: number) => (strikes: number, tenth: number) => {
    const atMs = hour * HOUR_MS + tenth * TENTH_MS;
    return atMs >= fromMs && atMs < toMs ? strikes : 0;
  };
  return hours.flatMap(({ hour, tenths }) => tenths.map(ofTenth(hour))).reduce((sum, strikes) => sum + strikes, 0);
}

const archiveSeq = (c: OgcContext) => available('archive', new StrikeArchive(c.env.DB).seq());

/** The strikes of `site` from `reachFromMs` on that a query asks for, a page of them. The client pays. */
export async function readStrikes(
  c: OgcContext,
  site: OgcSite,
  query: ItemsQuery,
  collection: { readonly reachFromMs: number; readonly entitled: boolean; readonly fillUp: boolean },
): Promise<FeaturePage> {
  const { home, keptFromMs, nowMs } = site;
  const cursor = query.cursor === undefined ? undefined : decodeStrikeCursor(query.cursor);
  if (query.cursor !== undefined && !cursor) throw parameterProblem([{ message: 'format', path: ['cursor'] }]);
  const bbox = boxAtHome(query.bbox, home);
  // On an edge of ten minutes, for the counts.
  const endMs = Math.ceil((nowMs + AHEAD_MS) / TENTH_MS) * TENTH_MS;
  const asked = spanAsked(query.datetime, [collection.reachFromMs, endMs]);
  let span: Span = [Math.max(cursor?.fromMs ?? asked[0], keptFromMs), asked[1]];
  if (!bbox || span[0] >= span[1]) return { features: [], next: undefined, matched: 0 };
  const seq = cursor?.seq ?? (await archiveSeq(c));
  // A page without strikes that is not the last stops GDAL.
  const newest = ([fromMs, toMs]: Span, limit: number) =>
    firstFound(
      (before) => scannedPage(c, { bbox, fromMs, toMs, before, limit, upToOrdinal: seq }),
      (page) => page.strikes.length === 0,
      cursor?.before,
    );
  const isFilledUp = collection.fillUp && !cursor && !query.bbox && !query.datetime;
  let found = await newest(span, isFilledUp ? Math.max(query.limit, LEAST_STRIKES) : query.limit);
  let rowsRead = found.rowsRead;
  if (isFilledUp && !found.next && found.strikes.length < LEAST_STRIKES) {
    found = { ...(await newest([keptFromMs, span[1]], LEAST_STRIKES)), next: undefined };
    rowsRead += found.rowsRead;
    span = [Math.min(span[0], found.strikes.at(-1)?.atMs ?? keptFromMs), span[1]];
  }
  const strikes = found.strikes.slice(0, query.limit);
  const last = strikes.at(-1);
  const before = last && found.strikes.length > strikes.length ? { atMs: last.atMs, id: last.id } : found.next;
  const extent = unreadOf({ bbox, fromMs: span[0], toMs: span[1] }, found.record, home, keptFromMs);
  const next = before && nextQuery(query, encodeStrikeCursor({ fromMs: span[0], seq, before }));
  const matched = async () => {
    if (cursor) return undefined;
    return !next ? strikes.length : bboxWithin(home, bbox) ? countedAll(c, home, span, seq, rowsRead) : undefined;
  };
  return {
    features: strikes.map((strike) => strikeFeature(strike, collection.entitled)),
    next,
    matched: await matched(),
    told: extentBody(extent),
  };
}
