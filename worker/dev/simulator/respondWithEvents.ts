import { type BBox, bboxContains, parseBBox } from '#shared/geo/BBox.ts';
import { PROVIDER_LIMIT } from '#shared/limits.ts';
import { type Random, seededRandom } from '#shared/numbers.ts';
import type { Strike } from '#shared/strike.ts';
import { isoMillis, parseIsoInstant } from '#shared/time.ts';
import type { FaultSettings, Lateness } from './FaultSettings.ts';
import { hostileRows } from './hostile.ts';
import { hash32, hashText, type SimulatedSource, type SimulatedStrike } from './simulatedSource.ts';

/** Strikes with `fromMs <= time < toMs`, at most `limit` rows. */
interface EventListQuery {
  readonly bbox: BBox;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

interface QueryError {
  readonly parameter: string;
  readonly detail: string;
}

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: QueryError };

const EVENT_TYPE = 'strike_cloud_to_ground';
const MAX_LIMIT = 1_000;

/** `fault` is the first invalid parameter. Only `limit` is optional. */
function parseEventListQuery(query: URLSearchParams): Parsed<EventListQuery> {
  const area = parseWindow(query);
  if (!area.ok) return area;
  const limit = query.get('limit') ?? String(PROVIDER_LIMIT);
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_LIMIT) {
    return faulty('limit', `must be a whole number from 1 to ${MAX_LIMIT}`);
  }
  if (query.get('event_type') !== EVENT_TYPE) return faulty('event_type', `must be ${EVENT_TYPE}`);
  return { ok: true, value: { ...area.value, limit: Number(limit) } };
}

export function parseWindow(query: URLSearchParams): Parsed<Omit<EventListQuery, 'limit'>> {
  const bbox = parseBBox(query.get('bbox') ?? '');
  if (!bbox.ok) return faulty('bbox', `must be west,south,east,north in degrees: ${bbox.error}`);
  const fromMs = parseIsoInstant(query.get('from') ?? '');
  if (fromMs === undefined) return faulty('from', 'must be an ISO 8601 time with its offset');
  const toMs = parseIsoInstant(query.get('to') ?? '');
  if (toMs === undefined) return faulty('to', 'must be an ISO 8601 time with its offset');
  if (fromMs >= toMs) return faulty('to', 'must be after from');
  return { ok: true, value: { bbox: bbox.bbox, fromMs, toMs } };
}

function faulty(parameter: string, detail: string): { ok: false; fault: QueryError } {
  return { ok: false, fault: { parameter, detail } };
}

/** `publishedAtMs`: when the provider first reports it, in milliseconds since the epoch. */
export interface PublishedStrike extends Strike {
  readonly publishedAtMs: number;
}

/** Visible from the time its source sets, else after a delay derived from its id. */
export function publishedStrike(strike: SimulatedStrike, lateness: Lateness, seed: number): PublishedStrike {
  return { ...strike, publishedAtMs: strike.publishedAtMs ?? strike.atMs + delayMs(strike.id, lateness, seed) };
}

function delayMs(id: string, { minMs, maxMs, tailShare, tailMaxMs }: Lateness, seed: number): number {
  if (maxMs === 0 && tailShare === 0) return 0;
  const random = seededRandom(hashText(seed, id));
  const inTail = random() < tailShare;
  const [low, high] = inTail ? [maxMs, tailMaxMs] : [minMs, maxMs];
  return Math.round(low + random() * (high - low));
}

const FIRST_STEP_MS = 10 * 60_000;

export interface SimulatedSky {
  readonly source: SimulatedSource;
  readonly seed: number;
  readonly historyMs: number;
}

export function allStrikes(
  sky: SimulatedSky,
  { bbox, fromMs, toMs }: Omit<EventListQuery, 'limit'>,
  faults: FaultSettings,
) {
  return sky.source
    .strikesBetween(fromMs, toMs)
    .filter(({ longitude, latitude }) => bboxContains(bbox, longitude, latitude))
    .map((strike): PublishedStrike => publishedStrike(strike, faults.lateness, sky.seed));
}

/**
 * The window's strikes published by `nowMs`, sorted by time; if more than `limit`, those at the end `faults.keep`.
 * Searches from that end in growing steps, so that a wide window of a busy sky costs only its result.
 */
