import { validator } from 'hono-openapi';
import * as v from 'valibot';
import { type BBox, formatBBox, parseBBox, parseDecimal } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import regions from '#shared/geo/regions.json' with { type: 'json' };
import { parseRegions, type RegionArea, type RegionTable, regionArea } from '#shared/geo/regionTable.ts';
import { parseTile, type Tile } from '#shared/geo/tile.ts';
import { CELL_ZOOM, MAX_CELLS_PER_STREAM, MAX_PARAMETER_LENGTH } from '#shared/limits.ts';
import { parseIsoInstant } from '#shared/time.ts';
import { REGION_CODE } from '#shared/watch/Area.ts';
import { parseJson } from '#worker/http/outbound/readBounded.ts';
import { HttpProblem } from './responses.ts';

const RULES: Readonly<Record<string, string>> = {
  missing: 'is required',
  unknown: 'is not a parameter of this endpoint',
  repeated: 'must appear only once',
  format: 'is malformed',
  range: 'is out of range',
  reversed: 'must start before it ends',
  conflict: 'cannot be combined with the other parameters',
  'too-long': 'is too long',
  'too-many': 'has too many values',
  'too-wide': 'covers too long a time span',
};

const PLACE_RULES = {
  format: 'must be two decimal numbers, latitude,longitude in degrees, for example 42.6977,23.3219',
  range: 'must lie within latitudes -90 to 90 and longitudes -180 to 180, for example 42.6977,23.3219',
};

const OWN_RULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bbox: {
    format: 'must be four decimal numbers, west,south,east,north in degrees, for example 13,34,31,48',
    range: 'must lie within longitudes -180 to 180 and latitudes -90 to 90, for example 13,34,31,48',
    reversed: 'must have west < east and south < north, for example 13,34,31,48',
    'too-small': 'must be at least 0.2 degrees wide and high',
    'too-large': 'must be at most 60 degrees wide and high',
    missing: 'is required, unless near and radiusKm are given',
    'four-or-six': 'must be four decimal numbers, west,south,east,north in degrees, or six with heights',
    'upside-down': 'must have south ≤ north, for example 13,34,31,48',
    across: 'must be at most 1,200 km from corner to corner',
    'or-region': 'is required, unless region is given',
    'too-wide': 'covers too many tiles for this time span: use a smaller box, a shorter span, or the whole home area',
  },
  region: {
    format: 'must be a district or country code, for example BG.plovdiv or BG',
    'not-known': 'is not a known district or country code; the analytics page lists them',
    conflict: 'cannot be combined with bbox or shape',
  },
  near: PLACE_RULES,
  radiusKm: {
    missing: 'is required with near: a number of km, for example 6',
    format: 'must be a decimal number of km, for example 6',
    range: 'must be greater than 0 and at most 100',
  },
  ll: PLACE_RULES,
  shape: {
    ...PLACE_RULES,
    missing: 'is required, unless region is given',
    format: 'must be latitude,longitude in degrees, for example 42.70,23.32, or the code of a drawn line or area',
    corners: 'must have 2 corners or more as a line, 3 as an area, and at most 200',
    crossing: 'must not cross itself',
    across: 'must be at most 300 km across',
    poles: 'must lie within latitudes -80 to 80',
  },
  rings: {
    format: 'must be three numbers of km, for example 30,16,10',
    range: 'must be 1 to 60 km each',
    order: 'must start with the outermost, for example 30,16,10',
  },
  dwell: { format: 'must be a whole number of minutes', range: 'must be 10 to 60 minutes' },
  site: {
    format: 'must be a decimal number of km, for example 2',
    range: 'must be 0.5 to 10 km',
    'beyond-stop': 'must not exceed the stop ring',
  },
  timeZone: { 'not-known': 'must be an IANA time zone, for example Europe/Sofia' },
  day: {
    format: 'must be a calendar date in YYYY-MM-DD format, for example 2026-07-01',
    range: 'must not be in the future; days are UTC',
    'not-kept': 'is older than the retention period',
  },
  file: { format: 'must be a date followed by .parquet or .csv.gz, for example 2026-07-01.parquet' },
  minute: {
    format: 'must be a minute in UTC, for example 2026-07-01T12:00Z',
    range: 'must not be in the future',
  },
  grid: { format: 'must be hours or cells' },
  'bbox-crs': { format: 'must be http://www.opengis.net/def/crs/OGC/1.3/CRS84, the only supported CRS' },
  f: { format: 'must be json, or geojson for features; no other format is supported' },
  offset: { 'first-page': 'must be 0; use the link next for further pages' },
  datetime: {
    format:
      'must be an RFC 3339 instant, for example 2026-07-01T12:00:00Z, or an interval start/end, where either end may be ..',
    reversed: 'must not start after it ends',
  },
  key: { unknown: 'is accepted in the URL only on /live; elsewhere send the header Authorization: Bearer' },
};
function textsFor(field: string, rule: string): string {
  const own = Object.hasOwn(OWN_RULES, field) ? OWN_RULES[field]?.[rule] : undefined;
  return own ?? RULES[rule] ?? rule;
}

