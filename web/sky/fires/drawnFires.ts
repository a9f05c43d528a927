import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { FireBody } from '#shared/fires/bodies.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { FiresSight } from './firesSight.ts';

/** What the map renders for the fire list tool. */
export interface DrawnFires {
  readonly fires: readonly FireBody[];
  /** The open fire. */
  readonly chosen: FireBody | undefined;
  /** Where the lightning struck that best matches the open fire. */
  readonly best: Position | undefined;
  readonly sight: FiresSight;
  readonly nowMs: number;
  /** Called with the id of the pressed fire. */
  readonly onChoose: (id: string) => void;
}

/** Client-side only: changed by the one map and the one tool next to it. */
const shown = proxy<{ drawn: ReturnType<typeof ref<DrawnFires>> | undefined; box: BBox | undefined }>({
  drawn: undefined,
  box: undefined,
});

/** Renders these fires on the map while mounted. Pass the same object until something changes. */
export function useFiresOnMap(drawn: DrawnFires | undefined): void {
  useEffect(() => {
    shown.drawn = drawn && ref(drawn);
  }, [drawn]);
  useEffect(
    () => () => {
      shown.drawn = undefined;
    },
    [],
  );
}

export function useDrawnFires(): DrawnFires | undefined {
  return useSnapshot(shown).drawn;
}

/** The visible box of the map; undefined without a map. */
export function useFiresBox(): BBox | undefined {
  return useSnapshot(shown).box;
}

/** Called by the map with its visible box, and with undefined when it unmounts. */
export function setFiresBox(box: BBox | undefined): void {
  shown.box = box && ref(box);
}
