import * as v from 'valibot';
import type { Strike } from '#shared/strike.ts';

export const STRIKE_EVENT_TYPE = 'strike_cloud_to_ground';

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

export interface ParsedEvents {
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
