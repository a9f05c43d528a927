import type { Position } from '#shared/geo/geodesy.ts';

/** The edge of the Web Mercator map. */
const MAX_LATITUDE = 85;
const MAX_LONGITUDE = 180;
/** Longer texts are not parsed, because no position is that long. */
const MAX_POSITION_LENGTH = 120;
const MAX_LINK_LENGTH = 2_000;

type Axis = 'latitude' | 'longitude';

/** Cardinal points in English, Russian and Bulgarian, where И is east (изток). */
const CARDINAL: Readonly<Record<string, readonly [Axis, 1 | -1]>> = {
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
/** The second letter of `с. ш.`, `в. д.` and similar, and what may come before it. */
const ABBREVIATED: Readonly<Record<string, string>> = { Ш: 'СЮ', Д: 'ВИЗ' };
/** Names of the axes in positions and tables, in the region's languages. */
export const AXIS_NAMES: Readonly<Record<Axis, readonly string[]>> = {
  latitude: [
    'LAT',
    'LATITUDE',
    'LATITUDINE',
    'ШИРОТА',
    'ШИРИНА',
    'ШИР',
    'ŠIRINA',
    'BREITE',
    'ENLEM',
    'ΠΛΆΤΟΣ',
    'ΠΛΑΤΟΣ',
  ],
  longitude: [
    ...['LON', 'LONG', 'LNG', 'LONGITUDE', 'LONGITUDINE', 'ДОЛГОТА', 'ДЪЛЖИНА', 'ДЪЛЖ', 'ДОЛЖИНА', 'ДУЖИНА'],
    ...['DUŽINA', 'DOLŽINA', 'LÄNGE', 'BOYLAM', 'ΜΉΚΟΣ', 'ΜΗΚΟΣ'],
  ],
};
const NAMED = new Map(
  (['latitude', 'longitude'] as const).flatMap((axis) => AXIS_NAMES[axis].map((name) => [name, axis] as const)),
);

/** A sign between numbers may be a hyphen. */
type Token =
  | { readonly kind: 'number'; readonly text: string; readonly isSpaced: boolean }
  | { readonly kind: '°' | '′' | '″' | '-' | '+' | ','; readonly isSpaced: boolean }
  | { readonly kind: 'letter'; readonly axis: Axis; readonly direction: 1 | -1; readonly isSpaced: boolean }
  | { readonly kind: 'axis'; readonly axis: Axis; readonly isSpaced: boolean };

const MARKS: Readonly<Record<string, '°' | '′' | '″' | '-' | '+' | ','>> = {
  ...{ '°': '°', º: '°', "'": '′', '′': '′', '’': '′', '"': '″', '″': '″', '”': '″' },
  ...{ '-': '-', '−': '-', '+': '+', ',': ',', ';': ',', '/': ',' },
};
/** Degrees, minutes and seconds of two coordinates, with every mark, sign and letter. */
const MOST_TOKENS = 20;

const isDigit = (char: string | undefined) => char !== undefined && char >= '0' && char <= '9';
const isBlank = (char: string | undefined) => char !== undefined && char.trim() === '';

/**
 * Parses a position as people write it: `42.70, 23.32`, `42,70 23,32`, `42°42′N 23°19′E`, `N42 42 00 E23 19 12`,
 * `lat=42.7 lon=23.3`. Latitude comes first unless letters say otherwise. Undefined for anything else. Linear time.
 */
export function parseCoordinates(text: string): Position | undefined {
  if (text.length > MAX_POSITION_LENGTH) return undefined;
  const trimmed = text.trim();
  const isBracketed = /^[([]/.test(trimmed) && /[)\]]$/.test(trimmed);
  const plain = (isBracketed ? trimmed.slice(1, -1) : trimmed).toUpperCase();
  // A comma between digits is a decimal comma, or else it separates the two numbers.
  for (const comma of ['decimal', 'separator'] as const) {
    const tokens = tokensOf(plain, comma === 'decimal');
    const position = tokens && pairOf(tokens);
    if (position) return position;
  }
  return undefined;
}

/** Undefined if a character is invalid in a position. `text` is in capitals. */
function tokensOf(text: string, hasDecimalCommas: boolean): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const from = at;
    while (isBlank(text[at])) at += 1;
    const isSpaced = at > from;
    const char = text[at];
    if (char === undefined) break;
    const mark = MARKS[char];
    if (tokens.length === MOST_TOKENS) return undefined;
    if (isDigit(char)) {
      const end = numberEnd(text, at, hasDecimalCommas);
      if (end === undefined) return undefined;
      tokens.push({ kind: 'number', text: text.slice(at, end).replace(',', '.'), isSpaced });
      at = end;
    } else if (mark !== undefined) {
      // Two apostrophes are seconds.
      const isDouble = mark === '′' && MARKS[text[at + 1] ?? ''] === '′';
      tokens.push({ kind: isDouble ? '″' : mark, isSpaced });
      at += isDouble ? 2 : 1;
    } else {
      const word = wordAt(text, at);
      if (!word) return undefined;
      tokens.push({ ...word.token, isSpaced });
      at = word.end;
    }
  }
  return tokens;
}

