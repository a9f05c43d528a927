import { useSyncExternalStore } from 'react';
import {
  bearingDegrees,
  type CompassPoint,
  compassPoint,
  distanceKm,
  KM_PER_DEGREE,
  type Position,
} from '#shared/geo/geodesy.ts';
import { loadGazetteer } from './gazetteerStore.ts';
import type { Place } from './Place.ts';

/** Like `Map.groupBy`, which browsers before 2024 lack. */
export function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export interface NearPlace {
  readonly place: Place;
  readonly km: number;
  readonly direction: CompassPoint;
}

/** A place farther away does not help to locate a position. */
const FARTHEST_KM = 60;
const FARTHEST_DEGREES = FARTHEST_KM / KM_PER_DEGREE;
/** At sea: how far a town may be, and how large it must be for its name to say where. */
const FARTHEST_TOWN_KM = 500;
const FEWEST_IN_A_KNOWN_TOWN = 100_000;
/** Within this distance a place is preferred to all larger ones farther away. */
const AT_KM = 1.5;
/** Cells of one by one degree: the neighbours of a position reach at least 60 km up to 57° of latitude. */
const cellOf = (latitude: number, longitude: number) => Math.floor(latitude) * 1_000 + Math.floor(longitude);

/** Finds the place that best describes a position. */
export class NearestPlaces {
  readonly #cells: ReadonlyMap<number, readonly Place[]>;
  readonly #towns: readonly Place[];

  constructor(places: readonly Place[]) {
    this.#cells = groupBy(places, ({ latitude, longitude }) => cellOf(latitude, longitude));
    this.#towns = places.filter(({ population }) => population >= FEWEST_IN_A_KNOWN_TOWN);
  }

  /** Returns a near place, preferring a known town to the nearest village; undefined if none is within 60 km. */
  near(at: Position): NearPlace | undefined {
    let best: { readonly place: Place; readonly km: number; readonly cost: number } | undefined;
    for (const down of [-1, 0, 1]) {
      for (const right of [-1, 0, 1]) {
        for (const place of this.#cells.get(cellOf(at.latitude + down, at.longitude + right)) ?? []) {
          // The latitude alone excludes most places of a cell, which is cheap.
          if (Math.abs(place.latitude - at.latitude) > FARTHEST_DEGREES) continue;
          const km = distanceKm(place, at);
          if (km > FARTHEST_KM) continue;
          const cost = costOf(place, km);
          if (best === undefined || cost < best.cost) best = { place, km, cost };
        }
      }
    }
    return best && nearPlace(best.place, best.km, at);
  }

  /**
   * Like `near`; where nothing is near, as at sea, the nearest large town, in tens of kilometres; undefined if none is
   * within 500 km.
   */
  locate(at: Position): NearPlace | undefined {
    const near = this.near(at);
    if (near) return near;
    let nearest: Place | undefined;
    let nearestKm = FARTHEST_TOWN_KM;
    for (const town of this.#towns) {
      const km = distanceKm(town, at);
      if (km > nearestKm) continue;
      nearest = town;
      nearestKm = km;
    }
    return nearest && nearPlace(nearest, Math.round(nearestKm / 10) * 10, at);
  }
}

function nearPlace(place: Place, km: number, at: Position): NearPlace {
  return { place, km, direction: compassPoint(bearingDegrees(place, at)) };
}

/** A town of a million may be four times as far away as a village of a thousand and still be preferred. */
function costOf({ population }: Place, km: number): number {
  return Math.max(0, km - AT_KM) / (population + 500) ** 0.2;
}

let nearest: NearestPlaces | undefined;
const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** A failure is silent, because nothing waits for it: positions then have no names. */
export async function loadNearestPlaces(): Promise<void> {
  if (nearest) return;
  try {
    nearest = new NearestPlaces(await loadGazetteer());
    for (const changed of listeners) changed();
  } catch {
    // The next map tries again.
  }
}

export function useNearestPlaces(): NearestPlaces | undefined {
  return useSyncExternalStore(
    subscribe,
    () => nearest,
    () => undefined,
  );
}
