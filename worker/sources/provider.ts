import * as v from 'valibot';
import type { Clock } from '#shared/Clock.ts';
import { formatBBox } from '#shared/geo/BBox.ts';
import { PROVIDER_LIMIT } from '#shared/limits.ts';
import type { Strike } from '#shared/strike.ts';
import { isoMillis } from '#shared/time.ts';
import {
  HttpUrl,
  jsonOf,
  type ProviderResponse,
  type RowsResponse,
  requestRows,
  Secret,
  type SourceEntry,
  type SourceTraits,
  type StrikeWindow,
  WHOLE_EARTH,
  type WindowSource,
  widenedBox,
} from './source.ts';

const STRIKE_EVENT_TYPE = 'strike_cloud_to_ground';

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/;

/** SQLite does not return control characters and lone surrogates unchanged, so an id may not contain them. */
const STORABLE = /^[^\p{Cc}\p{Cs}]{1,128}$/u;

const entries = {
  id: v.union([v.pipe(v.string(), v.regex(STORABLE, 'bad id')), v.pipe(v.number(), v.safeInteger('bad id'))], 'bad id'),
  latitude: v.pipe(v.number('bad latitude'), v.minValue(-90, 'bad latitude'), v.maxValue(90, 'bad latitude')),
  longitude: v.pipe(v.number('bad longitude'), v.minValue(-180, 'bad longitude'), v.maxValue(180, 'bad longitude')),
  timestamp: v.pipe(v.string('bad timestamp'), v.regex(ISO_TIME, 'bad timestamp')),
  event_type: v.optional(v.literal(STRIKE_EVENT_TYPE, 'other event_type'), STRIKE_EVENT_TYPE),
};
// Reasons are logged, so they name the field but never repeat what the provider sent.
const ProviderEvent = v.object(entries, ({ path }) => (path?.[0] ? `no ${String(path[0].key)}` : 'not an event'));

const Envelope = v.object({ events: v.array(v.unknown()) });

interface ParsedEvents {
  readonly rows: number;
  readonly strikes: readonly Strike[];
  readonly skipped: readonly string[];
}

/** The provider writes UTC, sometimes without a zone. */
function instantMs(timestamp: string): number {
  return Math.floor(Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(timestamp) ? timestamp : `${timestamp}Z`));
}

/**
 * An event with a bad field is left out, with its reason in `skipped`. Undefined if the body is not an event list. Of
 * more than `maxRows` events only the number is read.
 */
export function parseEventList(body: unknown, maxRows = Number.POSITIVE_INFINITY): ParsedEvents | undefined {
  const envelope = v.safeParse(Envelope, body);
  if (!envelope.success) return undefined;
  const { events } = envelope.output;
  if (events.length > maxRows) return { rows: events.length, strikes: [], skipped: [] };
  const strikes: Strike[] = [];
  const skipped: string[] = [];
  for (const candidate of events) {
    const event = v.safeParse(ProviderEvent, candidate);
    const atMs = event.success ? instantMs(event.output.timestamp) : Number.NaN;
    if (event.success && Number.isFinite(atMs)) {
      const { id, latitude, longitude } = event.output;
      strikes.push({ id: String(id), latitude, longitude, atMs });
    } else skipped.push(event.issues?.[0]?.message ?? 'bad timestamp');
  }
  return { rows: events.length, strikes, skipped };
}

export const PROVIDER_TIMEOUT_MS = 10_000;
/** 300 events are about 45 kB. A much longer answer, in bytes or rows, is not read: its window is split instead. */
const MAX_RESPONSE_BYTES = 512 * 1024;
const MAX_RESPONSE_ROWS = 2 * PROVIDER_LIMIT;

export const PROVIDER_TRAITS: SourceTraits = {
  name: 'provider',
  way: 'windows',
  kind: 'cg-stroke',
  rows: { max: PROVIDER_LIMIT, truncation: 'at-max' },
  delayMs: { typical: 8_000, worst: 60_000, step: 1_000 },
  timeStepMs: 1,
  errorKm: { typical: 0.5, worst: 5 },
  identity: 'given',
  coverage: WHOLE_EARTH,
  attribution: '',
  publicUse: 'contract',
};

interface ProviderDeps {
  readonly baseUrl: string;
  readonly token: string | undefined;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

function eventListUrl(baseUrl: string, { bbox, fromMs, toMs }: StrikeWindow): string {
  const query = new URLSearchParams({
    bbox: formatBBox(widenedBox(bbox)),
    // One millisecond more at either end, because the provider's bounds may be inclusive or not.
    from: isoMillis(fromMs - 1),
    to: isoMillis(toMs + 1),
    limit: String(PROVIDER_LIMIT),
    event_type: STRIKE_EVENT_TYPE,
  });
  return `${baseUrl}/radar/api/v1/event/list?${query}`;
}

/** The provider's event list over HTTP. One attempt per call (the Feed retries), with 10 s for the whole answer. */
export class ProviderClient implements WindowSource {
  readonly way = 'windows';
  readonly traits = PROVIDER_TRAITS;
  private readonly deps: ProviderDeps;

  constructor(deps: ProviderDeps) {
    this.deps = deps;
  }

  list(window: StrikeWindow, maxWaitMs = PROVIDER_TIMEOUT_MS): Promise<ProviderResponse> {
    const { baseUrl, token } = this.deps;
    const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const request = { url: eventListUrl(baseUrl, window), headers, maxWaitMs };
    return requestRows(this.deps, request, MAX_RESPONSE_BYTES, readEvents);
  }
}

function readEvents(text: string): RowsResponse {
  const events = parseEventList(jsonOf(text), MAX_RESPONSE_ROWS);
  if (!events) return { kind: 'failed', reason: 'not an event list' };
  if (events.rows > MAX_RESPONSE_ROWS) return { kind: 'oversized', reason: `${events.rows} rows` };
  return { kind: 'strikes', ...events, truncated: events.rows >= PROVIDER_LIMIT };
}

const variables = { PROVIDER_BASE_URL: HttpUrl, PROVIDER_TOKEN: Secret };

/** The provider of the specification. */
export const provider: SourceEntry<typeof variables> = {
  variables,
  errors: () => [],
  traits: () => PROVIDER_TRAITS,
  make: ({ PROVIDER_BASE_URL: baseUrl, PROVIDER_TOKEN: token }, deps) =>
    new ProviderClient({ baseUrl, token, ...deps }),
};
