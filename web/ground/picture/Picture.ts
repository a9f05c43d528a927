import { type BBox, bboxUnion, boxAround } from '#shared/geo/BBox.ts';
import type { Ellipse } from '#shared/geo/ellipse.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { boxAroundShape, type Polygon, type Shape } from '#shared/geo/Shape.ts';

export interface PictureCircle {
  readonly km: number;
  readonly label: string;
}

export interface PicturePoint extends Position {
  /** Its id in the result list, see `usePointing`. A point without an id is not interactive. */
  readonly id?: string;
  /** Text next to the point, such as its number in a list; may be empty. */
  readonly label: string;
  /** The location's error ellipse; dashed. */
  readonly ellipse?: Ellipse;
}

export interface PictureName extends Position {
  readonly text: string;
}

export interface Picture {
  readonly shape: Shape;
  readonly circles: readonly PictureCircle[];
  /** The most important first: these keep their labels when space is short. */
  readonly points: readonly PicturePoint[];
  /** The picture covers at least this box. */
  readonly around?: BBox;
}

/** Areas shaded by strike density: grid cells, or regions, which have visible borders. */
export interface PictureOfAreas {
  readonly kind: 'cells' | 'regions';
  readonly areas: readonly PictureArea[];
  readonly around: BBox;
  readonly legend: AreasLegend;
}

export interface PictureArea {
  /** Its id in the result list, see `usePointing`. */
  readonly id: string;
  readonly polygons: readonly Polygon[];
  /** 0 (lowest) to 4. */
  readonly level: number;
  /** Too few strikes for a reliable value. */
  readonly few: boolean;
  /** Its name and value, shown while it is pointed at. */
  readonly label: string;
}

export interface AreasLegend {
  readonly title: string;
  /** Lower bound of each level except the lowest. */
  readonly bounds: readonly string[];
}

/** Credit for the ground and the names in a picture. */
export const PICTURE_CREDIT = '© OpenStreetMap, GeoNames (CC BY 4.0), Natural Earth';

/** Font size, in units of the drawing. */
export const LETTER_SIZE = 13;

/** Bounding box of all contents. */
export function boxOfPicture({ shape, circles, points, around }: Picture): BBox {
  const reach = boxAroundShape(shape, Math.max(0, ...circles.map(({ km }) => km)));
  return points
    .map((point) => boxAround(point, point.ellipse?.semiMajorKm ?? 0.1))
    .reduce((all, box) => bboxUnion(all, box), around ? bboxUnion(around, reach) : reach);
}
