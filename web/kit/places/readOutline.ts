import type { Corner, Shape } from '#shared/geo/shape/Shape.ts';
import { LOOKED_UP_SHAPE } from '#shared/lookUp/LookUpLimits.ts';
import { parseCoordinates } from './parseCoordinates.ts';
import { type Geometry, xmlGeometries } from './xmlGeometries.ts';

/** `outline`: none of the formats. `line`: is no position. `shapes`: more than one. `holes`: in a polygon. */
export type OutlineFault = 'outline' | 'line' | 'shapes' | 'holes';

export type ReadOutline =
  | { readonly ok: true; readonly shape: Shape }
  | { readonly ok: false; readonly fault: OutlineFault; readonly line?: number };

/**
 * Reads GeoJSON, KML or GPX with one point, line or polygon, or corners, one on each line: one is a point, two are a line,
 * more are a polygon. Heights are left out.
 */
export function readOutline(text: string): ReadOutline {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  try {
    if (trimmed.startsWith('{')) return readGeometry(JSON.parse(trimmed) as Geometry);
    if (trimmed.startsWith('<')) return only(xmlGeometries(trimmed), readGeometry);
    return readLines(trimmed);
  } catch {
    return { ok: false, fault: 'outline' };
  }
}

function readLines(text: string): ReadOutline {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const corners: Corner[] = [];
  for (const [index, line] of lines.entries()) {
    const at = parseCoordinates(line.replace(/[;,]\s*$/, ''));
    if (!at)
      return lines.length === 1 ? { ok: false, fault: 'outline' } : { ok: false, fault: 'line', line: index + 1 };
    corners.push([at.longitude, at.latitude]);
  }
  const [first, second] = corners;
  if (!first) return { ok: false, fault: 'outline' };
  if (!second) return { ok: true, shape: { type: 'Point', coordinates: first } };
  if (corners.length === 2) return { ok: true, shape: { type: 'LineString', coordinates: corners } };
  return { ok: true, shape: { type: 'Polygon', coordinates: [closed(corners)] } };
}

function readGeometry(geometry: Geometry): ReadOutline {
  const { type, coordinates } = geometry;
  if (type === 'Feature' && geometry.geometry) return readGeometry(geometry.geometry);
  const parts = type === 'FeatureCollection' ? geometry.features : type === 'GeometryCollection' && geometry.geometries;
  if (parts) return only(parts, readGeometry);
  if (type === 'Point') return shapeOf({ type, coordinates: corner(coordinates) });
  if (type === 'LineString') return shapeOf({ type, coordinates: corners(coordinates) });
  if (type === 'Polygon') return readPolygon(coordinates);
  if (type === 'MultiPolygon') return only(coordinates as readonly unknown[], readPolygon);
  return { ok: false, fault: 'outline' };
}

function only<Part>(parts: readonly Part[], read: (part: Part) => ReadOutline): ReadOutline {
  const [part] = parts;
  if (part === undefined) return { ok: false, fault: 'outline' };
  return parts.length > 1 ? { ok: false, fault: 'shapes' } : read(part);
}

function readPolygon(coordinates: unknown): ReadOutline {
  const rings = coordinates as readonly unknown[];
  if (rings.length > 1) return { ok: false, fault: 'holes' };
  return shapeOf({ type: 'Polygon', coordinates: [closed(corners(rings[0]))] });
}

const shapeOf = (shape: Shape): ReadOutline => ({ ok: true, shape });

/** Some tools leave the last corner out. */
function closed(ring: readonly Corner[]): readonly Corner[] {
  const [first, last] = [ring[0], ring.at(-1)];
  return !first || (ring.length > 1 && first[0] === last?.[0] && first[1] === last[1]) ? ring : [...ring, first];
}

function corners(value: unknown): readonly Corner[] {
  // A file of a whole country must not be read through to be refused.
  return (value as readonly unknown[]).slice(0, LOOKED_UP_SHAPE.corners + 2).map(corner);
}

/** @throws if it is none */
function corner(value: unknown): Corner {
  const [longitude, latitude] = value as readonly unknown[];
  const isPosition =
    typeof longitude === 'number' &&
    typeof latitude === 'number' &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90;
  if (!isPosition) throw new RangeError('no position');
  return [longitude, latitude];
}
