import { readCsv } from '#shared/csv.ts';
import { distanceKm, EARTH_RADIUS_KM } from '#shared/geo/geodesy.ts';
import type { Corner } from '#shared/geo/Shape.ts';
import { AXIS_NAMES, parseCoordinates } from './readPosition.ts';

/** A shape exactly as the file has it, not yet simplified, moved or validated. */
export interface FoundShape {
  readonly type: 'Point' | 'LineString' | 'Polygon';
  /** Numbers as in the file; valid `Corner`s only after `checkDegrees`. For a polygon, its outer ring. */
  readonly corners: readonly Corner[];
  /** Number of rings within the outer one. */
  readonly holes: number;
  /** Empty if it has no name. */
  readonly name: string;
  /** Recorded or drawn as a track: one that ends where it began is an area. */
  readonly isWay?: boolean;
  /** Number of points in each part of a recorded track. */
  readonly parts?: readonly number[];
  /** The format names latitude and longitude, so they cannot be swapped. */
  readonly isNamed?: boolean;
}

/**
 * `outline`: none of the formats. `broken`, `brokenAt`: one of them, but truncated or damaged. `empty`: has no shape;
 * `zeros`: only shapes at 0, 0. `line`: a list line without a position. `tuple`: in KML or GPX, `corner`: in GeoJSON,
 * not a pair of numbers. `header`: has no latitude and longitude columns. `crs`: another coordinate system. `degrees`:
 * out of range. `archive`: KMZ without KML, or too large inside. `encoding`: unknown. `large`, `many`, `slow`: limits
 * of a file, its lines and the time to read it. `shapes`: several, none is chosen. `holes`, `crossing`: an invalid
 * area. `point`: a point is required.
 */
export type OutlineRule =
  | (
      | 'outline'
      | 'broken'
      | 'empty'
      | 'zeros'
      | 'archive'
      | 'large'
      | 'slow'
      | 'shapes'
      | 'holes'
      | 'crossing'
      | 'point'
    )
  | OutlineRuleAt;

/** Rules that name a line or quote the file. */
export type OutlineRuleAt =
  | 'brokenAt'
  | 'line'
  | 'tuple'
  | 'corner'
  | 'header'
  | 'crs'
  | 'degrees'
  | 'encoding'
  | 'many';

export interface OutlineRuleError {
  readonly rule: OutlineRule;
  /** The line that breaks the rule, or for GeoJSON the corner, counted from 1. */
  readonly line?: number | undefined;
  /** The quoted text of the file. */
  readonly detail?: string | undefined;
}

/** Thrown by the file readers, caught by `readOutlines`. */
export class OutlineError extends Error {
  override name = 'OutlineError';
  readonly error: OutlineRuleError;

  constructor(rule: OutlineRule, more: Omit<OutlineRuleError, 'rule'> = {}) {
    super(rule);
    this.error = { rule, ...more };
  }
}

const MAX_NUMBER_LENGTH = 40;
const MAX_DETAIL_LENGTH = 60;

/** Parses a number with a decimal point or comma; NaN for anything else, including an empty text. */
export function parseNumber(text: string): number {
  if (text.length > MAX_NUMBER_LENGTH) return Number.NaN;
  const plain = text.includes(',') ? text.trim().replace(',', '.') : text.trim();
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain) ? Number(plain) : Number.NaN;
}

/** Shortens a text of a file for an error message. */
export function detailOf(text: string): string {
  const plain = text.slice(0, 4 * MAX_DETAIL_LENGTH).trim();
  return plain.length > MAX_DETAIL_LENGTH ? `${plain.slice(0, MAX_DETAIL_LENGTH)}…` : plain;
}

/** @throws OutlineError if the numbers are not valid degrees */
export function checkDegrees({ corners }: FoundShape): void {
  for (const [longitude, latitude] of corners) {
    if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) continue;
    throw new OutlineError('degrees', { detail: [longitude, latitude].map((value) => String(value)).join(', ') });
  }
}

/** Largest distance between the ends of a track that encloses an area: also at most a fifth of its length. */
const CLOSED_KM = 0.05;
const CLOSED_SHARE = 0.2;
const FEWEST_AROUND = 4;

/** Turns a track that ends where it began into the area that it encloses: GPS recorders have no areas. */
export function lineOrArea<Any extends FoundShape>(found: Any): Any {
  const [first, last] = [found.corners[0], found.corners.at(-1)];
  if (!found.isWay || !first || !last || found.corners.length < FEWEST_AROUND) return found;
  const apartKm = kmBetween(first, last);
  if (!(apartKm <= CLOSED_KM) || apartKm > CLOSED_SHARE * lengthKm(found.corners)) return found;
  return { ...found, type: 'Polygon', corners: apartKm === 0 ? found.corners : [...found.corners, first] };
}

export function kmBetween([fromX, fromY]: Corner, [toX, toY]: Corner): number {
  return distanceKm({ longitude: fromX, latitude: fromY }, { longitude: toX, latitude: toY });
}

export function lengthKm(corners: readonly Corner[]): number {
  let km = 0;
  for (let index = 1; index < corners.length; index += 1) {
    km += kmBetween(corners[index - 1] as Corner, corners[index] as Corner);
  }
  return km;
}

const RADIANS = Math.PI / 180;

