import { Parser } from 'saxen';
import type { Corner } from '#shared/geo/Shape.ts';
import { detailOf, type FoundShape, kmBetween, OutlineError, parseNumber } from './FoundShape.ts';

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
const MAX_JSON_DEPTH = 20;
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
    if (typeof value !== 'object' || depth > MAX_JSON_DEPTH) throw new OutlineError('outline');
    const { type, crs, coordinates, properties } = value as Unchecked;
    checkCrs(crs);
    const own = type === 'Feature' ? featureName(properties) || name : name;
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

function featureName(properties: unknown): string {
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
  const parts = name
    .slice(0, 4 * MAX_NAME_LENGTH)
    .toUpperCase()
    .split(/[^A-Z0-9.]/);
  // CRS84h is the same with heights.
  if (parts.some((word) => word === 'CRS84' || word === 'CRS84H')) return true;
  const epsg = parts.indexOf('EPSG');
  if (epsg >= 0) return parts.slice(epsg + 1).find((word) => /^\d{4,6}$/.test(word)) === '4326';
  return ['WGS84', 'WGS 84', '4326'].includes(name.trim().toUpperCase());
}

/** The parser collects an element's attributes in memory; no map file has longer tags. */
const MAX_TAG_LENGTH = 16_384;
/** Far deeper than KML folders are nested. */
const MAX_XML_DEPTH = 100;
/** Parts of a track with a wider gap between them are separate shapes. */
const SAME_TRACK_KM = 0.5;

/** Possible root elements of KML; programs copy single elements too. */
const KML_ROOTS = new Set([
  'kml',
  'Document',
  'Folder',
  'Placemark',
  'MultiGeometry',
  'Polygon',
  'LineString',
  'Point',
]);

/** Handles the elements of KML or GPX in document order; `line` is the parser's current line. */
interface Reader {
  /** `path` ends with the element's own name. */
  open(path: readonly string[], attribute: (name: string) => string | undefined, line: () => number): void;
  /** `text` is the element's own text. */
  close(path: readonly string[], text: string, line: () => number): void;
  /** True if the text of this element is needed. */
  wants(path: readonly string[]): boolean;
  readonly found: FoundShape[];
}

/**
 * Reads the shapes of KML and GPX: elements with or without a prefix, with any declarations, comments and CDATA. Parses
 * the text in one pass, without a tree.
 * @throws OutlineError
 */
export function xmlShapes(text: string): FoundShape[] {
  checkTags(text);
  const path: string[] = [];
  const texts: string[] = [];
  let reader: Reader | undefined;
  const parser = new Parser();
  parser.on('error', ({ message }, context) => {
    // At the end of the text the parser has no line number.
    if (/^un(?:closed|expected end)/.test(message)) throw new OutlineError('broken');
    throw new OutlineError('brokenAt', { line: context().line + 1 });
  });
  parser.on('openTag', (name, attributes, decode, _, context) => {
    const local = localName(name);
    reader ??= readerOf(local, name);
    path.push(local);
    texts.push('');
    if (path.length > MAX_XML_DEPTH) throw new OutlineError('brokenAt', { line: context().line + 1 });
    const attribute = (key: string) => {
      const value = attributes()[key];
      return value === undefined ? undefined : decode(value);
    };
    reader.open(path, attribute, () => context().line + 1);
  });
  const gather = (chunk: string) => {
    if (reader?.wants(path)) texts[texts.length - 1] += chunk;
  };
  parser.on('text', (chunk, decode) => gather(decode(chunk)));
  parser.on('cdata', gather);
  parser.on('closeTag', (_, __, ___, context) => {
    reader?.close(path, texts.pop() ?? '', () => context().line + 1);
    path.pop();
  });
  parser.parse(text);
  return reader?.found ?? [];
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function readerOf(root: string, name: string): Reader {
  if (root === 'gpx') return gpxReader();
  if (KML_ROOTS.has(root) && !name.startsWith('gml:')) return kmlReader();
  throw new OutlineError('outline');
}

/** @throws OutlineError if an element has more attributes than any of these formats */
function checkTags(text: string): void {
  for (let from = text.indexOf('<'); from >= 0; ) {
    const end = tagEnd(text, from);
    if (end < 0) return;
    const char = text[from + 1];
    if (end - from > MAX_TAG_LENGTH && char !== '!' && char !== '?') throw new OutlineError('broken');
    from = text.indexOf('<', end);
  }
}

/** End of the tag, comment, CDATA or instruction that begins here, by the parser's rules; -1 if it is not closed. */
function tagEnd(text: string, from: number): number {
  if (text.startsWith('<!--', from)) return text.indexOf('-->', from);
  if (text.startsWith('<![CDATA[', from)) return text.indexOf(']]>', from);
  if (text.startsWith('<?', from)) return text.indexOf('?>', from);
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '>') return at;
    if (char !== '"' && char !== "'") continue;
    const closing = text.indexOf(char, at + 1);
    if (closing >= 0) at = closing;
  }
  return -1;
}