/** End of a number with up to three digits and a fraction; undefined if there are more. */
function numberEnd(text: string, from: number, hasDecimalCommas: boolean): number | undefined {
  let at = from;
  while (isDigit(text[at])) at += 1;
  if (at - from > 3) return undefined;
  const isPoint = text[at] === '.' || (hasDecimalCommas && text[at] === ',');
  if (!isPoint || !isDigit(text[at + 1])) return at;
  at += 1;
  while (isDigit(text[at])) at += 1;
  return at;
}

type Unspaced =
  | { readonly kind: 'letter'; readonly axis: Axis; readonly direction: 1 | -1 }
  | { readonly kind: 'axis'; readonly axis: Axis };

function wordAt(text: string, from: number): { readonly token: Unspaced; readonly end: number } | undefined {
  let at = from;
  while (/\p{L}/u.test(text[at] ?? '')) at += 1;
  const word = text.slice(from, at);
  const named = NAMED.get(word);
  if (named) {
    while (isBlank(text[at])) at += 1;
    return { token: { kind: 'axis', axis: named }, end: text[at] === ':' || text[at] === '=' ? at + 1 : at };
  }
  const [first = '', second] = word;
  const cardinal = CARDINAL[first];
  if (!cardinal || word.length > 2) return undefined;
  const token = { kind: 'letter', axis: cardinal[0], direction: cardinal[1] } as const;
  // `с. ш.` and `сш`: one point and one blank at most between them.
  let next = from + 1;
  if (text[next] === '.') next += 1;
  if (isBlank(text[next])) next += 1;
  if (ABBREVIATED[text[next] ?? '']?.includes(first) && !/\p{L}/u.test(text[next + 1] ?? '')) {
    return { token, end: text[next + 1] === '.' ? next + 2 : next + 1 };
  }
  // Letters of both coordinates may be adjacent.
  return second === undefined || CARDINAL[second] ? { token, end: from + 1 } : undefined;
}

/** How a coordinate is written: with marks, or bare with two or three parts. Both must have the same style. */
type Style = 'marked' | 'bareSeconds' | 'bareMinutes';

interface Coordinate {
  readonly degrees: number;
  readonly axis: Axis | undefined;
  readonly styles: readonly Style[];
}

/** The first split of the tokens that gives two coordinates. */
function pairOf(tokens: readonly Token[]): Position | undefined {
  const separator = tokens.findIndex(({ kind }) => kind === ',');
  if (separator >= 0) return positionOf(tokens.slice(0, separator), tokens.slice(separator + 1));
  // A letter between them belongs to the second only if the first has one before it.
  const isNamed = isName(tokens[0]);
  for (let split = 1; split < tokens.length; split += 1) {
    const [before, after] = [tokens[split - 1], tokens[split]];
    const isApart = before?.kind === 'letter' || (isName(after) ? isNamed : after?.isSpaced);
    const found = isApart && positionOf(tokens.slice(0, split), tokens.slice(split));
    if (found) return found;
  }
  return undefined;
}

const isName = (token: Token | undefined) => token?.kind === 'letter' || token?.kind === 'axis';

function positionOf(one: readonly Token[], other: readonly Token[]): Position | undefined {
  const [first, second] = [coordinateOf(one), coordinateOf(other)];
  if (!first || !second || !first.styles.some((style) => second.styles.includes(style))) return undefined;
  const swapped = first.axis === 'longitude' || second.axis === 'latitude';
  if (swapped && (first.axis === 'latitude' || second.axis === 'longitude')) return undefined;
  const [latitude, longitude] = swapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees];
  return Math.abs(latitude) <= MAX_LATITUDE && Math.abs(longitude) <= MAX_LONGITUDE
    ? { latitude, longitude }
    : undefined;
}

