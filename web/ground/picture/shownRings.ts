import { useEffect } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import type { Shape } from '#shared/geo/shape/Shape.ts';

export type RingsKm = readonly [watch: number, warning: number, stop: number];

/** The distances around a watched place, as the map draws them. */
export interface Rings {
  readonly shape: Shape;
  /** Outermost first. */
  readonly ringsKm: RingsKm;
  /** Called while somebody moves a handle. Without it the rings have none. */
  readonly onChange?: ((ringsKm: RingsKm) => void) | undefined;
  /** They follow the map, which therefore does not go to them. */
  readonly followsMap?: boolean;
}

/** Changed in a browser only. The bell's box may lie over a tool that has rings too: the last are drawn. */
const shown = proxy<{ all: readonly ReturnType<typeof ref<Rings>>[] }>({ all: [] });

/** Draws these rings on the map while they are the same object, which goes to a new shape. Undefined: none. */
export function useRingsOnMap(rings: Rings | undefined): void {
  useEffect(() => {
    if (!rings) return;
    const own = ref(rings);
    shown.all = [...shown.all, own];
    return () => {
      shown.all = shown.all.filter((one) => one !== own);
    };
  }, [rings]);
}

export function useShownRings(): Rings | undefined {
  return useSnapshot(shown).all.at(-1);
}
