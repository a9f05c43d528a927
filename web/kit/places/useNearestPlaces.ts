import { useSyncExternalStore } from 'react';
import { loadGazetteer } from './gazetteerStore.ts';
import { NearestPlaces } from './NearestPlaces.ts';

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
