import { Unzip, UnzipInflate } from 'fflate';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { type Corner, cornersOf, type Shape } from '#shared/geo/shape/Shape.ts';
import { cornerLines } from './cornerLines.ts';
import {
  areaKm2,
  checkDegrees,
  type FoundShape,
  kmBetween,
  lengthKm,
  lineOrArea,
  OutlineError,
  type OutlineFault,
} from './FoundShape.ts';
import { fitOutline } from './fitOutline.ts';
import { geoJsonShapes } from './geoJsonShapes.ts';
import { xmlShapes } from './xmlShapes.ts';

/** Of a file, of a text, and of all that an archive unpacks to. */
export const MAX_OUTLINE_BYTES = 5_000_000;
const MAX_UNPACKED_BYTES = 10_000_000;
const MAX_ARCHIVE_FILES = 1_000;
/** What fflate unpacks at once: its output is looked at after each. */
const PACKED_CHUNK_BYTES = 4_096;
/** As many as a person looks through. */
const MOST_OFFERED = 200;
const MOST_LISTED_POINTS = 200;

/** What was done to a shape, or what its file does not say; each is told to the person. */
export type OutlineNote =
  /** `offM`: how far from the shape the corners lie that were left out, in metres. */
  | { readonly kind: 'thinned'; readonly from: number; readonly to: number; readonly offM: number }
  /** Positions at 0° N 0° E, which a receiver writes before it knows any better. */
  | { readonly kind: 'zeros'; readonly count: number }
  /** Across this gap the track is taken as straight. */
  | { readonly kind: 'gap'; readonly km: number }
  | { readonly kind: 'joined'; readonly parts: number }
  /** Latitude and longitude the other way round than the file has them: only so it lies in these countries. */
  | { readonly kind: 'swapped' }
  /** Points beside a line or an area. */
  | { readonly kind: 'points'; readonly count: number };

export interface Outline {
  readonly shape: Shape;
  /** Empty if it has none. */
  readonly name: string;
  /** Of an area; of a line `km`. */
  readonly km2?: number;
  readonly km?: number;
  readonly notes: readonly OutlineNote[];
  /** It can be chosen, but not taken. */
  readonly fault?: OutlineFault;
}

export type ReadOutlines =
  | {
      readonly ok: true;
      /** At least one; if there are more, the person chooses. */
      readonly outlines: readonly Outline[];
      /** How many more the file has, smaller ones. */
      readonly more: number;
    }
  | { readonly ok: false; readonly fault: OutlineFault };

export interface OutlineLimits {
  /** Outlines with more are thinned. */
  readonly corners: number;
  /** Only points are taken. */
  readonly pointOnly: boolean;
}

/**
 * Reads the outlines of a file, or of a text that was typed or pasted: GeoJSON, KML, KMZ, GPX, or corners, one on each
 * line. What is not sure is refused or told; nothing is left out without a note. Never throws.
 */
export function readOutlines(input: Uint8Array | string, limits: OutlineLimits): ReadOutlines {
  try {
    if (input.length > MAX_OUTLINE_BYTES) throw new OutlineError('large');
    const texts = typeof input === 'string' ? [input] : isArchive(input) ? unpackedKml(input) : [decodeText(input)];
    const found = texts.flatMap(shapesOf);
    for (const shape of found) checkDegrees(shape);
    return { ok: true, ...offer(texts.length > 1 ? distinct(found) : found, limits) };
  } catch (error) {
    if (error instanceof OutlineError) return { ok: false, fault: error.fault };
    return { ok: false, fault: { rule: 'broken' } };
  }
}

function shapesOf(text: string): FoundShape[] {
  // A picture, or a document of an office.
  if (text.includes('\0')) throw new OutlineError('outline');
  const trimmed = (text.startsWith('\uFEFF') ? text.slice(1) : text).trim();
  if (trimmed.startsWith('{')) return geoJsonShapes(trimmed);
  return trimmed.startsWith('<') ? xmlShapes(trimmed) : cornerLines(trimmed);
}

/** What a file in one of these languages is in if it is no UTF-8 and does not say. */
const OLD_ENCODING = 'windows-1251';
/** A declaration of XML stands at the beginning, in letters of ASCII. */
const DECLARATION_BYTES = 200;