/** Area of a closed ring on the sphere, in km²; edges are straight on an equal-area map. */
export function areaKm2(ring: readonly Corner[]): number {
  let sum = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [fromX, fromY] = ring[index - 1] as Corner;
    const [toX, toY] = ring[index] as Corner;
    sum += (toX - fromX) * RADIANS * (Math.sin(fromY * RADIANS) + Math.sin(toY * RADIANS));
  }
  return Math.abs((sum / 2) * EARTH_RADIUS_KM ** 2);
}

const MAX_FIELDS = 200;
/** Longer lines contain no position. */
const MAX_LINE_LENGTH = 4_000;
/** A day and a night of one corner each second. */
const MAX_LINES = 90_000;
/** In order of preference; blanks only if the header has none of the others. */
const DELIMITERS = ['\t', ';', ',', '|', ' '] as const;

/** A table's header: the columns of its coordinates, and its number of fields. */
interface Columns {
  readonly delimiter: string;
  readonly fields: number;
  readonly latitude: number;
  readonly longitude: number;
  /** False for `x` and `y`, which some tools swap. */
  readonly isNamed: boolean;
}

/**
 * Reads one corner per line: a position as people write it, or a table whose first line names its columns. One is a
 * point, two are a line, more are an area, whether the first corner is repeated or not.
 * @throws OutlineError
 */
export function cornerLines(text: string): FoundShape[] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ content, number: index + 1 }))
    .filter(({ content }) => content.trim() !== '');
  const [head, ...rest] = lines;
  if (!head) throw new OutlineError('outline');
  if (lines.length > MAX_LINES) throw new OutlineError('many', { detail: String(MAX_LINES) });
  const columns = columnsOf(head.content);
  if (!columns && rest.length > 0 && isHeader(head.content, rest[0]?.content ?? '')) {
    throw new OutlineError('header', { line: head.number, detail: detailOf(head.content) });
  }
  const corners = (columns ? rest : lines).map(({ content, number }): Corner => {
    const texts = columns ? textsOfRow(content, columns) : [content];
    const at = texts && parseCoordinates(withoutDelimiter(texts.join('; ')));
    if (at) return [at.longitude, at.latitude];
    const detail = detailOf(content);
    if (isBeyond(texts ?? [content])) throw new OutlineError('degrees', { line: number, detail });
    // A single line may be any text.
    throw lines.length === 1 ? new OutlineError('outline') : new OutlineError('line', { line: number, detail });
  });
  const type = corners.length > 2 ? 'Polygon' : corners.length === 2 ? 'LineString' : 'Point';
  return corners.length === 0 ? [] : [{ type, corners, holes: 0, name: '', isNamed: columns?.isNamed === true }];
}

function withoutDelimiter(content: string): string {
  const line = content.trim();
  return line.endsWith(';') || line.endsWith(',') ? line.slice(0, -1) : line;
}

/** Latitude and longitude; undefined if the row has none, or more fields than the header. */
function textsOfRow(content: string, columns: Columns): readonly string[] | undefined {
  const row = fieldsOf(content, columns.delimiter);
  const texts = [row[columns.latitude]?.trim() ?? '', row[columns.longitude]?.trim() ?? ''];
  // Decimal commas in a comma-separated table would split a number into two fields.
  return row.length > columns.fields || texts.includes('') ? undefined : texts;
}

/** True for two numbers outside the range of coordinates, as opposed to text that is not a number. */
function isBeyond(texts: readonly string[]): boolean {
  const parts = texts
    .join(' ')
    .slice(0, MAX_LINE_LENGTH)
    .split(/[;,\s]/);
  const [first = Number.NaN, second = Number.NaN] = parts.filter((part) => part !== '').map(parseNumber);
  return !Number.isNaN(first + second) && (Math.abs(first) > 90 || Math.abs(second) > 180);
}

function fieldsOf(content: string, delimiter: string): readonly string[] {
  if (content.length > MAX_LINE_LENGTH) return [];
  if (delimiter === ' ') return content.trim().split(/\s+/);
  let fields: readonly string[] = [];
  readCsv(content, delimiter, { rows: 1, fields: MAX_FIELDS }, (row) => {
    fields = row;
  });
  return fields;
}

const LETTERS = { latitude: ['Y', 'N', 'NORTH', 'NORTHING'], longitude: ['X', 'E', 'EAST', 'EASTING'] } as const;

/** Undefined unless exactly one column is named for each axis. */
function columnsOf(header: string): Columns | undefined {
  for (const delimiter of DELIMITERS) {
    const fields = fieldsOf(header, delimiter).map((name) => name.trim().toUpperCase());
    const pattern = fields.map((name) => name.match(/\p{L}+/gu) ?? []);
    for (const names of [AXIS_NAMES, LETTERS]) {
      // A column with exactly this name, or else the only one that contains the word.
      for (const own of [fields.map((name) => [name]), pattern]) {
        const columnOf = (axis: 'latitude' | 'longitude') => {
          const known = new Set<string>(names[axis]);
          const found = own.flatMap((ofField, index) => (ofField.some((word) => known.has(word)) ? [index] : []));
          return found.length === 1 ? found[0] : undefined;
        };
        const [latitude, longitude] = [columnOf('latitude'), columnOf('longitude')];
        if (latitude === undefined || longitude === undefined || latitude === longitude) continue;
        return { delimiter, fields: fields.length, latitude, longitude, isNamed: names === AXIS_NAMES };
      }
    }
  }
  return undefined;
}

/** Words above numbers. */
function isHeader(first: string, second: string): boolean {
  const line = first.slice(0, MAX_LINE_LENGTH);
  return /\p{L}{2}/u.test(line) && !/\d/.test(line) && /\d/.test(second.slice(0, MAX_LINE_LENGTH));
}
