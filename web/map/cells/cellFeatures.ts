import type { Position } from '#shared/geo/geodesy.ts';
import type { Trend } from '#shared/nowcast/StormCell.ts';
import type { DrawnCell } from './drawnCells.ts';

/** What is written beside cells on the map; a steady cell has nothing. */
export interface CellMarks {
  readonly trends: Record<Trend, string>;
  /** At the tip of an arrow. */
  readonly ahead: string;
}

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
  /** At the tip, which no strike covers yet; where there is none, above the outline. */
  const wordsOf = (trend: Trend, outline: readonly Position[], tip: Position | undefined) => {
    const texts = [...(tip ? [ahead] : []), ...(trend === 'steady' ? [] : [trends[trend]])];
    const text = texts.join(' · ');
    return text === '' ? [] : [feature(point(tip ?? northmost(outline)), { part: 'word', text })];
  };
  return {
    type: 'FeatureCollection' as const,
    features: drawn.flatMap(({ cell, outline, cone, arrow }) => [
      ...(cone ? [feature(area(cone), { part: 'cone' })] : []),
      feature(area(outline), { part: 'outline', trend: cell.trend }),
      ...cell.track.map((position, index) => feature(point(position), { part: 'past', back: index + 1 })),
      ...(arrow
        ? [
            feature(
              { type: 'MultiLineString' as const, coordinates: arrow.map((line) => line.map(at)) },
              { part: 'arrow' },
            ),
          ]
        : []),
      ...wordsOf(cell.trend, outline, arrow?.[0]?.[1]),
    ]),
  };
}

function northmost(ring: readonly Position[]): Position {
  return ring.reduce((best, position) => (position.latitude > best.latitude ? position : best));
}
