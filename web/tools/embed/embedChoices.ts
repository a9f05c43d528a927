import type { BBox } from '#shared/geo/BBox.ts';
import { REGION_BOX } from '#web/ground/view/viewBox.ts';

/** Sizes on offer, in CSS pixels. */
export type EmbedSize = 'small' | 'medium' | 'large';
export const EMBED_SIZES: Readonly<Record<EmbedSize, { readonly width?: number; readonly height: number }>> = {
  small: { width: 300, height: 200 },
  medium: { width: 480, height: 360 },
  large: { height: 480 },
};

/** Places on offer: boxes around countries, with a little of what lies around them. */
export const EMBED_AREAS = {
  region: REGION_BOX,
  bulgaria: { west: 22, south: 41, east: 28.9, north: 44.5 },
  greece: { west: 19.2, south: 34.6, east: 28.4, north: 41.9 },
  serbia: { west: 18.7, south: 42.1, east: 23.1, north: 46.3 },
  romania: { west: 20.1, south: 43.5, east: 29.9, north: 48.4 },
} as const satisfies Record<string, BBox>;
export type EmbedArea = keyof typeof EMBED_AREAS;
