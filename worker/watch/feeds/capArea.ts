import type { Shape } from '#shared/geo/shape/Shape.ts';
import type { Level } from '#shared/watch/Area.ts';
import { LEVELS } from '#shared/watch/Area.ts';
import { xmlElement } from '#worker/http/xmlText.ts';
import type { FeedArea } from './FeedBook.ts';

/** How far from the area the ring of the level lies; the outermost for clear. */
export function ringOf({ ringsKm }: Pick<FeedArea, 'ringsKm'>, level: Level): number {
  return ringsKm[Math.max(0, LEVELS.indexOf(level) - 1)] ?? ringsKm[0];
}

/**
 * CAP's `<area>`. A point has the ring of the level around it. CAP knows no distance from a polygon: those are told as
 * they are, a line as a polygon there and back.
 */
export function capArea(area: FeedArea, level: Level): string {
  const shape = area.shape as Shape;
  if (shape.type === 'Point') {
    const [longitude, latitude] = shape.coordinates;
    const circle = `${latitude},${longitude} ${ringOf(area, level)}`;
    return xmlElement('area', [xmlElement('areaDesc', area.name), xmlElement('circle', circle)]);
  }
  const corners = shape.type === 'Polygon' ? shape.coordinates[0] : thereAndBack(shape.coordinates);
  const polygon = corners.map(([longitude, latitude]) => `${latitude},${longitude}`).join(' ');
  return xmlElement('area', [xmlElement('areaDesc', area.name), xmlElement('polygon', polygon)]);
}

/** A polygon has four positions at least. */
function thereAndBack<Corner>(line: readonly Corner[]): Corner[] {
  const back = line.slice(0, -1).reverse();
  const closed = [...line, ...back];
  return closed.length < 4 ? [...line, ...line.slice(-1), ...back] : closed;
}