/** A schema's error. The last three fields are valibot's additions to Standard Schema. */
interface ParameterIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  readonly type?: string;
  readonly expected?: string | null;
  readonly input?: unknown;
}

function fieldOf(issue: ParameterIssue): string {
  const first = issue.path?.[0];
  return String(typeof first === 'object' ? first.key : (first ?? 'query'));
}

function ruleOf(issue: ParameterIssue): string {
  if (issue.type === 'strict_object') return issue.expected === 'never' ? 'unknown' : 'missing';
  return Array.isArray(issue.input) ? 'repeated' : issue.message;
}

export function parameterProblem(issues: readonly ParameterIssue[]): HttpProblem {
  // A map, because a caller may send a parameter called `constructor`.
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const field = fieldOf(issue).slice(0, 64);
    if (!errors.has(field)) errors.set(field, ruleOf(issue));
  }
  const detail = [...errors].map(([field, rule]) => `${field} ${textsFor(field, rule)}`);
  return new HttpProblem(400, 'invalid-parameters', `${detail.join('; ')}.`, { errors: Object.fromEntries(errors) });
}

/**
 * Schemas of query and path parameters. A rule's message is its code, which the caller finds in the problem's `errors`
 * (AP1).
 */
const text = v.pipe(v.string('format'), v.maxLength(MAX_PARAMETER_LENGTH, 'too-long'));

/** `west,south,east,north` in degrees, rounded outwards to 1e-6. */
export const BBoxParameter = v.pipe(
  text,
  v.description(
    'west,south,east,north in WGS 84 degrees; west < east and south < north; any decimal numbers, rounded outwards to 1e-6. Example: 13,34,31,48',
  ),
  v.rawTransform<string, BBox>(({ dataset, addIssue, NEVER }) => {
    const parsed = parseBBox(dataset.value);
    if (parsed.ok) return parsed.bbox;
    addIssue({ message: parsed.error });
    return NEVER;
  }),
);

/** In milliseconds since the Unix epoch. */
export const InstantParameter = v.pipe(
  text,
  v.description('ISO 8601 instant with its offset. Example: 2026-07-01T12:00:00Z'),
  v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
    const atMs = parseIsoInstant(dataset.value);
    if (atMs !== undefined) return atMs;
    addIssue({ message: 'format' });
    return NEVER;
  }),
);

/** `latitude,longitude` in degrees, rounded to 1e-6. */
export const PlaceParameter = v.pipe(
  text,
  v.description('latitude,longitude in WGS 84 degrees. Example: 42.6977,23.3219'),
  v.rawTransform<string, { latitude: number; longitude: number }>(({ dataset, addIssue, NEVER }) => {
    const [latitude, longitude, ...more] = dataset.value.split(',').map(parseDecimal);
    if (latitude !== undefined && longitude !== undefined && more.length === 0) {
      return { latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) };
    }
    addIssue({ message: 'format' });
    return NEVER;
  }),
  v.check(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, 'range'),
);

/** Kilometres, more than 0 and up to `max`, rounded to a metre. */
export function radiusParameter(max: number) {
  return v.pipe(
    text,
    v.description(`Kilometres, greater than 0, at most ${max}. Example: 6`),
    v.transform((radius) => Number(parseDecimal(radius)?.toFixed(3) ?? Number.NaN)),
    v.check((radiusKm) => !Number.isNaN(radiusKm), 'format'),
    v.check((radiusKm) => Number.isNaN(radiusKm) || (radiusKm > 0 && radiusKm <= max), 'range'),
  );
}

let regionTable: RegionTable | undefined;

/** A district or a country of home, by its tiles of some 7 km and those that touch them. */
export const RegionParameter = v.pipe(
  v.string('format'),
  v.regex(REGION_CODE, 'format'),
  v.description(
    'District or country code, as on the analytics page. Uses 7 km tiles including neighbours, so results extend about 10 km beyond the border. Example: BG.plovdiv',
  ),
  v.rawTransform<string, RegionArea & { readonly code: string }>(({ dataset, addIssue, NEVER }) => {
    regionTable ??= parseRegions(regions);
    const area = regionArea(regionTable, dataset.value);
    if (area) return { code: dataset.value, ...area };
    addIssue({ message: 'not-known' });
    return NEVER;
  }),
);

/** What `bbox` or `region` asks for. */
export interface RequestedArea {
  /** The parameter, the same however it was written. */
  readonly parameter: string;
  readonly bbox: BBox;
  /** Of the box only these tiles. */
  readonly tiles?: readonly Tile[];
}

export function requestedArea({
  bbox,
  region,
}: {
  readonly bbox?: BBox | undefined;
  readonly region?: v.InferOutput<typeof RegionParameter> | undefined;
}): RequestedArea | undefined {
  if (region) return { parameter: `region=${region.code}`, bbox: region.bbox, tiles: region.tiles };
  return bbox && { parameter: `bbox=${formatBBox(bbox)}`, bbox };
}

