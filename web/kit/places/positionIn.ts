import type { Position } from '#shared/geo/geodesy.ts';
import { parseCoordinates } from './parseCoordinates.ts';

const NUMBER = String.raw`-?\d{1,3}(?:\.\d+)?`;
const PAIR = String.raw`(${NUMBER})(?:,|%2C)\s*\+?(${NUMBER})`;
/** The place in links of other maps, in ours and in `geo:` addresses. Patterns for a place come before those for a view. */
const IN_LINKS: readonly RegExp[] = [
  new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`),
  new RegExp(`[?&#](?:q|query|ll|sll|daddr|destination|coordinate|point|center|at)=(?:loc:)?${PAIR}`, 'i'),
  new RegExp(`[?&]mlat=(${NUMBER})&mlon=(${NUMBER})`),
  new RegExp(`geo:(?!0,0(?![.\\d]))${PAIR}`, 'i'),
  new RegExp(`/(?:maps/)?(?:place|search|dir)/${PAIR}`),
  new RegExp(`[@]${PAIR}`),
  new RegExp(`#map=\\d{1,2}(?:\\.\\d+)?/(${NUMBER})/(${NUMBER})`),
  new RegExp(`[?&]view=${PAIR}`),
];
/** Google writes degrees, minutes and seconds as the name of a place. */
const NAMED = /\/(?:place|search)\/([^/@?]+)/;

/** Finds the place in coordinates, a `geo:` address or a link of a map (Google, Apple, OpenStreetMap, ours). */
export function positionIn(text: string): Position | undefined {
  return isLink(text) ? positionInLink(text) : parseCoordinates(text);
}

/** Whether it is an address, which names a place or none; never a name to be searched. */
export function isLink(text: string): boolean {
  return /^\s*(?:https?:\/\/|geo:)/i.test(text);
}

/** The same, of an address anywhere in the text. */
export function positionInLink(text: string): Position | undefined {
  for (const pattern of IN_LINKS) {
    const [, latitude, longitude] = pattern.exec(text) ?? [];
    const found = latitude && longitude && parseCoordinates(`${latitude}, ${longitude}`);
    if (found) return found;
  }
  const name = NAMED.exec(text)?.[1];
  return name === undefined ? undefined : parseCoordinates(unescaped(name));
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
