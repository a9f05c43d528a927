import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { boxAroundShape, distanceFrom, type Shape } from '#shared/geo/Shape.ts';
import { eachRow, type ReportedScope, type ReportedStrikes, reportedAround } from '#shared/sky/placeFacts.ts';
import type { MeasuredStrike } from './findStrike.ts';
import type { StoredStrike, StrikeStore } from './StrikeStore.ts';

/** An outlined area with a verdict: distances count from its edge, and are 0 within; bearings from its middle. */
export interface OutlinedArea {
  readonly by: 'outline';
  readonly at: Position;
  /** All strikes within this distance of its edge are held. */
  readonly withinKm: number;
  /** The box around the area and that distance. */
  readonly reach: BBox;
  readonly kmTo: (at: Position) => number;
  readonly reported: (strikes: StrikeStore, scope: ReportedScope) => ReportedStrikes<StoredStrike>;
}

export function outlinedArea(shape: Shape, withinKm: number): OutlinedArea {
  const reach = boxAroundShape(shape, withinKm);
  const { west, south, east, north } = reach;
  const kmTo = distanceFrom(shape);
  return {
    by: 'outline',
    at: { latitude: (south + north) / 2, longitude: (west + east) / 2 },
    withinKm,
    reach,
    kmTo,
    reported: (strikes, scope) => {
      const around = (km: number, fromMs: number, toMs: number): MeasuredStrike[] => {
        const found: MeasuredStrike[] = [];
        eachRow(strikes, { fromMs, toMs, within: reach }, (row) => {
          const strike = strikes.strikeAt(row);
          const away = kmTo(strike);
          if (away <= km) found.push({ strike, km: away });
        });
        return found;
      };
      return reportedAround(
        {
          nearest: (fromMs, toMs) => around(withinKm, fromMs, toMs).toSorted((a, b) => a.km - b.km)[0],
          newest: (km, fromMs, toMs) =>
            around(km, fromMs, toMs).toSorted((a, b) => b.strike.atMs - a.strike.atMs)[0]?.strike,
        },
        scope,
      );
    },
  };
}
