import { useSyncExternalStore } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { DEFAULT_DWELL_MS, DEFAULT_RINGS_KM } from '#shared/watch/Area.ts';

/** Where the place comes from: the middle of the map, a tap, the visitor, or what is drawn. */
export type DraftFrom = 'centre' | 'tap' | 'visitor' | 'line' | 'polygon';

/** A place to be watched, while it is chosen on the map. It is kept nowhere. */
export interface WatchDraft {
  readonly from: DraftFrom;
  /** Undefined while there is none yet. */
  readonly shape: Shape | undefined;
  /** Where the map looks; undefined until it has said so. */
  readonly centre: Position | undefined;
  /** Counts up when a drawing begins anew. */
  readonly attempt: number;
  readonly ringsKm: readonly [watch: number, warning: number, stop: number];
  readonly dwellMin: number;
}

const FRESH: WatchDraft = {
  from: 'centre',
  shape: undefined,
  centre: undefined,
  attempt: 0,
  ringsKm: DEFAULT_RINGS_KM,
  dwellMin: DEFAULT_DWELL_MS / 60_000,
};

let draft: WatchDraft | undefined;
const listeners = new Set<() => void>();

function set(next: WatchDraft | undefined): void {
  draft = next;
  for (const listener of listeners) listener();
}

/** Begins or ends to choose a place. */
export function openDraft(open: boolean): void {
  set(open ? FRESH : undefined);
}

export function changeDraft(changes: Partial<WatchDraft>): void {
  if (draft) set({ ...draft, ...changes });
}

/** Whether a tap on the map chooses a place now, and opens no strike. */
export function isChoosing(): boolean {
  return draft !== undefined && draft.from !== 'centre' && draft.from !== 'visitor';
}

/** The place that is being chosen; undefined while none is. */
export function useWatchDraft(): WatchDraft | undefined {
  return useSyncExternalStore(subscribe, () => draft);
}

/** `isChoosing`, as it changes. */
export function useChoosing(): boolean {
  return useSyncExternalStore(subscribe, isChoosing);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
