import { distanceKm, type Position } from '#shared/geo/geodesy.ts';

/** Light and radio of one flash: agreement stops growing beyond (FY-4A: 2 s, 27 to 42 km). */
const WITHIN_MS = 2_000;
const WITHIN_KM = 30;

export interface Event extends Position {
  readonly atMs: number;
}

interface Matches {
  /** For each flash, in the order given, whether a strike lies within 2 s and 30 km. */
  readonly flashes: readonly boolean[];
  /** For each strike, whether a flash does. */
  readonly strikes: readonly boolean[];
}

/** Which flashes of a satellite and strikes by radio belong together. One may belong to several of the others. */
export function matchFlashes(flashes: readonly Event[], strikes: readonly Event[]): Matches {
  const matched = { flashes: flashes.map(() => false), strikes: strikes.map(() => false) };
  const order = inTime(strikes);
  let first = 0;
  for (const at of inTime(flashes)) {
    const flash = flashes[at] as Event;
    while (first < order.length && strikeAt(first).atMs < flash.atMs - WITHIN_MS) first += 1;
    for (let next = first; next < order.length && strikeAt(next).atMs <= flash.atMs + WITHIN_MS; next += 1) {
      if (distanceKm(flash, strikeAt(next)) > WITHIN_KM) continue;
      matched.flashes[at] = true;
      matched.strikes[order[next] as number] = true;
    }
  }
  return matched;

  function strikeAt(place: number): Event {
    return strikes[order[place] as number] as Event;
  }
}

/** Indices, by time. */
function inTime(events: readonly Event[]): number[] {
  return events.map((_, index) => index).sort((a, b) => (events[a] as Event).atMs - (events[b] as Event).atMs);
}
