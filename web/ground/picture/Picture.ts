import { type BBox, bboxUnion, boxAround } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { boxAroundShape, type Shape } from '#shared/geo/shape/Shape.ts';
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

/** A density by cells, which only a map draws: on paper it has a picture of its own. */
export interface PictureOfCells {
  readonly cells: readonly PictureCell[];
  readonly around: BBox;
}

export interface PictureCell {
  readonly box: BBox;
  /** 0, the lowest, to 4. */
  readonly level: number;
  /** Of so few strikes that it is hardly known. */
  readonly few: boolean;
}

/** Of the ground and the names that a picture shows. */
export const PICTURE_CREDIT = '© OpenStreetMap, GeoNames (CC BY 4.0), Natural Earth';

/** Height of a letter, in units of the drawing. */
export const LETTER_SIZE = 13;

/** All that it shows. */
export function boxOfPicture(picture: Picture | PictureOfCells): BBox {
  if ('cells' in picture) return picture.around;
  const { shape, circles, points, around } = picture;
  const reach = boxAroundShape(shape, Math.max(0, ...circles.map(({ km }) => km)));
  return points
    .map((point) => boxAround(point, point.ellipse?.semiMajorKm ?? 0.1))
    .reduce((all, box) => bboxUnion(all, box), around ? bboxUnion(around, reach) : reach);
}
