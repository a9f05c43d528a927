import { useMemo } from 'react';
import type { DrawnSky, Sky } from './Sky.ts';

/** Returns the part of the sky that is drawn; the same object until something in it changes. */
export function useDrawnSky(sky: Sky): DrawnSky {
  const { strikes, clock, drawnNowMs, drawnFromMs, toMs, from, measure, complete, typicalDelayMs, cells } = sky;
  const greyed = sky.truth.kind === 'down';
  return useMemo(
    () => ({ strikes, clock, drawnNowMs, drawnFromMs, toMs, from, measure, complete, typicalDelayMs, cells, greyed }),
    [strikes, clock, drawnNowMs, drawnFromMs, toMs, from, measure, complete, typicalDelayMs, cells, greyed],
  );
}
