import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { Shape } from '#shared/geo/Shape.ts';

export type RingsKm = readonly [watch: number, warning: number, stop: number];

/** The distances around a watched place, as the map renders them. */
export interface Rings {
  readonly shape: Shape;
  /** Outermost first. */
  readonly ringsKm: RingsKm;
  /** Called while the user moves a handle. Without it the rings have no handles. */
  readonly onChange?: ((ringsKm: RingsKm) => void) | undefined;
  /** The rings follow the map, so the map does not move to them. */
  readonly followsMap?: boolean;
}

/** Client-side only. The alert box may be open over a tool with rings: the last ones are rendered. */
const visible = proxy<{ all: readonly ReturnType<typeof ref<Rings>>[] }>({ all: [] });

/** Renders these rings on the map while mounted. The map moves to a new shape. Undefined: no rings. */
export function useRingsOnMap(rings: Rings | undefined): void {
  useEffect(() => {
    if (!rings) return;
    const own = ref(rings);
    visible.all = [...visible.all, own];
    return () => {
      visible.all = visible.all.filter((one) => one !== own);
    };
  }, [rings]);
}

export function useVisibleRings(): Rings | undefined {
  return useSnapshot(visible).all.at(-1);
}
