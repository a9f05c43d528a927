import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';

export const AT = Date.UTC(2026, 6, 1, 12, 30);

/** A cell over Sofia that stands still. */
export function aCell(parts: Partial<CellReport> = {}): CellReport {
  return {
    id: 1,
    latitude: 42.7,
    longitude: 23.3,
    eastKmH: 0,
    northKmH: 0,
    sigmaKmH: 8,
    radiusKm: 8,
    flashes: 20,
    showArrow: false,
    trend: 'steady',
    ageMinutes: 25,
    track: [],
    ...parts,
  };
}

export const aNews = (cells: readonly CellReport[], parts: Partial<CellsNews> = {}): CellsNews => ({
  atMs: AT,
  cells,
  odds: AS_FITTED,
  ...parts,
});
