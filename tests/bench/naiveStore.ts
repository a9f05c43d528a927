import type { ProviderEvent } from './stormStrikes.ts';

/**
 * The map's data as one would first write it: an array of the provider's objects, made anew on every change. It is
 * what the store and the layer are measured against.
 */
export type NaiveEvents = readonly ProviderEvent[];

export interface NaiveAttributes {
  readonly positions: Float32Array;
  readonly colours: Uint8ClampedArray;
}

/** The events and the new ones, each id once, none older than the window. */
export function mergeNaively(held: NaiveEvents, fresh: NaiveEvents, nowMs: number, windowMs: number): NaiveEvents {
  const seen = new Set<string>();
  return [...held, ...fresh].filter(({ id, timestamp }) => {
    if (seen.has(id) || Date.parse(timestamp) < nowMs - windowMs) return false;
    seen.add(id);
    return true;
  });
}

export function filterNaively(held: NaiveEvents, nowMs: number, windowMs: number): NaiveEvents {
  return held.filter(({ timestamp }) => Date.parse(timestamp) >= nowMs - windowMs);
}

/** Every event with its age class, as a list that a renderer is given each time ages change. */
export function ageNaively(held: NaiveEvents, nowMs: number): (ProviderEvent & { readonly ageClass: string })[] {
  return held.map((event) => {
    const ageMs = nowMs - Date.parse(event.timestamp);
    return { ...event, ageClass: ageMs <= 300_000 ? 'fresh' : ageMs <= 1_800_000 ? 'recent' : 'old' };
  });
}

/** Colours of the classes that `ageNaively` gives. */
export const COLOURS = { fresh: [79, 25, 84], recent: [232, 31, 66], old: [219, 160, 20] } as const;

/** Attributes by accessor, one call an object, which is what a layer does with a new array. */
export function attributesNaively(held: NaiveEvents, nowMs: number): NaiveAttributes {
  const positions = new Float32Array(held.length * 2);
  const colours = new Uint8ClampedArray(held.length * 3);
  for (const [index, event] of ageNaively(held, nowMs).entries()) {
    positions.set([event.longitude, event.latitude], index * 2);
    colours.set(COLOURS[event.ageClass as keyof typeof COLOURS], index * 3);
  }
  return { positions, colours };
}