/** A letter before the angle, or a sign before it or a letter after it. A named axis keeps its sign. */
function coordinateOf(tokens: readonly Token[]): Coordinate | undefined {
  let [from, to] = [0, tokens.length];
  const [front, back] = [tokens[0], tokens.at(-1)];
  let axis: Axis | undefined;
  let direction: 1 | -1 = 1;
  if (front?.kind === 'axis' || front?.kind === 'letter') {
    axis = front.axis;
    direction = front.kind === 'letter' ? front.direction : 1;
    from += 1;
  } else if (back?.kind === 'letter') {
    [axis, direction] = [back.axis, back.direction];
    to -= 1;
  }
  const sign = tokens[from]?.kind;
  if (sign === '-' || sign === '+') {
    if (axis && front?.kind !== 'axis') return undefined;
    direction = sign === '-' ? -1 : 1;
    from += 1;
  }
  const angle = angleOf(tokens.slice(from, to));
  return angle && { axis, degrees: angle.degrees * direction, styles: angle.styles };
}

/** Marks after degrees, minutes and seconds. */
const MARKS_BEHIND = ['°-', '′-', '″'] as const;

/** One to three numbers, each followed by its mark, or by only a blank or a hyphen. */
function angleOf(tokens: readonly Token[]): Pick<Coordinate, 'degrees' | 'styles'> | undefined {
  const parts: { readonly value: number; readonly isWhole: boolean; readonly mark: string }[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const next = tokens[at + 1];
    if (token?.kind !== 'number') return undefined;
    const isMark = next !== undefined && next.kind !== 'number';
    const mark = isMark ? next.kind : '';
    if (isMark && !MARKS_BEHIND[parts.length]?.includes(mark)) return undefined;
    if (mark === '-' && at + 2 === tokens.length) return undefined;
    parts.push({ value: Number(token.text), isWhole: !token.text.includes('.'), mark });
    if (isMark) at += 1;
  }
  const [whole, minutes, seconds] = parts;
  if (!whole || parts.length > 3 || (minutes?.value ?? 0) >= 60 || (seconds?.value ?? 0) >= 60) return undefined;
  const styles: Style[] = [];
  const isMarked = whole.mark !== '-' && (!minutes || minutes.mark === '′') && (!seconds || seconds.mark === '″');
  if (isMarked) styles.push('marked');
  if (minutes && seconds && whole.isWhole && minutes.isWhole) styles.push('bareSeconds');
  if (minutes && !seconds && whole.isWhole) styles.push('bareMinutes');
  return { degrees: whole.value + (minutes?.value ?? 0) / 60 + (seconds?.value ?? 0) / 3600, styles };
}

const NUMBER = String.raw`-?\d{1,3}(?:\.\d{1,20})?`;
const PAIR = String.raw`(${NUMBER})(?:,|%2C) ?\+?(${NUMBER})`;
/** The place in links of other maps, in ours and in `geo:` addresses. Patterns for a place precede those for a view. */
const IN_LINKS: readonly RegExp[] = [
  new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`),
  new RegExp(`[?&#](?:q|query|ll|sll|daddr|destination|coordinate|point|center|at)=(?:loc:)?${PAIR}`, 'i'),
  new RegExp(`[?&]mlat=(${NUMBER})&mlon=(${NUMBER})`),
  new RegExp(`geo:(?!0,0(?![.\\d]))${PAIR}`, 'i'),
  new RegExp(`/(?:maps/)?(?:place|search|dir)/${PAIR}`),
  new RegExp(`[@]${PAIR}`),
  new RegExp(`#map=\\d{1,2}(?:\\.\\d{1,20})?/(${NUMBER})/(${NUMBER})`),
  new RegExp(`[?&]view=${PAIR}`),
];
/** Google writes degrees, minutes and seconds as the name of a place. */
const NAMED_PLACE = /\/(?:place|search)\/([^/@?]+)/;

/** Finds the place in coordinates, a `geo:` address or a map link (Google, Apple, OpenStreetMap, ours). */
export function positionIn(text: string): Position | undefined {
  return isLink(text) ? positionInLink(text) : parseCoordinates(text);
}

/** True for an address, with or without a place in it; it is never searched as a name. */
export function isLink(text: string): boolean {
  return /^(?:https?:\/\/|geo:)/i.test(text.slice(0, MAX_LINK_LENGTH).trimStart());
}

/** The same for an address anywhere in the beginning of the text. */
export function positionInLink(text: string): Position | undefined {
  const link = text.slice(0, MAX_LINK_LENGTH);
  for (const pattern of IN_LINKS) {
    const [, latitude, longitude] = pattern.exec(link) ?? [];
    const found = latitude && longitude && parseCoordinates(`${latitude}, ${longitude}`);
    if (found) return found;
  }
  const name = NAMED_PLACE.exec(link)?.[1];
  return name === undefined ? undefined : parseCoordinates(unescaped(name));
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