/**
 * Bytes as text: by the byte order mark, by zeros that only UTF-16 has, by the declaration of XML; otherwise as UTF-8.
 * @throws OutlineError names an encoding that no browser knows
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes);
  if (second === 0 && first !== 0 && bytes.length > 2) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0 && second !== 0) return new TextDecoder('utf-16be').decode(bytes);
  const declared = declaredEncoding(bytes);
  // Whoever saves UTF-16 anew as UTF-8 often leaves the declaration as it was.
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
 * The texts of all KML in an archive, `doc.kml` first: others may be what that one refers to.
 * @throws OutlineError if there is none, or more in it than the bounds
 */
function unpackedKml(bytes: Uint8Array): string[] {
  const files: { readonly name: string; readonly chunks: Uint8Array[] }[] = [];
  let [count, unpacked] = [0, 0];
  let fault: OutlineError | undefined;
  const unzip = new Unzip((file) => {
    count += 1;
    if (count > MAX_ARCHIVE_FILES) throw new OutlineError('archive');
    // What a Mac puts beside each file bears its name.
    if (!file.name.toLowerCase().endsWith('.kml') || file.name.startsWith('__MACOSX/')) return;
    const chunks: Uint8Array[] = [];
    files.push({ name: file.name.toLowerCase(), chunks });
    file.ondata = (error, chunk) => {
      if (error) fault = new OutlineError('broken');
      if (chunk) {
        unpacked += chunk.length;
        chunks.push(chunk.slice());
      }
      if (unpacked > MAX_UNPACKED_BYTES) fault = new OutlineError('archive');
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let from = 0; from < bytes.length; from += PACKED_CHUNK_BYTES) {
    const chunk = bytes.subarray(from, from + PACKED_CHUNK_BYTES);
    unzip.push(chunk, from + PACKED_CHUNK_BYTES >= bytes.length);
    if (fault) throw fault;
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

/** Points beside what is larger are labels; of what is left the person chooses. */
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
  const wanted = isOfPoints ? points : largest(others);
  const beside: OutlineNote[] = isOfPoints || points.length === 0 ? [] : [{ kind: 'points', count: points.length }];
  const lost = found.length - placed.length;
  if (lost > 0) beside.push({ kind: 'zeros', count: lost });
  const offered = wanted.slice(0, isOfPoints ? MOST_LISTED_POINTS : MOST_OFFERED);
  const turned = offered.every(isOnlyInHomeIfTurned) ? offered.map(turnedRound) : [];
  const outlines = [...offered, ...turned].map((shape) => outlineOf(shape, beside, corners));
  return { outlines, more: wanted.length - offered.length };
}

type Known = FoundShape & { readonly notes: readonly OutlineNote[] };

/** Without positions at 0, 0, where no outline of these countries has a corner. */
function withoutZeros(found: FoundShape): Known[] {
  const isPlaced = ([longitude, latitude]: Corner) => longitude !== 0 || latitude !== 0;
  const corners = found.corners.every(isPlaced) ? found.corners : found.corners.filter(isPlaced);
  const count = found.corners.length - corners.length;
  if (corners.length === 0) return [];
  return [{ ...found, corners, notes: count > 0 ? [{ kind: 'zeros', count }] : [] }];
}

/** Files of one archive may repeat each other. */
function distinct(shapes: readonly FoundShape[]): FoundShape[] {
  const seen = new Set<string>();
  return shapes.filter(({ type, corners, name }) => {
    const [first, middle, last] = [corners[0], corners[corners.length >> 1], corners.at(-1)];
    const key = [type, corners.length, name, first, middle, last].join();
    return !seen.has(key) && seen.add(key);
  });
}

const sizeOf = ({ type, corners }: FoundShape) => (type === 'Polygon' ? areaKm2(closed(corners)) : 0);

/** In the order of the file; of too many those that are largest. */
function largest(shapes: readonly Known[]): readonly Known[] {
  if (shapes.length <= MOST_OFFERED) return shapes;
  return shapes
    .map((shape) => ({ shape, size: sizeOf(shape) }))
    .sort((one, other) => other.size - one.size)
    .map(({ shape }) => shape);
}

/** Some tools leave the last corner out. */
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
    ...(rule ? { fault: { rule } } : {}),
  };
}

/** A stretch is one without a point if it is this long, and so many times as long as others. */
const GAP_KM = 1;
const GAP_TIMES = 10;

/** Of a track that a receiver wrote: where it was paused, and where it is straight for want of points. */
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
