import type { DrawingSize } from '#shared/sky/frame.ts';
import type { MapView } from '#web/ground/view/mapQuery.ts';

export interface GroundPicture extends DrawingSize, MapView {
  readonly file: string;
}

/** The pictures of the ground that ship with the site; created by `npm run tools -- landing-pictures`. */
export const GROUND_PICTURES = {
  /** Its left is dark under the text, so home lies right of the middle. */
  wide: { file: 'ground-wide', width: 1600, height: 800, longitude: 20.6, latitude: 42.35, zoom: 6.16 },
  /** Its top is dark under the text, so home lies below the middle. */
  tall: { file: 'ground-tall', width: 800, height: 1200, longitude: 23.1, latitude: 43.85, zoom: 6.49 },
} as const satisfies Record<string, GroundPicture>;

/** Where the wide picture replaces the tall one, as in `Hero.module.css`. */
export const WIDE_FROM = '(width >= 56.25rem)';

/** The visible part of a picture that covers a hero of this size, with the same middle. */
export function heroView(
  { longitude, latitude, zoom, ...picture }: GroundPicture,
  { width, height }: DrawingSize,
): MapView & DrawingSize {
  const scale = Math.max(width / picture.width, height / picture.height);
  return { longitude, latitude, zoom: zoom + Math.log2(scale), width, height };
}
