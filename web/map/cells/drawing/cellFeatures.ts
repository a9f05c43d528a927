import type { CompassPoint, Position } from '#shared/geo/geodesy.ts';
import type { Trend } from '#shared/nowcast/cells/StormCell.ts';
import type { DrawnCell } from './drawnCells.ts';

/** What is written beside cells on the map; a steady cell has nothing. */
export interface CellMarks {
  readonly trends: Record<Trend, string>;
  /** At the tip of an arrow. */
  readonly ahead: string;
}

/** Which part of a text stands at its point, if the text is to lie on that side of the point. */
const ANCHORS: Record<CompassPoint, string> = {
  n: 'bottom',
  ne: 'bottom-left',
  e: 'left',
  se: 'top-left',
  s: 'top',
  sw: 'top-right',
  w: 'right',
  nw: 'bottom-right',
};

const at = ({ longitude, latitude }: Position): [number, number] => [longitude, latitude];

/** Cells as GeoJSON; `part` tells what a feature is of its cell, and each layer draws one. */
export function cellFeatures(drawn: readonly DrawnCell[], { trends, ahead }: CellMarks) {
  const feature = <Geometry>(geometry: Geometry, properties: Record<string, string | number>) => ({
    type: 'Feature' as const,
    properties,
    geometry,
  });
  const point = (position: Position) => ({ type: 'Point' as const, coordinates: at(position) });
  const area = (ring: readonly Position[]) => ({ type: 'Polygon' as const, coordinates: [ring.map(at)] });
  const wordsOf = ({ cell: { trend }, arrow, wordsAt, wordsTo }: DrawnCell) => {
    const text = [...(arrow ? [ahead] : []), ...(trend === 'steady' ? [] : [trends[trend]])].join(' · ');
    return text === '' ? [] : [feature(point(wordsAt), { part: 'word', text, anchor: ANCHORS[wordsTo] })];
  };
  return {
    type: 'FeatureCollection' as const,
    features: drawn.flatMap((one) => [
      ...(one.cone ? [feature(area(one.cone), { part: 'cone' })] : []),
      feature(area(one.outline), { part: 'outline', trend: one.cell.trend }),
      ...one.cell.track.map((position, index) => feature(point(position), { part: 'past', back: index + 1 })),
      ...(one.arrow
        ? [
            feature(
              { type: 'MultiLineString' as const, coordinates: one.arrow.map((line) => line.map(at)) },
              { part: 'arrow' },
            ),
          ]
        : []),
      ...wordsOf(one),
    ]),
  };
}
