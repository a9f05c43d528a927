import type { Position } from '#shared/geo/geodesy.ts';

/** The map, in web mercator, ends there. */
const MAX_LATITUDE = 85;
const MAX_LONGITUDE = 180;

const NUMBER = String.raw`(\d{1,3}(?:[.,]\d+)?)`;
const WHOLE = String.raw`(\d{1,3})`;
const MINUTES = "['′’]";
const SECONDS = `(?:["″”]|['′’]{2})`;
/** With a mark behind each part, any of which may be missing at the end. */
const MARKED = String.raw`${NUMBER}\s*°?\s*(?:${NUMBER}\s*${MINUTES}\s*(?:${NUMBER}\s*${SECONDS}\s*)?)?`;
/** With blanks or hyphens between the parts. */
const BETWEEN = String.raw`(?:\s+|\s*[°º-]\s*)`;
const BARE_MINUTES = String.raw`${WHOLE}${BETWEEN}${NUMBER}\s*${MINUTES}?()`;
const BARE_SECONDS = String.raw`${WHOLE}${BETWEEN}${WHOLE}(?:\s+|\s*['′’-]\s*)${NUMBER}\s*${SECONDS}?`;
/** φ and λ stand for "lat=" and "lon=", which keep their signs. */
const LETTER = '([NSEWСЮВЗИφλ])';
const CARDINAL = '([NSEWСЮВЗИ])';
/** A letter before the angle, or a sign before it or a letter behind it. */
const coordinate = (angle: string) =>
  String.raw`(?:${LETTER}\s*([-+−])?\s*${angle}|([-+−])?\s*${angle}\s*${CARDINAL}?)`;
/** In this order: only the first can be read in one way. */
const PAIRS = [MARKED, BARE_SECONDS, BARE_MINUTES].map(
  (angle) =>
    new RegExp(String.raw`^${coordinate(angle)}\s*(?:[,;/]\s*|\s+|(?<=[NSEWСЮВЗИ]))${coordinate(angle)}$`, 'i'),
);

/** Cardinal points in English, Russian and Bulgarian, where И is east (изток). */
const AXIS: Readonly<Record<string, readonly ['latitude' | 'longitude', 1 | -1]>> = {
  N: ['latitude', 1],
  С: ['latitude', 1],
  Φ: ['latitude', 1],
  S: ['latitude', -1],
  Ю: ['latitude', -1],
  E: ['longitude', 1],
  В: ['longitude', 1],
  И: ['longitude', 1],
  Λ: ['longitude', 1],
  W: ['longitude', -1],
  З: ['longitude', -1],
};

/** How the axes are named, and what stands for them in the patterns. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:latitude|lat)\b\s*[:=]?\s*/i, 'φ'],
  [/\b(?:longitude|long|lon|lng)\b\s*[:=]?\s*/i, 'λ'],
  [/с\.?\s?ш\.?/i, 'N'],
  [/ю\.?\s?ш\.?/i, 'S'],
  [/[ви]\.?\s?д\.?/i, 'E'],
  [/з\.?\s?д\.?/i, 'W'],
];

/**
 * Reads a position as people write it: `42.70, 23.32`, `42,70 23,32`, `42°42′N 23°19′E`, `N42 42 00 E23 19 12`,
 * `lat=42.7 lon=23.3`. Latitude comes first unless letters say otherwise. Undefined for anything else.
 */
export function parseCoordinates(text: string): Position | undefined {
  const plain = NAMED.reduce(
    (all, [name, letter]) => all.replace(name, letter),
    text.trim().replace(/^[([](.*)[)\]]$/, '$1'),
  );
  for (const pattern of PAIRS) {
    const match = pattern.exec(plain);
    const read = match && positionOf(readCoordinate(match.slice(1, 11)), readCoordinate(match.slice(11, 21)));
    if (read) return read;
  }
  return undefined;
}

interface Coordinate {
  readonly degrees: number;
  readonly axis: 'latitude' | 'longitude' | undefined;
}

function positionOf(first: Coordinate | undefined, second: Coordinate | undefined): Position | undefined {
  if (!first || !second) return undefined;
  const swapped = first.axis === 'longitude' || second.axis === 'latitude';
  if (swapped && (first.axis === 'latitude' || second.axis === 'longitude')) return undefined;
  const [latitude, longitude] = swapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees];
  return Math.abs(latitude) <= MAX_LATITUDE && Math.abs(longitude) <= MAX_LONGITUDE
    ? { latitude, longitude }
    : undefined;
}

function readCoordinate([before, signBehind, a, b, c, sign = signBehind, d, e, f, after]: readonly (
  | string
  | undefined
)[]): Coordinate | undefined {
  const letter = (before ?? after ?? '').toUpperCase();
  const [axis, direction] = AXIS[letter] ?? [undefined, 1];
  const numbers = (before ? [a, b, c] : [d, e, f]).map((part) => Number((part || '0').replace(',', '.')));
  const [whole = 0, sixtieth = 0, last = 0] = numbers;
  if ((sign && axis && !/[ΦΛ]/.test(letter)) || sixtieth >= 60 || last >= 60) return undefined;
  const size = whole + sixtieth / 60 + last / 3600;
  return { axis, degrees: size * direction * (sign && sign !== '+' ? -1 : 1) };
}
