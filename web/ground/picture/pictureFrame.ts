import type { BBox } from '#shared/geo/BBox.ts';
import { EARTH_RADIUS_KM, type Position } from '#shared/geo/geodesy.ts';
import { latitudeAtMercatorY, mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import type { PictureSize } from './Picture.ts';

const MARGIN = 12;
/** Nearer nothing is known of the ground. */
const LEAST_KM_ACROSS = 1;

/** Where on the drawing a position is: web mercator, north is up. */
export interface PictureFrame extends PictureSize {
  /** What the drawing shows, edges included. */
  readonly box: BBox;
  /** Units of the drawing in a km, in its middle. */
  readonly perKm: number;
  /** The same of fractions of the world's width and height. */
  readonly projectWorld: (x: number, y: number) => readonly [x: number, y: number];
  /** The position at a point of the drawing. */
  readonly unproject: (x: number, y: number) => Position;
  readonly project: (longitude: number, latitude: number) => readonly [x: number, y: number];
}

/** The frame that shows all of `content` as large as possible, in the middle. */
export function pictureFrame(content: BBox, { width, height }: PictureSize): PictureFrame {
  const [west, east] = [mercatorX(content.west), mercatorX(content.east)];
  const [north, south] = [mercatorY(content.north), mercatorY(content.south)];
  const [middleX, middleY] = [(west + east) / 2, (north + south) / 2];
  const kmAWorld = 2 * Math.PI * EARTH_RADIUS_KM * Math.cos((latitudeAtMercatorY(middleY) * Math.PI) / 180);
  const least = LEAST_KM_ACROSS / kmAWorld;
  const world = Math.min(
    (width - 2 * MARGIN) / Math.max(least, east - west),
    (height - 2 * MARGIN) / Math.max(least, south - north),
  );
  const longitudeOf = (x: number) => (middleX + (x - width / 2) / world) * 360 - 180;
  const latitudeOf = (y: number) => latitudeAtMercatorY(middleY + (y - height / 2) / world);
  const projectWorld = (x: number, y: number) =>
    [width / 2 + (x - middleX) * world, height / 2 + (y - middleY) * world] as const;
  return {
    width,
    height,
    perKm: world / kmAWorld,
    box: { west: longitudeOf(0), east: longitudeOf(width), north: latitudeOf(0), south: latitudeOf(height) },
    projectWorld,
    unproject: (x, y) => ({ latitude: latitudeOf(y), longitude: longitudeOf(x) }),
    project: (longitude, latitude) => projectWorld(mercatorX(longitude), mercatorY(latitude)),
  };
}
