import { useMemo } from 'react';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import { decodeCells } from '#shared/wire/cellsEvent.ts';
import type { CellsNow } from '#web/sky/shown/Sky.ts';

/** Returns what may be said of cells at present, decoded; the same object until it changes. */
export function useCellsNews(cells: CellsNow): CellsNews | undefined {
  const event = cells.kind === 'told' ? cells.event : undefined;
  return useMemo(() => event && decodeCells(event), [event]);
}

/** The texts of storm cells, which load with their first use. */
export const CELL_TEXTS = ['cells'] as const;
