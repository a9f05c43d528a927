import { type CompassPoint, compassPoint, type Position } from '#shared/geo/geodesy.ts';
import { type CellReport, stormOf } from '#shared/nowcast/cells/CellReport.ts';
import { FlashWindow, type Stroke } from '#shared/nowcast/cells/FlashWindow.ts';
import { outlineOf } from '#shared/nowcast/cells/outlineOf.ts';
import { createPlane, type PlanePoint } from '#shared/nowcast/cells/plane.ts';
import type { StormCell, Trend } from '#shared/nowcast/cells/StormCell.ts';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import { carryFlashes } from '#shared/nowcast/place/carryFlashes.ts';
import { bearingOf } from './cellWords.ts';
import { CONE_MINUTES, coneEnd, coneOf, middleAfter } from './coneOf.ts';

/** In degrees; rings are closed. */
export interface DrawnCell {
  readonly cell: CellReport;
  readonly outline: readonly Position[];
  /** Only for cells with an `arrow`. */
  readonly cone: readonly Position[] | undefined;
  /** From the present position to that after 30 minutes, and the two strokes of the head. */
  readonly arrow: readonly (readonly Position[])[] | undefined;
  /** Position and side of texts clear of the cell and its strikes. */
  readonly wordsAt: Position;
  readonly wordsTo: CompassPoint;
}

/** With fewer of its flashes held, the hull would be another cell's. */
const LEAST_SHARE = 0.6;
const LEAST_FLASHES = 3;
const CIRCLE_CORNERS = 48;
const LEAST_RADIUS_KM = 3;
const HEAD_SHARE = 0.18;
const HEAD_ANGLE = 0.5;

/** `strokes`: those held of the ten minutes before the cells' time; with too few a cell is a circle. */
export function drawnCells(news: CellsNews, strokes: readonly Stroke[]): DrawnCell[] {
  const plane = createPlane(middleOf(news.cells));
  const window = new FlashWindow(plane);
  window.advance(news.atMs, strokes);
  const storms = news.cells.map((cell) => stormOf(cell, plane, news.atMs));
  const members = new Map<number, PlanePoint[]>(storms.map(({ id }) => [id, []]));
  for (const flash of carryFlashes(news.atMs, window.flashes, storms)) members.get(flash.cell)?.push(flash);
  return news.cells.map((cell, index) => {
    const storm = storms[index] as StormCell;
    const degrees = (points: readonly PlanePoint[]) => points.map((point) => plane.toDegrees(point));
    const ring = (points: readonly PlanePoint[]) => degrees([...points, ...points.slice(0, 1)]);
    const held = members.get(cell.id) ?? [];
    const enough = held.length >= Math.max(LEAST_FLASHES, LEAST_SHARE * cell.flashes);
    const outline = ring(enough ? outlineOf(held) : circleOf(storm));
    return {
      cell,
      outline,
      cone: cell.showArrow ? ring(coneOf(storm)) : undefined,
      arrow: cell.showArrow ? arrowOf(storm).map(degrees) : undefined,
      ...(cell.showArrow
        ? { wordsAt: plane.toDegrees(coneEnd(storm)), wordsTo: compassPoint(bearingOf(cell)) }
        : { wordsAt: northmost(outline), wordsTo: 'n' as const }),
    };
  });
}

function middleOf(cells: readonly CellReport[]): Position {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return {
    latitude: mean(cells.map(({ latitude }) => latitude)),
    longitude: mean(cells.map(({ longitude }) => longitude)),
  };
}

function northmost(ring: readonly Position[]): Position {
  return ring.reduce((best, position) => (position.latitude > best.latitude ? position : best));
}

function circleOf({ xKm, yKm, radiusKm }: StormCell): PlanePoint[] {
  const km = Math.max(LEAST_RADIUS_KM, radiusKm);
  return Array.from({ length: CIRCLE_CORNERS }, (_, corner) => {
    const angle = (corner / CIRCLE_CORNERS) * 2 * Math.PI;
    return { xKm: xKm + km * Math.cos(angle), yKm: yKm + km * Math.sin(angle) };
  });
}

function arrowOf(storm: StormCell): PlanePoint[][] {
  const tip = middleAfter(storm, CONE_MINUTES);
  const back = Math.atan2(-storm.vy, -storm.vx);
  const km = HEAD_SHARE * Math.hypot(tip.xKm - storm.xKm, tip.yKm - storm.yKm);
  const side = (angle: number) => ({
    xKm: tip.xKm + km * Math.cos(back + angle),
    yKm: tip.yKm + km * Math.sin(back + angle),
  });
  return [
    [storm, tip],
    [side(HEAD_ANGLE), tip, side(-HEAD_ANGLE)],
  ];
}

interface CellMarks {
  readonly trends: Record<Trend, string>;
  readonly ahead: string;
}

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

/** Cells as GeoJSON; each layer draws the features of one `part`. */
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
