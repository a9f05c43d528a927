import type { Position } from '#shared/geo/geodesy.ts';

/** The map, in web mercator, ends there. */
const MAX_LATITUDE = 85;
const MAX_LONGITUDE = 180;

const NUMBER = String.raw`(\d{1,3}(?:[.,]\d+)?)`;
const ANGLE = String.raw`${NUMBER}\s*°?\s*(?:${NUMBER}\s*['′’]\s*(?:${NUMBER}\s*(?:["″”]|['′’]{2})\s*)?)?`;
const LETTER = '([NSEWСЮВЗИ])';
/** A letter before the angle, or a sign before it or a letter behind it. */
const COORDINATE = String.raw`(?:${LETTER}\s*${ANGLE}|([-+−])?\s*${ANGLE}\s*${LETTER}?)`;
const PAIR = new RegExp(String.raw`^${COORDINATE}\s*(?:[,;/]\s*|\s+|(?<=[NSEWСЮВЗИ]))${COORDINATE}$`, 'i');

/** Cardinal points in English, Russian and Bulgarian, where И is east (изток). */
const AXIS: Readonly<Record<string, readonly ['latitude' | 'longitude', 1 | -1]>> = {
  N: ['latitude', 1],
  С: ['latitude', 1],
  S: ['latitude', -1],
  Ю: ['latitude', -1],
  E: ['longitude', 1],
  В: ['longitude', 1],
  И: ['longitude', 1],
  W: ['longitude', -1],
  З: ['longitude', -1],
};

/**
 * Reads a position as people write it: `42.70, 23.32`, `42.70 23.32`, `42,70 23,32`, `42°42′N 23°19′E`,
 * `N42.7 E23.3`. Latitude comes first unless letters say otherwise. Undefined for anything else.
 */
export function parseCoordinates(text: string): Position | undefined {
  const match = PAIR.exec(text.trim());
  if (!match) return undefined;
  const first = readCoordinate(match.slice(1, 10));
  const second = readCoordinate(match.slice(10, 19));
  if (!first || !second) return undefined;
  const swapped = first.axis === 'longitude' || second.axis === 'latitude';
  if (swapped && (first.axis === 'latitude' || second.axis === 'longitude')) return undefined;
  const [latitude, longitude] = swapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees];
  return Math.abs(latitude) <= MAX_LATITUDE && Math.abs(longitude) <= MAX_LONGITUDE
    ? { latitude, longitude }
    : undefined;
}

interface Coordinate {
  readonly degrees: number;
  readonly axis: 'latitude' | 'longitude' | undefined;
}

function readCoordinate(parts: readonly (string | undefined)[]): Coordinate | undefined {
  const [before, ...rest] = parts;
  const [sign, after] = [rest[3], rest[7]];
  const [axis, direction] = AXIS[(before ?? after ?? '').toUpperCase()] ?? [undefined, 1];
  const numbers = (before ? rest.slice(0, 3) : rest.slice(4, 7)).map((part) => Number((part ?? '0').replace(',', '.')));
  const [whole = 0, sixtieth = 0, last = 0] = numbers;
  if ((sign && axis) || sixtieth >= 60 || last >= 60) return undefined;
  const size = whole + sixtieth / 60 + last / 3600;
  return { axis, degrees: size * direction * (sign && sign !== '+' ? -1 : 1) };
}