const elementName = (text: string) => text.slice(0, MAX_NAME_LENGTH).trim();

type Geometry = 'Point' | 'LineString' | 'LinearRing' | 'Polygon' | 'Track';
const GEOMETRIES = new Set<string>(['Point', 'LineString', 'LinearRing', 'Polygon', 'Track'] satisfies Geometry[]);

function kmlReader(): Reader {
  const found: FoundShape[] = [];
  /** Index of the open placemark's first shape: its name may come after its shapes. */
  let first = 0;
  let polygon: { outer: readonly Corner[] | undefined; readonly inner: (readonly Corner[])[] } | undefined;
  let track: Corner[] = [];
  const parts: Corner[][] = [];
  const add = (type: FoundShape['type'], corners: readonly Corner[], holes = 0) => {
    if (corners.length > 0) found.push({ type, corners, holes, name: '' });
  };
  const addTracks = () => {
    found.push(...joinedParts(parts.splice(0)));
  };
  const rename = (name: string) => {
    for (let index = first; index < found.length; index += 1) {
      found[index] = { ...(found[index] as FoundShape), name };
    }
  };
  const addCoordinates = (path: readonly string[], text: string, line: () => number) => {
    const owner = path.findLast((name) => GEOMETRIES.has(name)) as Geometry | undefined;
    const corners = tuplesOf(text, line);
    if (corners.length === 0) return;
    if (polygon) {
      const isInner =
        path.includes('innerBoundaryIs') || (polygon.outer !== undefined && !path.includes('outerBoundaryIs'));
      if (isInner) polygon.inner.push(corners);
      else polygon.outer = corners;
    } else if (owner === 'Point') {
      if (corners.length > 1) throw new OutlineError('tuple', { line: line(), detail: detailOf(text) });
      add('Point', corners);
    } else if (owner === 'LineString') {
      found.push({ type: 'LineString', corners, holes: 0, name: '', isWay: true });
    } else if (owner === 'LinearRing') {
      add('Polygon', corners);
    }
  };
  let name = '';
  return {
    found,
    wants: (path) => {
      const own = path.at(-1);
      return own === 'coordinates' || own === 'coord' || (own === 'name' && path.at(-2) === 'Placemark');
    },
    open(path) {
      const own = path.at(-1);
      if (own === 'Placemark') [first, name] = [found.length, ''];
      if (own === 'Polygon') polygon = { outer: undefined, inner: [] };
      if (own === 'Track') track = [];
    },
    close(path, text, line) {
      const own = path.at(-1);
      if (own === 'coordinates' && path.some((part) => GEOMETRIES.has(part))) addCoordinates(path, text, line);
      else if (own === 'coord' && path.at(-2) === 'Track') track.push(...coordOf(text, line));
      else if (own === 'name') name ||= elementName(text);
      else if (own === 'Polygon') {
        // A polygon with inner rings only has no outline.
        if (polygon?.outer) add('Polygon', polygon.outer, polygon.inner.length);
        polygon = undefined;
      } else if (own === 'Track') {
        parts.push(track);
        if (path.at(-2) !== 'MultiTrack') addTracks();
      } else if (own === 'MultiTrack') addTracks();
      else if (own === 'Placemark') rename(name);
    },
  };
}

/** `lon lat alt` separated by blanks; nothing for an empty element. */
function coordOf(text: string, line: () => number): Corner[] {
  const numbers = text.slice(0, MAX_NAME_LENGTH).trim().split(/\s+/);
  if (numbers[0] === '') return [];
  const [longitude = Number.NaN, latitude = Number.NaN] = numbers.map(parseNumber);
  if (Number.isNaN(longitude) || Number.isNaN(latitude)) {
    throw new OutlineError('tuple', { line: line(), detail: detailOf(text) });
  }
  return [[longitude, latitude]];
}

const COMMA = 0x2c;
const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;

/**
 * The tuples of KML as GDAL reads them: `lon,lat` or `lon,lat,alt`, blanks allowed around commas; a tuple ends at a
 * blank without a comma, and after three numbers at any comma. `line` is where the text ends.
 * @throws OutlineError with the line of a missing or invalid number
 */
