import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { latitudeAtMercatorY, mercatorX, mercatorY } from '#shared/geo/mercator.ts';

/** In the drawing's units: pixels on a screen. */
export interface DrawingSize {
  readonly width: number;
  readonly height: number;
}

/** The area that a drawing shows, in web mercator. North is up. */
export interface Frame {
  /** The drawing's upper left corner, in the units of `mercatorX` and `mercatorY`. */
  readonly left: number;
  readonly upper: number;
  /** The world's width, in units of the drawing. */
  readonly world: number;
}

export function frameAt({ longitude, latitude }: Position, world: number, { width, height }: DrawingSize): Frame {
  return { left: mercatorX(longitude) - width / 2 / world, upper: mercatorY(latitude) - height / 2 / world, world };
}

/** The closest frame around the whole box, with a margin in units at each edge, at least `leastAcross` worlds wide. */
export function frameAround(
  { west, south, east, north }: BBox,
  { width, height }: DrawingSize,
  margin = 0,
  leastAcross = 0,
): Frame {
  const [top, bottom] = [mercatorY(north), mercatorY(south)];
  const world = Math.min(
    (width - 2 * margin) / Math.max(leastAcross, (east - west) / 360),
    (height - 2 * margin) / Math.max(leastAcross, bottom - top),
  );
  return {
    left: mercatorX((west + east) / 2) - width / 2 / world,
    upper: (top + bottom) / 2 - height / 2 / world,
    world,
  };
}

export function project({ left, upper, world }: Frame, longitude: number, latitude: number): [x: number, y: number] {
  return [(mercatorX(longitude) - left) * world, (mercatorY(latitude) - upper) * world];
}

export function unproject({ left, upper, world }: Frame, x: number, y: number): Position {
  return { longitude: (left + x / world) * 360 - 180, latitude: latitudeAtMercatorY(upper + y / world) };
}

/** The box that a drawing shows; it may reach beyond ±180°. */
export function boxOf(frame: Frame, { width, height }: DrawingSize): BBox {
  const [{ longitude: west, latitude: north }, { longitude: east, latitude: south }] = [
    unproject(frame, 0, 0),
    unproject(frame, width, height),
  ];
  return { west, south, east, north };
}
