import { Unzip, UnzipInflate } from 'fflate';
import { HOME_BOX } from '#shared/geo/BBox.ts';
import { type Corner, cornersOf, type Shape } from '#shared/geo/Shape.ts';
import {
  areaKm2,
  checkDegrees,
  cornerLines,
  type FoundShape,
  kmBetween,
  lengthKm,
  lineOrArea,
  OutlineError,
  type OutlineRuleError,
} from './FoundShape.ts';
import { fitOutline } from './fitOutline.ts';
import { geoJsonShapes, xmlShapes } from './shapeFiles.ts';

/** Limit for a file or a text. An archive has its own limits. */
export const MAX_OUTLINE_BYTES = 5_000_000;
const MAX_UNPACKED_BYTES = 10_000_000;
const MAX_ARCHIVE_FILES = 1_000;
/** Bytes passed to fflate at once; the size of the output is checked after each chunk. */
const PACKED_CHUNK_BYTES = 4_096;
/** More than this is too long a list for a person to choose from. */
const MOST_OFFERED = 200;
const MOST_LISTED_POINTS = 200;

/** A change to a shape, or information missing from its file. Every note is shown to the user. */
export type OutlineNote =
  /** `offM`: distance from the shape to the farthest removed corner, in metres. */
  | { readonly kind: 'thinned'; readonly from: number; readonly to: number; readonly offM: number }
  /** Positions at 0° N 0° E, which receivers write before they have a fix. */
  | { readonly kind: 'zeros'; readonly count: number }
  /** The track is assumed to be straight across this gap. */
  | { readonly kind: 'gap'; readonly km: number }
  | { readonly kind: 'joined'; readonly parts: number }
  /** Latitude and longitude are swapped in the file: only the swapped shape lies in the covered countries. */
  | { readonly kind: 'swapped' }
  /** The file also has points next to its lines or areas. */
  | { readonly kind: 'points'; readonly count: number };

export interface Outline {
  readonly shape: Shape;
  /** Empty if it has no name. */
  readonly name: string;
  /** `km2` for an area, `km` for a line. */
  readonly km2?: number;
  readonly km?: number;
  readonly notes: readonly OutlineNote[];
  /** Why the outline can be selected, but not submitted. */
  readonly error?: OutlineRuleError;
}

export type ReadOutlines =
  | {
      readonly ok: true;
      /** At least one. If there are several, the user chooses. */
      readonly outlines: readonly Outline[];
      /** Number of smaller outlines in the file that were left out. */
      readonly more: number;
    }
  | { readonly ok: false; readonly error: OutlineRuleError };

export interface OutlineLimits {
  /** Outlines with more corners are simplified. */
  readonly corners: number;
  /** Only points are accepted. */
  readonly pointOnly: boolean;
}

/**
 * Reads the outlines in a file, or in typed or pasted text: GeoJSON, KML, KMZ, GPX, or one corner per line. Uncertain
 * input is refused or noted; nothing is left out without a note. Never throws.
 */
export function readOutlines(input: Uint8Array | string, limits: OutlineLimits): ReadOutlines {
  try {
    if (input.length > MAX_OUTLINE_BYTES) throw new OutlineError('large');
    const texts = typeof input === 'string' ? [input] : isArchive(input) ? unpackedKml(input) : [decodeText(input)];
    const found = texts.flatMap(shapesOf);
    for (const shape of found) checkDegrees(shape);
    return { ok: true, ...offer(texts.length > 1 ? distinct(found) : found, limits) };
  } catch (error) {
    if (error instanceof OutlineError) return { ok: false, error: error.error };
    return { ok: false, error: { rule: 'broken' } };
  }
}

function shapesOf(text: string): FoundShape[] {
  // Binary, such as an image or an office document.
  if (text.includes('\0')) throw new OutlineError('outline');
  const trimmed = (text.startsWith('\uFEFF') ? text.slice(1) : text).trim();
  if (trimmed.startsWith('{')) return geoJsonShapes(trimmed);
  return trimmed.startsWith('<') ? xmlShapes(trimmed) : cornerLines(trimmed);
}

/** Fallback for files in the site's languages that are not UTF-8 and declare no encoding. */
const OLD_ENCODING = 'windows-1251';
/** An XML declaration is at the beginning, in ASCII. */
const DECLARATION_BYTES = 200;

