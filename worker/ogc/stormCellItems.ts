import type { OutlinedCells } from '#worker/nowcast/NowcastCalls.ts';
import { headOf, outlinesOf } from '#worker/routes/cells/cells.ts';
import type { Feature } from './features.ts';

/** Sorts after every number. */
const STATE = 'state';

/** A feature for each storm cell, and one without a place that is always there. `told` is null if there are none yet. */
export function stormCellFeatures(told: OutlinedCells | null, nowMs: number): Feature[] {
  const { at, stale, partial } = told ? headOf(told, nowMs) : { at: undefined, stale: true, partial: true };
  const common = { ...(at === undefined ? {} : { at }), stale, partial };
  const state: Feature = { type: 'Feature', id: STATE, geometry: null, properties: { kind: 'state', ...common } };
  const features = (told ? outlinesOf(told) : []).map(({ cell, ring }): Feature => {
    const { speedKmH, headingDegrees, headingErrorDegrees } = cell;
    const motion = { speedKmH, headingDegrees, headingErrorDegrees };
    return {
      type: 'Feature',
      id: String(cell.id),
      geometry: { type: 'Polygon', coordinates: [ring] },
      properties: {
        kind: 'cell',
        ...common,
        flashes: cell.flashes,
        trend: cell.trend,
        radiusKm: cell.radiusKm,
        ...(speedKmH === null ? {} : motion),
        ageMinutes: cell.ageMinutes,
      },
    };
  });
  return [...features, state];
}
