import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { FireBody } from '#shared/fires/bodies.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { FireDataStatus } from './currentFires.ts';

/** What the map renders for the fire list tool. */
export interface RenderedFires {
  readonly fires: readonly FireBody[];
  /** The open fire. */
  readonly chosen: FireBody | undefined;
  /** Where the lightning struck that best matches the open fire. */
  readonly best: Position | undefined;
  readonly dataStatus: FireDataStatus;
  readonly nowMs: number;
  /** Called with the id of the pressed fire. */
  readonly onChoose: (id: string) => void;
}

/** Client-side only: changed by the one map and the one tool next to it. */
const visible = proxy<{ rendered: ReturnType<typeof ref<RenderedFires>> | undefined; box: BBox | undefined }>({
  rendered: undefined,
  box: undefined,
});

/** Renders these fires on the map while mounted. Pass the same object until something changes. */
export function useFiresOnMap(renderedFires: RenderedFires | undefined): void {
  useEffect(() => {
    visible.rendered = renderedFires && ref(renderedFires);
  }, [renderedFires]);
  useEffect(
    () => () => {
      visible.rendered = undefined;
    },
    [],
  );
}

export function useRenderedFires(): RenderedFires | undefined {
  return useSnapshot(visible).rendered;
}

/** The visible box of the map; undefined without a map. */
export function useFiresBox(): BBox | undefined {
  return useSnapshot(visible).box;
}

/** Called by the map with its visible box, and with undefined when it unmounts. */
export function setFiresBox(box: BBox | undefined): void {
  visible.box = box && ref(box);
}