/**
 * Decodes bytes by the byte order mark, by the zero bytes of UTF-16, or by the XML declaration; otherwise as UTF-8.
 * @throws OutlineError for an encoding that the browser does not support
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes);
  if (second === 0 && first !== 0 && bytes.length > 2) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0 && second !== 0) return new TextDecoder('utf-16be').decode(bytes);
  const declared = declaredEncoding(bytes);
  // Files converted from UTF-16 to UTF-8 often keep the old declaration.
  if (declared && !/^(?:utf|ucs|iso-10646)/i.test(declared)) return decoderOf(declared).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(OLD_ENCODING).decode(bytes);
  }
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, DECLARATION_BYTES)).trimStart();
  if (!head.startsWith('<?xml')) return undefined;
  return /\sencoding ?= ?["']([\w.:-]{1,40})["']/.exec(head.slice(0, head.indexOf('?>')))?.[1];
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new OutlineError('encoding', { detail: encoding });
  }
}

const isArchive = ([p, k, three, four]: Uint8Array) => p === 0x50 && k === 0x4b && three === 3 && four === 4;

/**
 * The text of every KML file in an archive, `doc.kml` first, because it may refer to the others.
 * @throws OutlineError if there is no KML, or the archive exceeds the limits
 */
function unpackedKml(bytes: Uint8Array): string[] {
  const files: { readonly name: string; readonly chunks: Uint8Array[] }[] = [];
  let [count, unpacked] = [0, 0];
  let outlineError: OutlineError | undefined;
  const unzip = new Unzip((file) => {
    count += 1;
    if (count > MAX_ARCHIVE_FILES) throw new OutlineError('archive');
    // macOS adds a metadata file with the same name to each file.
    if (!file.name.toLowerCase().endsWith('.kml') || file.name.startsWith('__MACOSX/')) return;
    const chunks: Uint8Array[] = [];
    files.push({ name: file.name.toLowerCase(), chunks });
    file.ondata = (error, chunk) => {
      if (error) outlineError = new OutlineError('broken');
      if (chunk) {
        unpacked += chunk.length;
        chunks.push(chunk.slice());
      }
      if (unpacked > MAX_UNPACKED_BYTES) outlineError = new OutlineError('archive');
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let from = 0; from < bytes.length; from += PACKED_CHUNK_BYTES) {
    const chunk = bytes.subarray(from, from + PACKED_CHUNK_BYTES);
    unzip.push(chunk, from + PACKED_CHUNK_BYTES >= bytes.length);
    if (outlineError) throw outlineError;
  }
  if (files.length === 0) throw new OutlineError('archive');
  const isFirst = (name: string) => name === 'doc.kml';
  return files
    .toSorted((one, other) => Number(isFirst(other.name)) - Number(isFirst(one.name)))
    .map(({ chunks }) => decodeText(joinedBytes(chunks)));
}

function joinedBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Points next to lines or areas are treated as labels. The user chooses from the rest. */
function offer(
  found: readonly FoundShape[],
  { corners, pointOnly }: OutlineLimits,
): { readonly outlines: readonly Outline[]; readonly more: number } {
  if (found.length === 0) throw new OutlineError('empty');
  const placed = found.flatMap(withoutZeros);
  if (placed.length === 0) throw new OutlineError('zeros');
  const known = placed.map(lineOrArea);
  const points = known.filter(({ type }) => type === 'Point');
  if (pointOnly && points.length === 0) throw new OutlineError('point');
  const others = known.filter(({ type }) => type !== 'Point');
  const isOfPoints = pointOnly || others.length === 0;
  const candidates = isOfPoints ? points : largest(others);
  const beside: OutlineNote[] = isOfPoints || points.length === 0 ? [] : [{ kind: 'points', count: points.length }];
  const lost = found.length - placed.length;
  if (lost > 0) beside.push({ kind: 'zeros', count: lost });
  const offered = candidates.slice(0, isOfPoints ? MOST_LISTED_POINTS : MOST_OFFERED);
  const turned = offered.every(isOnlyInHomeIfTurned) ? offered.map(turnedRound) : [];
  const outlines = [...offered, ...turned].map((shape) => outlineOf(shape, beside, corners));
  return { outlines, more: candidates.length - offered.length };
}

type Known = FoundShape & { readonly notes: readonly OutlineNote[] };

/** Drops positions at 0, 0: no outline in the covered countries has a corner there. */
function withoutZeros(found: FoundShape): Known[] {
  const isPlaced = ([longitude, latitude]: Corner) => longitude !== 0 || latitude !== 0;
  const corners = found.corners.every(isPlaced) ? found.corners : found.corners.filter(isPlaced);
  const count = found.corners.length - corners.length;
  if (corners.length === 0) return [];
  return [{ ...found, corners, notes: count > 0 ? [{ kind: 'zeros', count }] : [] }];
}

/** Files in one archive may repeat each other. */
function distinct(shapes: readonly FoundShape[]): FoundShape[] {
  const seen = new Set<string>();
  return shapes.filter(({ type, corners, name }) => {
    const [first, middle, last] = [corners[0], corners[corners.length >> 1], corners.at(-1)];
    const key = [type, corners.length, name, first, middle, last].join();
    return !seen.has(key) && seen.add(key);
  });
}

const sizeOf = ({ type, corners }: FoundShape) => (type === 'Polygon' ? areaKm2(closed(corners)) : 0);

/** In file order. If there are too many, the largest. */
function largest(shapes: readonly Known[]): readonly Known[] {
  if (shapes.length <= MOST_OFFERED) return shapes;
  return shapes
    .map((shape) => ({ shape, size: sizeOf(shape) }))
    .sort((one, other) => other.size - one.size)
    .map(({ shape }) => shape);
}

/** Some tools omit the closing corner. */
function closed(ring: readonly Corner[]): readonly Corner[] {
  const [first, last] = [ring[0], ring.at(-1)];
  return !first || (ring.length > 1 && first[0] === last?.[0] && first[1] === last[1]) ? ring : [...ring, first];
}

const { west, south, east, north } = HOME_BOX;
const isInHome = (longitude: number, latitude: number) =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north;

function isOnlyInHomeIfTurned({ corners, isNamed = false }: Known): boolean {
  return !isNamed && corners.every(([x, y]) => isInHome(y, x) && !isInHome(x, y));
}

function turnedRound(shape: Known): Known {
  const corners = shape.corners.map(([x, y]): Corner => [y, x]);
  return { ...shape, corners, notes: [...shape.notes, { kind: 'swapped' }] };
}

function outlineOf(found: Known, beside: readonly OutlineNote[], corners: number): Outline {
  const { shape, thinned, isCrossing } = fitOutline(found, corners);
  const rule = found.holes > 0 ? 'holes' : isCrossing ? 'crossing' : undefined;
  const notes: OutlineNote[] = [...found.notes, ...trackNotes(found)];
  if (thinned) {
    const { from, to, offKm } = thinned;
    notes.push({ kind: 'thinned', from, to, offM: Math.max(1, Math.ceil(offKm * 1_000)) });
  }
  return {
    shape,
    name: found.name,
    notes: [...notes, ...beside],
    ...(shape.type === 'Polygon' ? { km2: areaKm2(cornersOf(shape)) } : {}),
    ...(shape.type === 'LineString' ? { km: lengthKm(cornersOf(shape)) } : {}),
    ...(rule ? { error: { rule } } : {}),
  };
}

/** A step counts as a gap if it is this long, and this many times as long as the typical step. */
const GAP_KM = 1;
const GAP_TIMES = 10;

/** For a track recorded by a receiver: where recording paused, and where missing points make it straight. */
function trackNotes({ parts, corners }: FoundShape): OutlineNote[] {
  if (!parts) return [];
  const steps = Float64Array.from({ length: Math.max(0, corners.length - 1) }, (_, index) =>
    kmBetween(corners[index] as Corner, corners[index + 1] as Corner),
  ).sort();
  const [usual = 0, longest = 0] = [steps[steps.length >> 1], steps.at(-1)];
  const notes: OutlineNote[] = parts.length > 1 ? [{ kind: 'joined', parts: parts.length }] : [];
  if (longest > GAP_KM && longest > GAP_TIMES * usual) notes.push({ kind: 'gap', km: longest });
  return notes;
}
