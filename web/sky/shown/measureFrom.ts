import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { Measure } from './Sky.ts';

export interface MeasurePlaces {
  readonly point: Position | undefined;
  readonly visitorAt: Position | undefined;
  /** What the map shows. */
  readonly box: BBox | undefined;
}

/** What distances are measured from: the chosen point, else the visitor, else the middle of the map. */
export function measureFrom({ point, visitorAt, box }: MeasurePlaces): Measure | undefined {
  if (point) return { at: point, by: 'point' };
  if (visitorAt) return { at: visitorAt, by: 'visitor' };
  if (!box) return undefined;
  const centre = { latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2 };
  return { at: centre, by: 'centre' };
}
