import type { DrawingSize } from '#shared/picture/frame.ts';
import type { MapView } from '#web/ground/view/viewBox.ts';

export interface GroundPicture extends DrawingSize, MapView {
  readonly file: string;
}

/** The pictures of the ground that ship with the site; `npm run tools -- landing-pictures` takes them. */
export const GROUND_PICTURES = {
  /** Its left is dark under the words, so home lies right of the middle. */
  wide: { file: 'ground-wide', width: 1600, height: 800, longitude: 20.6, latitude: 42.35, zoom: 6.16 },
  /** Its top is dark under the words, so home lies below the middle. */
  tall: { file: 'ground-tall', width: 800, height: 1200, longitude: 23.1, latitude: 43.85, zoom: 6.49 },
} as const satisfies Record<string, GroundPicture>;

/** Where the tall picture gives way to the wide one, as `Hero.module.css` has it. */
export const WIDE_FROM = '(width >= 56.25rem)';

/** What a hero of this size shows of a picture that covers it, its middle kept in the middle. */
export function heroView(
  { longitude, latitude, zoom, ...picture }: GroundPicture,
  { width, height }: DrawingSize,
): MapView & DrawingSize {
  const scale = Math.max(width / picture.width, height / picture.height);
  return { longitude, latitude, zoom: zoom + Math.log2(scale), width, height };
}