function tuplesOf(text: string, line: () => number): Corner[] {
  const corners: Corner[] = [];
  let at = 0;
  function refuse(from: number): never {
    const detail = detailOf(text.slice(Math.max(0, from - 20), from + 40));
    throw new OutlineError('tuple', { line: line() - lineBreaks(text, from), detail });
  }
  function skipBlanks(): void {
    while (isBlank(text.charCodeAt(at))) at += 1;
  }
  function number(): number {
    const from = at;
    let code = text.charCodeAt(at);
    while (at < text.length && code !== COMMA && !isBlank(code)) {
      at += 1;
      code = text.charCodeAt(at);
    }
    const value = parseNumber(text.slice(from, at));
    return Number.isNaN(value) ? refuse(from) : value;
  }
  let [hasBlankAfterComma, hasBareCommaBetween, hasPair] = [false, false, false];
  /** Start of a triple whose commas have different spacing. */
  let uneven: number | undefined;
  skipBlanks();
  while (at < text.length) {
    const begun = at;
    const longitude = number();
    let [latitude, count, blanks] = [Number.NaN, 1, 0];
    for (skipBlanks(); text.charCodeAt(at) === COMMA; skipBlanks()) {
      at += 1;
      const isFollowedByBlank = isBlank(text.charCodeAt(at));
      skipBlanks();
      if (count === 3) {
        hasBareCommaBetween ||= !isFollowedByBlank && at < text.length;
        break;
      }
      if (isFollowedByBlank) blanks += 1;
      const value = number();
      if (count === 1) latitude = value;
      count += 1;
    }
    hasBlankAfterComma ||= blanks > 0;
    hasPair ||= count === 2;
    if (count === 3 && blanks === 1) uneven ??= begun;
    // `lon,lat, lon,lat`: pairs that would be parsed as triples.
    if (count === 1 || (hasBlankAfterComma && hasBareCommaBetween)) refuse(begun);
    corners.push([longitude, latitude]);
  }
  // `lon, lon,lat` among pairs: a triple only because a latitude is missing.
  if (hasPair && uneven !== undefined) refuse(uneven);
  return corners;
}

function lineBreaks(text: string, from: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

const GPX_POINTS: Readonly<Record<string, string>> = { trkpt: 'trkseg', rtept: 'rte' };
const GPX_NAMED = new Set(['trk', 'rte', 'wpt']);

function gpxReader(): Reader {
  const found: FoundShape[] = [];
  let parts: Corner[][] = [];
  let part: Corner[] = [];
  let waypoint: Corner | undefined;
  let name = '';
  const isNamed = true;
  return {
    found,
    wants: (path) => path.at(-1) === 'name' && GPX_NAMED.has(path.at(-2) ?? ''),
    open(path, attribute, line) {
      const own = path.at(-1) ?? '';
      if (GPX_NAMED.has(own)) [name, parts] = ['', []];
      if (own === 'trkseg' || own === 'rte') part = [];
      const isPoint = GPX_POINTS[own] !== undefined && GPX_POINTS[own] === path.at(-2);
      if (!isPoint && own !== 'wpt') return;
      const [longitude, latitude] = [attribute('lon'), attribute('lat')];
      const corner: Corner = [parseNumber(longitude ?? ''), parseNumber(latitude ?? '')];
      if (corner.some(Number.isNaN)) {
        const detail = detailOf(`lat="${latitude ?? ''}" lon="${longitude ?? ''}"`);
        throw new OutlineError('tuple', { line: line(), detail });
      }
      if (isPoint) part.push(corner);
      else waypoint = corner;
    },
    close(path, text) {
      const own = path.at(-1);
      if (own === 'name') name ||= elementName(text);
      if (own === 'trkseg') parts.push(part);
      if (own === 'trk') for (const track of joinedParts(parts)) found.push({ ...track, name, isNamed });
      if (own === 'rte' && part.length > 0) {
        found.push({ type: 'LineString', corners: part, holes: 0, name, isNamed, isWay: true });
      }
      if (own === 'wpt' && waypoint) found.push({ type: 'Point', corners: [waypoint], holes: 0, name, isNamed });
    },
  };
}

/** A paused track stays one shape; if the next part begins elsewhere, it is a new one. */
function joinedParts(parts: readonly (readonly Corner[])[]): FoundShape[] {
  const joined: { corners: Corner[]; parts: number[] }[] = [];
  for (const part of parts) {
    const [begins] = part;
    if (!begins) continue;
    const open = joined.at(-1);
    const ended = open?.corners.at(-1);
    if (open && ended && kmBetween(ended, begins) <= SAME_TRACK_KM) {
      for (const corner of part) open.corners.push(corner);
      open.parts.push(part.length);
    } else {
      joined.push({ corners: [...part], parts: [part.length] });
    }
  }
  return joined.map((track) => ({ type: 'LineString', holes: 0, name: '', isWay: true, ...track }));
}
