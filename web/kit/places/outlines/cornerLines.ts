import { readCsv } from '#shared/csv.ts';
import type { Corner } from '#shared/geo/Shape.ts';
import { detailOf, type FoundShape, OutlineError, parseNumber } from './FoundShape.ts';
import { AXIS_NAMES, parseCoordinates } from './readPosition.ts';

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
    const words = fields.map((name) => name.match(/\p{L}+/gu) ?? []);
    for (const names of [AXIS_NAMES, LETTERS]) {
      // A column with exactly this name, or else the only one that contains the word.
      for (const own of [fields.map((name) => [name]), words]) {
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
