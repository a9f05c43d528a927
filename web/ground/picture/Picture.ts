import { type BBox, bboxUnion, boxAround } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { boxAroundShape, type Polygon, type Shape } from '#shared/geo/shape/Shape.ts';
import type { Ellipse } from '#shared/lookUp/Ellipse.ts';

export interface PictureCircle {
  readonly km: number;
  readonly label: string;
}

export interface PicturePoint extends Position {
  /** Names it in the list of the answer: `usePointing`. Points without are drawn, and no more. */
  readonly id?: string;
  /** Text beside the point, such as its number in a list; may be empty. */
  readonly label: string;
  /** The error of its location; drawn dashed. */
  readonly ellipse?: Ellipse;
}

export interface PictureName extends Position {
  readonly text: string;
}

export interface Picture {
  readonly shape: Shape;
  readonly circles: readonly PictureCircle[];
  /** The most important first: where there is no room, these keep their labels. */
  readonly points: readonly PicturePoint[];
  /** The picture shows at least this box. */
  readonly around?: BBox;
}

/** Areas shaded by how densely lightning falls in them: cells of a grid, or regions, which have edges to be seen. */
export interface PictureOfAreas {
  readonly kind: 'cells' | 'regions';
  readonly areas: readonly PictureArea[];
  readonly around: BBox;
  readonly legend: AreasLegend;
}

export interface PictureArea {
  /** Names it in the list of the answer: `usePointing`. */
  readonly id: string;
  readonly polygons: readonly Polygon[];
  /** 0, the lowest, to 4. */
  readonly level: number;
  /** Of so few strikes that it is hardly known. */
  readonly few: boolean;
  /** Its name and its number, said where it is pointed at. */
  readonly label: string;
}

export interface AreasLegend {
  readonly title: string;
  /** Where each level begins, but the lowest. */
  readonly bounds: readonly string[];
}

/** Of the ground and the names that a picture shows. */
export const PICTURE_CREDIT = '© OpenStreetMap, GeoNames (CC BY 4.0), Natural Earth';

/** Height of a letter, in units of the drawing. */
export const LETTER_SIZE = 13;

/** All that it shows. */
export function boxOfPicture({ shape, circles, points, around }: Picture): BBox {
  const reach = boxAroundShape(shape, Math.max(0, ...circles.map(({ km }) => km)));
  return points
    .map((point) => boxAround(point, point.ellipse?.semiMajorKm ?? 0.1))
    .reduce((all, box) => bboxUnion(all, box), around ? bboxUnion(around, reach) : reach);
}
