import type { Position } from '#shared/geo/geodesy.ts';
import { parseCoordinates, positionInLink } from '#web/kit/places/outlines/readPosition.ts';

/** Names in the manifest's `share_target` for the title, text and address of a shared item. */
const SHARED = ['shared-title', 'shared-text', 'shared-url'];
/** Contains a shared text without a place; the map's notice quotes it. */
const UNFOUND = 'shared';
const MAX_RETAINED = 200;

/** The map's query for an address opened by another app's share: with the point found in it, or with its text. */
export function sharedAddress(search: string): string {
  const parameters = new URLSearchParams(search);
  const texts = SHARED.flatMap((name) => parameters.get(name) ?? []).filter((text) => text.trim() !== '');
  const at = sharedPosition(texts);
  if (!at) return `?${new URLSearchParams({ [UNFOUND]: texts.join(' ').slice(0, MAX_RETAINED) })}`;
  const [latitude, longitude] = [at.latitude, at.longitude].map((degrees) => Number(degrees.toFixed(4)));
  return `?view=${latitude},${longitude},9z&point=${latitude},${longitude}`;
}

/** Two numbers in running text, each with decimals: house numbers and dates have none. */
const IN_TEXT = /(?<![\d.])(-?\d{1,2}\.\d{2,20})(?:,|,?\s{1,20})(-?\d{1,3}\.\d{2,20})(?![\d.])/;
const MAX_LENGTH = 2_000;

/** Finds coordinates, a `geo:` address or a map link (Google, Apple, OpenStreetMap, ours). Latitude comes first. */
function sharedPosition(texts: readonly string[]): Position | undefined {
  const whole = texts.join('\n').slice(0, MAX_LENGTH);
  const linked = positionInLink(whole);
  if (linked) return linked;
  for (const line of whole.split('\n')) {
    const found = parseCoordinates(line);
    if (found) return found;
  }
  const [, first, second] = IN_TEXT.exec(whole) ?? [];
  return first !== undefined && second !== undefined ? parseCoordinates(`${first}, ${second}`) : undefined;
}
