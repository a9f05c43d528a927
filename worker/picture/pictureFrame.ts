import type { BBox } from '#shared/geo/BBox.ts';
import { MAX_MERCATOR_LATITUDE } from '#shared/geo/mercator.ts';
import { boxOf, type DrawingSize, type Frame, frameAround, project as onMap } from '#shared/picture/frame.ts';

/** Place of the map in a picture, in pixels, and its part of the world. */
export interface PictureFrame extends DrawingSize, Frame {
  readonly top: number;
  readonly box: BBox;
  readonly project: (longitude: number, latitude: number) => [x: number, y: number];
}

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
