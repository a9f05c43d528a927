import type { Corner } from '#shared/geo/Shape.ts';
import { detailOf, type FoundShape, OutlineError } from './FoundShape.ts';

/** Unvalidated GeoJSON. */
interface Unchecked {
  readonly type?: unknown;
  readonly crs?: unknown;
  readonly properties?: unknown;
  readonly coordinates?: unknown;
  readonly geometry?: unknown;
  readonly features?: unknown;
  readonly geometries?: unknown;
}

/** Depth of nested collections. */
const MAX_DEPTH = 20;
const MAX_NAME_LENGTH = 200;
/** Properties that may contain a name, in order of preference. */
const NAMES = ['name', 'title', 'label', 'име', 'наименование', 'название', 'имя', 'naziv', 'ime', 'name_en', 'id'];

/**
 * Reads the shapes of GeoJSON, including old files with a `crs`. Null and empty geometries are left out; heights and
 * the repeated closing corner are dropped.
 * @throws OutlineError
 */
export function geoJsonShapes(text: string): FoundShape[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new OutlineError('broken');
  }
  const found: FoundShape[] = [];
  read(document, '', 0);
  return found;

  function read(value: unknown, name: string, depth: number): void {
    if (value === null || value === undefined) return;
    if (typeof value !== 'object' || depth > MAX_DEPTH) throw new OutlineError('outline');
    const { type, crs, coordinates, properties } = value as Unchecked;
    checkCrs(crs);
    const own = type === 'Feature' ? nameOf(properties) || name : name;
    const parts = partsOf(value);
    if (parts) {
      for (const part of parts) read(part, own, depth + 1);
      return;
    }
    if (typeof type !== 'string' || !Object.hasOwn(SHAPES, type)) throw new OutlineError('outline');
    if (coordinates === null || coordinates === undefined) throw new OutlineError('outline');
    for (const shape of SHAPES[type as keyof typeof SHAPES](listOf(coordinates))) {
      if (shape.corners.length > 0) found.push({ ...shape, name });
    }
  }
}

function partsOf({ type, geometry, features, geometries }: Unchecked): readonly unknown[] | undefined {
  if (type === 'Feature') return [geometry];
  if (type === 'FeatureCollection') return listOf(features);
  return type === 'GeometryCollection' ? listOf(geometries) : undefined;
}

type Nameless = Omit<FoundShape, 'name'>;

const point = (corners: readonly Corner[]): Nameless => ({ type: 'Point', corners, holes: 0 });
const line = (value: unknown): Nameless => ({ type: 'LineString', corners: cornersOf(value), holes: 0 });

function polygon(value: unknown): Nameless {
  const [outer = [], ...inner] = listOf(value).map(cornersOf);
  return { type: 'Polygon', corners: outer, holes: inner.filter(({ length }) => length > 0).length };
}

const SHAPES = {
  Point: (coordinates: readonly unknown[]) => (coordinates.length === 0 ? [] : [point(cornersOf([coordinates]))]),
  MultiPoint: (coordinates: readonly unknown[]) => cornersOf(coordinates).map((corner) => point([corner])),
  LineString: (coordinates: readonly unknown[]) => [line(coordinates)],
  MultiLineString: (coordinates: readonly unknown[]) => coordinates.map(line),
  Polygon: (coordinates: readonly unknown[]) => [polygon(coordinates)],
  MultiPolygon: (coordinates: readonly unknown[]) => coordinates.map(polygon),
} as const;

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new OutlineError('outline');
  return value;
}

function cornersOf(value: unknown): readonly Corner[] {
  return listOf(value).map((pair, index): Corner => {
    const [longitude, latitude] = Array.isArray(pair) ? pair : [];
    if (Number.isFinite(longitude) && Number.isFinite(latitude)) return [longitude, latitude];
    throw new OutlineError('corner', { line: index + 1, detail: detailOf(JSON.stringify(pair) ?? '') });
  });
}

function nameOf(properties: unknown): string {
  if (typeof properties !== 'object' || properties === null) return '';
  const named = Object.entries(properties).flatMap(([key, value]) => {
    const rank = NAMES.indexOf(key.toLowerCase());
    const isName = rank >= 0 && (typeof value === 'string' || typeof value === 'number');
    return isName ? [{ rank, text: String(value).slice(0, MAX_NAME_LENGTH).trim() }] : [];
  });
  return named.filter(({ text }) => text !== '').sort((a, b) => a.rank - b.rank)[0]?.text ?? '';
}

/** @throws OutlineError with the name of a coordinate system other than longitude and latitude of WGS 84 */
function checkCrs(crs: unknown): void {
  if (crs === undefined || crs === null) return;
  const name = crsName(crs);
  if (!isWgs84(name)) throw new OutlineError('crs', { detail: detailOf(name) });
}

/** `{"type":"name"}`, `{"type":"link"}`, and older forms. */
function crsName(crs: unknown): string {
  if (typeof crs !== 'object') return String(crs);
  const { type, properties } = crs as { readonly type?: unknown; readonly properties?: Record<string, unknown> | null };
  const { name, href, code } = properties ?? {};
  if (name === undefined && href === undefined && code !== undefined)
    return `${String(type ?? 'EPSG')}:${String(code)}`;
  return String(name ?? href ?? JSON.stringify(crs));
}

/** In names, URNs and addresses: `EPSG:4326`, `urn:ogc:def:crs:OGC:1.3:CRS84`, `…/def/crs/EPSG/0/4326`. */
function isWgs84(name: string): boolean {
  const words = name
    .slice(0, 4 * MAX_NAME_LENGTH)
    .toUpperCase()
    .split(/[^A-Z0-9.]/);
  // CRS84h is the same with heights.
  if (words.some((word) => word === 'CRS84' || word === 'CRS84H')) return true;
  const epsg = words.indexOf('EPSG');
  if (epsg >= 0) return words.slice(epsg + 1).find((word) => /^\d{4,6}$/.test(word)) === '4326';
  return ['WGS84', 'WGS 84', '4326'].includes(name.trim().toUpperCase());
}
