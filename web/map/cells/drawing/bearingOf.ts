import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';

/** Where a cell goes, in degrees clockwise from north, 0 ≤ bearing < 360. */
export function bearingOf({ eastKmH, northKmH }: Pick<CellReport, 'eastKmH' | 'northKmH'>): number {
  return ((Math.atan2(eastKmH, northKmH) * 180) / Math.PI + 360) % 360;
}
