import { useEffect, useMemo, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import type { CellsFact } from '#shared/sky/verdictOf.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import type { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const load = () => withinChunkTimeout(import('./placeForecast.ts'));
type Program = Awaited<ReturnType<typeof load>>;
const NONE: CellsFact = { kind: 'none' };

/** Forecast from storm cells. Its code loads with the first cell; `fromMs`: all strikes since then are held. */
export function useForecast(
  place: Position | undefined,
  event: CellsEvent | undefined,
  strikes: StrikeStore,
  fromMs: number,
): CellsFact {
  const [program, setProgram] = useState<Program>();
  const isEnabled = place !== undefined && event !== undefined && event.cells.id.length > 0;
  useEffect(() => {
    if (!isEnabled) return;
    load().then(
      (loaded) => setProgram(loaded),
      () => undefined,
    );
  }, [isEnabled]);
  return useMemo(
    () => (program && place && event && program.placeForecast(place, event, strikes, fromMs)) || NONE,
    [program, place, event, strikes, fromMs],
  );
}
