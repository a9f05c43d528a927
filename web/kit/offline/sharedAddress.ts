import type { Position } from '#shared/geo/geodesy.ts';
import { parseCoordinates } from '#web/kit/places/parseCoordinates.ts';

/** Names in the manifest's `share_target` for the title, text and address of something shared. */
const SHARED = ['shared-title', 'shared-text', 'shared-url'];
/** Carries a shared text that names no place; the map's notice repeats it. */
const UNFOUND = 'shared';
const MAX_KEPT = 200;

/** The map's query for an address that another app opened to share: with the point found in it, or with its text. */
export function sharedAddress(search: string): string {
  const parameters = new URLSearchParams(search);
  const texts = SHARED.flatMap((name) => parameters.get(name) ?? []).filter((text) => text.trim() !== '');
  const at = sharedPosition(texts);
  if (!at) return `?${new URLSearchParams({ [UNFOUND]: texts.join(' ').slice(0, MAX_KEPT) })}`;
  const [latitude, longitude] = [at.latitude, at.longitude].map((degrees) => Number(degrees.toFixed(4)));
  return `?view=${latitude},${longitude},9z&point=${latitude},${longitude}`;
}

const NUMBER = String.raw`-?\d{1,3}(?:\.\d+)?`;
const PAIR = `(${NUMBER})(?:,|%2C)\\s*\\+?(${NUMBER})`;
/** The place in links of other maps and in `geo:` addresses. Patterns for a place come before those for a view. */
const IN_LINKS: readonly RegExp[] = [
  new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`),
  new RegExp(`[?&#](?:q|query|ll|sll|daddr|destination|coordinate|point|center)=(?:loc:)?${PAIR}`, 'i'),
  new RegExp(`[?&]mlat=(${NUMBER})&mlon=(${NUMBER})`),
  new RegExp(`geo:(?!0,0(?![.\\d]))${PAIR}`, 'i'),
  new RegExp(`/(?:maps/)?(?:place|search|dir)/${PAIR}`),
  new RegExp(`[@]${PAIR}`),
  new RegExp(`#map=\\d{1,2}(?:\\.\\d+)?/(${NUMBER})/(${NUMBER})`),
  new RegExp(`[?&]view=${PAIR}`),
];
/** Two numbers in running text, each with decimals: house numbers and dates have none. */
const IN_TEXT =
  /(?<![\d.])(-?\d{1,2}\.\d{2,}),?\s+(-?\d{1,3}\.\d{2,})(?![\d.])|(?<![\d.])(-?\d{1,2}\.\d{2,}),(-?\d{1,3}\.\d{2,})(?![\d.])/;
const MAX_LENGTH = 2_000;

/** Finds coordinates, a `geo:` address or a map link (Google, Apple, OpenStreetMap, ours). Latitude comes first. */
function sharedPosition(texts: readonly string[]): Position | undefined {
  const whole = texts.join('\n').slice(0, MAX_LENGTH);
  for (const pattern of IN_LINKS) {
    const found = read(pattern.exec(whole));
    if (found) return found;
  }
  for (const line of whole.split('\n')) {
    const found = parseCoordinates(line);
    if (found) return found;
  }
  return read(IN_TEXT.exec(whole));
}

function read(match: RegExpExecArray | null): Position | undefined {
  const [first, second] = (match ?? []).slice(1).filter((group) => group !== undefined);
  return first !== undefined && second !== undefined ? parseCoordinates(`${first}, ${second}`) : undefined;
}
