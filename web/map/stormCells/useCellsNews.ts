import { useMemo } from 'react';
import type { CellsNews } from '#shared/nowcast/CellsNews.ts';
import { decodeCells } from '#shared/wire/cellsEvent.ts';
import type { CellsNow } from '#web/sky/shown/Sky.ts';

/** Returns the decoded cells; the same object until they change. */
export function useCellsNews(cells: CellsNow): CellsNews | undefined {
  const event = cells.kind === 'told' ? cells.event : undefined;
  return useMemo(() => event && decodeCells(event), [event]);
}

export const CELL_TEXTS = ['cells'] as const;
