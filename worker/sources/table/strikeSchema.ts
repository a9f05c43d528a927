import * as v from 'valibot';
import { parseDecimal } from '#shared/geo/BBox.ts';
import { parseIsoInstant } from '#shared/time/isoTime.ts';

export type TimeUnit = 'iso' | 's' | 'ms';

export interface TypeValues {
  readonly ground: readonly string[];
  readonly cloud: readonly string[];
}

/** SQLite does not return control characters and lone surrogates unchanged. */
const STORABLE = /^[^\p{Cc}\p{Cs}]{1,128}$/u;

/** Before and after it a time is in another unit than declared. */
const FIRST_MS = Date.UTC(1990, 0, 1);
const LAST_MS = Date.UTC(2100, 0, 1);

const number = (key: string, min: number, max: number) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? parseDecimal(value.trim()) : value)),
    v.number(`bad ${key}`),
    v.minValue(min, `bad ${key}`),
    v.maxValue(max, `bad ${key}`),
  );

function instant(unit: TimeUnit) {
  return v.pipe(
    v.unknown(),
    v.transform((value) => (unit === 'iso' ? isoMs(value) : millisOf(value, unit))),
    v.number('bad time'),
    v.minValue(FIRST_MS, 'bad time'),
    v.maxValue(LAST_MS, 'bad time'),
  );
}

/** Without a zone it is UTC. The separator may be a space. */
function isoMs(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d) /, '$1T')
    .replace(/ ?UTC$/, 'Z');
  const colon = text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const atMs = parseIsoInstant(/(Z|[+-]\d\d:\d\d)$/.test(colon) ? colon : `${colon}Z`);
  return atMs === undefined ? undefined : Math.floor(atMs);
}

function millisOf(value: unknown, unit: TimeUnit): number | undefined {
  const amount = typeof value === 'string' ? parseDecimal(value.trim()) : value;
  if (typeof amount !== 'number') return undefined;
  // Rounded to a microsecond first: 1.001 s are 1000.9999999999999 ms.
  return Math.floor(unit === 's' ? Math.round(amount * 1e6) / 1e3 : amount);
}

const typeOf = ({ ground, cloud }: TypeValues) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => String(value).trim()),
    v.transform((text) => (ground.includes(text) ? 'ground' : cloud.includes(text) ? 'cloud' : undefined)),
    v.picklist(['ground', 'cloud'], 'bad type'),
  );

/** A row as checked values; reasons name the key and never repeat what the source sent. */
export function strikeSchema(unit: TimeUnit, values: TypeValues | undefined, hasId: boolean) {
  const id = v.pipe(
    v.union([v.string(), v.pipe(v.number(), v.safeInteger())], 'bad id'),
    v.transform(String),
    v.regex(STORABLE, 'bad id'),
  );
  return v.object(
    {
      time: instant(unit),
      latitude: number('latitude', -90, 90),
      longitude: number('longitude', -180, 180),
      id: hasId ? id : v.optional(v.undefined()),
      type: values ? typeOf(values) : v.optional(v.undefined()),
      currentKa: v.optional(number('currentKa', -10_000, 10_000)),
      multiplicity: v.optional(v.pipe(number('multiplicity', 0, 1_000), v.integer('bad multiplicity'))),
      semiMajorKm: v.optional(number('semiMajorKm', 0, 1_000)),
      semiMinorKm: v.optional(number('semiMinorKm', 0, 1_000)),
      azimuth: v.optional(number('azimuth', -360, 360)),
    },
    ({ path }) => (path?.[0] ? `no ${String(path[0].key)}` : 'not a row'),
  );
}
