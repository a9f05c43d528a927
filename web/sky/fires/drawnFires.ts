import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { FireBody } from '#shared/fires/bodies.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { FiresSight } from './firesSight.ts';

/** What the map draws for the tool that lists fires. */
export interface DrawnFires {
  readonly fires: readonly FireBody[];
  /** The fire that is open. */
  readonly chosen: FireBody | undefined;
  /** Where the lightning struck that fits the open fire best. */
  readonly best: Position | undefined;
  readonly sight: FiresSight;
  readonly nowMs: number;
  /** Called with the fire that is pressed. */
  readonly onChoose: (id: string) => void;
}

/** Changed in a browser only, by the one map and the one tool beside it. */
const shown = proxy<{ drawn: ReturnType<typeof ref<DrawnFires>> | undefined; box: BBox | undefined }>({
  drawn: undefined,
  box: undefined,
});

/** Has the map draw these fires, while they are asked for. The same object until something changes. */
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

/** The box that the map shows; undefined where there is none. */
export function useFiresBox(): BBox | undefined {
  return useSnapshot(shown).box;
}

/** Called by the map with what it shows, and with nothing when it goes. */
export function setFiresBox(box: BBox | undefined): void {
  shown.box = box && ref(box);
}