/** Up to 24 cells `z/x/y` at zoom 4, comma-separated. */
export const TilesParameter = v.pipe(
  text,
  v.description(`Up to ${MAX_CELLS_PER_STREAM} web-mercator tiles z/x/y at zoom ${CELL_ZOOM}. Example: 4/9/5,4/9/6`),
  v.rawTransform<string, Tile[]>(({ dataset, addIssue, NEVER }) => {
    const tiles = dataset.value.split(',').map(parseTile);
    const cells = tiles.filter((tile) => tile !== undefined);
    if (cells.length < tiles.length) addIssue({ message: 'format' });
    else if (cells.some((cell) => cell.z !== CELL_ZOOM)) addIssue({ message: 'range' });
    else if (cells.length > MAX_CELLS_PER_STREAM) addIssue({ message: 'too-many' });
    else return cells;
    return NEVER;
  }),
);

/** Negative for strikes read back from the past. */
export const OrdinalParameter = v.pipe(
  text,
  v.description('Ordinal: integer, negative for backfilled strikes.'),
  v.regex(/^-?\d{1,16}$/, 'format'),
  v.transform(Number),
  v.check((ordinal) => Number.isSafeInteger(ordinal) && ordinal !== 0, 'range'),
);

/** In decimal digits; the bounds are inclusive. */
export function wholeNumberParameter(min: number, max: number, description: string) {
  return v.pipe(
    text,
    v.description(`${description} ${min} to ${max}.`),
    v.regex(/^\d{1,16}$/, 'format'),
    v.transform(Number),
    v.minValue(min, 'range'),
    v.maxValue(max, 'range'),
  );
}

export const SequenceParameter = wholeNumberParameter(0, Number.MAX_SAFE_INTEGER, 'Continue after this seq.');

export const StrikeIdParameter = v.pipe(text, v.minLength(1, 'format'), v.maxLength(128, 'too-long'));

export function placeOfLink(ll: string | undefined): Position | undefined {
  const parsed = v.safeParse(PlaceParameter, ll);
  return parsed.success ? parsed.output : undefined;
}

const MAX_BYTES = 32_768;

/** @throws HttpProblem 413 (over 32 kB by default), 415, or 400 naming each bad field and its rule */
export async function checkedBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
  maxBytes = MAX_BYTES,
): Promise<v.InferOutput<Schema>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new HttpProblem(415, 'unsupported-media-type', 'Use Content-Type application/json.');
  return checked(schema, parsed(await readBodyText(request, maxBytes)));
}

/** @throws HttpProblem 400 naming each bad field and its rule */
export function checkedField<Schema extends v.GenericSchema>(
  field: string,
  value: unknown,
  schema: Schema,
): v.InferOutput<Schema> {
  return checked(schema, value, `${field}.`);
}

function checked<Schema extends v.GenericSchema>(schema: Schema, value: unknown, before = ''): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const errors = new Map<string, string>();
  for (const issue of result.issues) {
    const field = (before + (v.getDotPath(issue) ?? 'body')).slice(0, 64);
    const missing = issue.type === 'strict_object' && issue.expected !== 'never';
    if (!errors.has(field) && errors.size < 20) {
      errors.set(field, missing ? 'required' : issue.expected === 'never' ? 'unknown' : issue.message);
    }
  }
  const detail = [...errors].map(([field, rule]) => `${field}: ${rule}`).join('; ');
  throw new HttpProblem(400, 'invalid-body', `${detail}.`, { errors: Object.fromEntries(errors) });
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new HttpProblem(400, 'invalid-body', 'body: jsonExpected.', { errors: { body: 'jsonExpected' } });
  }
}

/** @throws HttpProblem 413 if the body is longer than `maxBytes`, 400 if it is not UTF-8 or incomplete */
export async function readBodyText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () => new HttpProblem(413, 'body-too-large', `The request body must not exceed ${maxBytes} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const reader = request.body?.getReader();
  if (!reader) return '';
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > maxBytes) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    throw new HttpProblem(400, 'invalid-body', 'The request body is not valid UTF-8 or is incomplete.', {
      errors: { body: 'encoding' },
    });
  }
  await reader.cancel();
  throw tooLarge();
}

/** For calls without parameters. Any parameter is refused, because it would make another cache key. */
export const NoQuery = v.strictObject({});

/** Validates and documents the query. Responds to errors with a 400 that names them. */
export function queryOf<Schema extends v.GenericSchema>(schema: Schema) {
  return validator('query', schema, (result) => {
    if (!result.success) throw parameterProblem(result.error);
  });
}

/** As `queryOf`, for the parameters in the path. */
export function pathParametersOf<Schema extends v.GenericSchema>(schema: Schema) {
  return validator('param', schema, (result) => {
    if (!result.success) throw parameterProblem(result.error);
  });
}
