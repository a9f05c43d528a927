/** GeoJSON as it may come: nothing of it is checked. */
export interface Geometry {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly geometry?: Geometry;
  readonly features?: readonly Geometry[];
  readonly geometries?: readonly Geometry[];
}

/** How far apart, in degrees, the ends of a track that went around an area may lie: some 50 m. */
const CLOSED_DEGREES = 0.0005;
const FEWEST_AROUND = 4;

type Pair = readonly number[];

/**
 * Reads the shapes of KML and GPX as GeoJSON geometries. A track that ends where it began is an area. Only what these two
 * formats write: elements with or without a prefix, coordinates as plain numbers.
 */
export function xmlGeometries(text: string): Geometry[] {
  const plain = text.replace(/<!--[\s\S]*?-->/g, '').replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
  return /<(?:\w+:)?gpx[\s>]/i.test(plain) ? gpxGeometries(plain) : kmlGeometries(plain);
}

function kmlGeometries(text: string): Geometry[] {
  return elements(text, 'Point|LineString|LinearRing|Polygon').flatMap(({ name, inner }) => {
    const rings = elements(inner, 'coordinates').map((ring) => kmlPairs(ring.inner));
    const [first] = rings;
    if (!first) return [];
    if (name === 'Point') return [{ type: 'Point', coordinates: first[0] }];
    if (name === 'LineString') return [lineOrArea(first)];
    return [{ type: 'Polygon', coordinates: rings }];
  });
}

const kmlPairs = (text: string): Pair[] =>
  text
    .trim()
    .split(/\s+/)
    .map((tuple) => tuple.split(',').map(Number));

function gpxGeometries(text: string): Geometry[] {
  const lines = elements(text, 'trkseg|rte').map(({ inner }) => gpxPairs(inner, 'trkpt|rtept'));
  const points = gpxPairs(text, 'wpt').map((pair) => ({ type: 'Point', coordinates: pair }));
  // Who records a track also marks places along it.
  const drawn = lines.filter(({ length }) => length > 1).map(lineOrArea);
  return drawn.length > 0 ? drawn : points;
}

function gpxPairs(text: string, names: string): Pair[] {
  return [...text.matchAll(new RegExp(`<(?:\\w+:)?(?:${names})\\s([^>]*)>`, 'gi'))].map(([, attributes = '']) =>
    ['lon', 'lat'].map((name) => Number(new RegExp(`\\b${name}\\s*=\\s*["']([^"']+)["']`).exec(attributes)?.[1])),
  );
}

function lineOrArea(pairs: readonly Pair[]): Geometry {
  const [first, last] = [pairs[0], pairs.at(-1)];
  const isClosed =
    pairs.length >= FEWEST_AROUND &&
    [0, 1].every((axis) => Math.abs((first?.[axis] ?? 0) - (last?.[axis] ?? 0)) < CLOSED_DEGREES);
  return isClosed && first
    ? { type: 'Polygon', coordinates: [[...pairs.slice(0, -1), first]] }
    : { type: 'LineString', coordinates: pairs };
}

/** Elements of these names that do not lie within another of them. */
function elements(text: string, names: string): { readonly name: string; readonly inner: string }[] {
  const pattern = new RegExp(`<(?:\\w+:)?(${names})(?:\\s[^>]*)?>([\\s\\S]*?)</(?:\\w+:)?\\1\\s*>`, 'g');
  return [...text.matchAll(pattern)].map(([, name = '', inner = '']) => ({ name, inner }));
}