function visibleStrikes(sky: SimulatedSky, query: EventListQuery, faults: FaultSettings, nowMs: number) {
  const firstMs = Math.max(query.fromMs, nowMs - sky.historyMs);
  const lastMs = query.toMs;
  const chunks: PublishedStrike[][] = [];
  let count = 0;
  for (let doneMs = 0, stepMs = FIRST_STEP_MS; doneMs < lastMs - firstMs && count < query.limit; stepMs *= 2) {
    const nextMs = Math.min(doneMs + stepMs, lastMs - firstMs);
    const [fromMs, toMs] =
      faults.keep === 'newest' ? [lastMs - nextMs, lastMs - doneMs] : [firstMs + doneMs, firstMs + nextMs];
    const chunk = allStrikes(sky, { bbox: query.bbox, fromMs, toMs }, faults).filter((s) => s.publishedAtMs <= nowMs);
    if (faults.keep === 'newest') chunks.unshift(chunk);
    else chunks.push(chunk);
    count += chunk.length;
    doneMs = nextMs;
  }
  const found = chunks.flat();
  return faults.keep === 'newest' ? found.slice(-query.limit) : found.slice(0, query.limit);
}

export interface SimulatedResponse {
  readonly status: number;
  readonly body: unknown;
}

interface CallContext {
  readonly faults: FaultSettings;
  readonly nowMs: number;
  readonly rowSeed: number;
}

type Row = Readonly<Record<string, unknown>>;

/** Response of `GET /radar/api/v1/event/list`: `from` inclusive, `to` exclusive, at most `limit` rows. */
export function respondWithEvents(
  sky: SimulatedSky,
  params: URLSearchParams,
  { faults, nowMs, rowSeed }: CallContext,
): SimulatedResponse {
  const parsed = parseEventListQuery(params);
  if (!parsed.ok) return { status: 400, body: { error: 'bad_request', ...parsed.fault } };
  const query = parsed.value;
  const skewMs = faults.clockSkewMs;
  const requested = { ...query, fromMs: query.fromMs - skewMs, toMs: query.toMs - skewMs };
  const random = seededRandom(rowSeed);
  const strikes = visibleStrikes(sky, requested, faults, nowMs);
  const rows = (faults.keep === 'newest' ? strikes.reverse() : strikes).flatMap((strike) =>
    tampered(rowOf(strike, skewMs), faults, random),
  );
  const page = rows.slice(0, query.limit);
  return { status: 200, body: { events: hostileRows(faults.hostile, ordered(page, faults, random)) } };
}

function rowOf(strike: PublishedStrike, skewMs: number): Row {
  const { id, latitude, longitude, atMs } = strike;
  return { id, latitude, longitude, timestamp: isoMillis(atMs + skewMs), event_type: EVENT_TYPE };
}

/** The row after faults: intact or spoilt, possibly duplicated, possibly followed by an unreadable extra row. */
function tampered(row: Row, faults: FaultSettings, random: Random): Row[] {
  const [spoiltDraw, twiceDraw, besideDraw, wayDraw] = [random(), random(), random(), random()];
  const first = spoiltDraw < faults.spoiltShare ? spoilt(row, wayDraw) : row;
  const rows = twiceDraw < faults.duplicateShare ? [first, first] : [first];
  if (besideDraw >= faults.badRowShare) return rows;
  const stranger = hash32(Math.floor(besideDraw * 2 ** 32))
    .toString(16)
    .padStart(24, 'f');
  return [...rows, spoilt({ ...row, id: stranger }, wayDraw)];
}

const WAYS: readonly ((row: Row) => Row)[] = [
  (row) => ({ ...row, latitude: 'north' }),
  (row) => ({ ...row, longitude: null }),
  (row) => ({ ...row, latitude: 1e9 }),
  (row) => ({ ...row, timestamp: 'yesterday' }),
  (row) => ({ ...row, timestamp: 12 }),
  (row) => ({ ...row, id: '' }),
  ({ id: _, ...rest }) => rest,
];

function spoilt(row: Row, draw: number): Row {
  return WAYS[Math.floor(draw * WAYS.length)]?.(row) ?? {};
}

function ordered(rows: readonly Row[], { order, keep }: FaultSettings, random: Random): readonly Row[] {
  if (order === 'shuffled') {
    return rows
      .map((row) => [random(), row] as const)
      .sort(([a], [b]) => a - b)
      .map(([, row]) => row);
  }
  return (order === 'newest-first') === (keep === 'newest') ? rows : rows.toReversed();
}
