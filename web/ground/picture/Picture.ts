import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import type { Ellipse } from '#shared/lookUp/Ellipse.ts';

/** A distance from the shape, drawn all around it. */
export interface PictureCircle {
  readonly km: number;
  readonly label: string;
}

export interface PicturePoint extends Position {
  /** Stands beside it, such as its number in a list; may be empty. */
  readonly label: string;
  /** How far it may be from where it was located; drawn dashed. */
  readonly ellipse?: Ellipse;
}

/** A place with a name. */
export interface PictureName extends Position {
  readonly text: string;
}

export interface Picture {
  readonly shape: Shape;
  readonly circles: readonly PictureCircle[];
  /** The most important first: where there is no room, the first ones keep their labels. */
  readonly points: readonly PicturePoint[];
  /** Shown at least. */
  readonly around?: BBox;
}

/** How tall a letter is, in units of the drawing. */
export const LETTER_SIZE = 13;
