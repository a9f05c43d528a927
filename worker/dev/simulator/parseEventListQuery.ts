import { type BBox, parseBBox } from '#shared/geo/BBox.ts';
import { PROVIDER_LIMIT } from '#shared/limits.ts';
import { parseIsoInstant } from '#shared/time/isoTime.ts';

/** Strikes with `fromMs <= time < toMs`, at most `limit` rows. */
export interface EventListQuery {
  readonly bbox: BBox;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

export interface QueryFault {
  readonly parameter: string;
  readonly detail: string;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: QueryFault };

export const EVENT_TYPE = 'strike_cloud_to_ground';
const MAX_LIMIT = 1_000;

/** `fault` is the first bad parameter. Only `limit` is optional. */
export function parseEventListQuery(query: URLSearchParams): Parsed<EventListQuery> {
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
  if (!bbox.ok) return faulty('bbox', `must be west,south,east,north in degrees: ${bbox.fault}`);
  const fromMs = parseIsoInstant(query.get('from') ?? '');
  if (fromMs === undefined) return faulty('from', 'must be an ISO 8601 time with its offset');
  const toMs = parseIsoInstant(query.get('to') ?? '');
  if (toMs === undefined) return faulty('to', 'must be an ISO 8601 time with its offset');
  if (fromMs >= toMs) return faulty('to', 'must be after from');
  return { ok: true, value: { bbox: bbox.bbox, fromMs, toMs } };
}

function faulty(parameter: string, detail: string): { ok: false; fault: QueryFault } {
  return { ok: false, fault: { parameter, detail } };
}
