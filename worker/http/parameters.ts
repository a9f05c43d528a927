import * as v from 'valibot';
import { type BBox, formatBBox, parseBBox, parseDecimal } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { parseTile, type Tile } from '#shared/geo/tile.ts';
import { CELL_ZOOM, MAX_CELLS_PER_STREAM, MAX_PARAMETER_LENGTH } from '#shared/limits.ts';
import regions from '#shared/regions/regions.json' with { type: 'json' };
import { parseRegions, type RegionArea, type RegionTable, regionArea } from '#shared/regions/regionTable.ts';
import { parseIsoInstant } from '#shared/time/isoTime.ts';
import { REGION_CODE } from '#shared/wall/areaCode.ts';

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
    addIssue({ message: parsed.fault });
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
    v.description(`Kilometres, more than 0 and up to ${max}. Example: 6`),
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
    'A district or a whole country, by its code in addresses of the analytics page. By tiles of some 7 km, those that touch included, so it reaches some 10 km beyond the border. Example: BG.plovdiv',
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
export interface AskedArea {
  /** The parameter, the same however it was written. */
  readonly parameter: string;
  readonly bbox: BBox;
  /** Of the box only these tiles. */
  readonly tiles?: readonly Tile[];
}

export function areaAsked({
  bbox,
  region,
}: {
  readonly bbox?: BBox | undefined;
  readonly region?: v.InferOutput<typeof RegionParameter> | undefined;
}): AskedArea | undefined {
  if (region) return { parameter: `region=${region.code}`, bbox: region.bbox, tiles: region.tiles };
  return bbox && { parameter: `bbox=${formatBBox(bbox)}`, bbox };
}

/** Up to 24 cells `z/x/y` at zoom 4, comma-separated. */
export const CellsParameter = v.pipe(
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
  v.description('The ordinal: a whole number, negative for strikes that were read back from the past.'),
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

export const SequenceParameter = wholeNumberParameter(0, Number.MAX_SAFE_INTEGER, 'The seq to continue after.');

export const StrikeIdParameter = v.pipe(text, v.minLength(1, 'format'), v.maxLength(128, 'too-long'));

export function placeOfLink(ll: string | undefined): Position | undefined {
  const parsed = v.safeParse(PlaceParameter, ll);
  return parsed.success ? parsed.output : undefined;
}
