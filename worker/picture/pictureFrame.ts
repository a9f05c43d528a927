import type { BBox } from '#shared/geo/BBox.ts';
import { MAX_MERCATOR_LATITUDE } from '#shared/geo/mercator.ts';
import { boxOf, type DrawingSize, type Frame, frameAround, project as onMap } from '#shared/picture/frame.ts';

/** Where the map stands in a picture, in pixels, and which part of the world it shows. */
export interface PictureFrame extends DrawingSize, Frame {
  /** The first row of the map; above it stands what is known of the feed. */
  readonly top: number;
  /** All that is shown: the box that was asked for, and what makes it as wide or as high as the frame. */
  readonly box: BBox;
  /** Puts a position into the picture. */
  readonly project: (longitude: number, latitude: number) => [x: number, y: number];
}

/** The closest map of this size, from the row `top` on, that shows all of the box. */
export function pictureFrame(bbox: BBox, size: DrawingSize, top: number): PictureFrame {
  const frame = frameAround(bbox, size);
  const { west, south, east, north } = boxOf(frame, size);
  return {
    ...size,
    ...frame,
    top,
    box: {
      west: Math.max(-180, west),
      south: Math.max(-MAX_MERCATOR_LATITUDE, south),
      east: Math.min(180, east),
      north: Math.min(MAX_MERCATOR_LATITUDE, north),
    },
    project: (longitude, latitude) => {
      const [x, y] = onMap(frame, longitude, latitude);
      return [x, top + y];
    },
  };
}
