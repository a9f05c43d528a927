import type { AgeClass } from '#shared/ageClass.ts';

import type { MapTheme } from '../view/MapTheme.ts';

/** A part of an icon, in a box of 24 × 24 with y downwards. */
export interface IconPart {
  readonly path: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: number;
}

export interface StrikeIcon {
  /** Drawn width and height in CSS pixels. */
  readonly size: number;
  readonly parts: readonly IconPart[];
}

/** Classes in the order in which the atlas holds them. */
export const ATLAS_ORDER = ['fresh', 'recent', 'old'] as const satisfies readonly AgeClass[];

const DISC = 'M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 1 1 0-21z';
const BOLT_IN_DISC = 'M13.6 4.2 6.4 13.3h4.7l-1.2 6.6 7.7-9.6h-4.9z';
const BOLT = 'M14.4 1.8 4.6 13.6h6L8.8 22.2 19.4 9.8h-6.5z';
const DIAMOND = 'M12 3.2 20.8 12 12 20.8 3.2 12z';

/**
 * The three icons of a theme. Shape and size tell the classes apart as well as colour does: a bolt in a disc, a bare
 * bolt, a small diamond. Colours keep CIEDE2000 ≥ 14.9 between neighbours under normal, protan, deutan and tritan
 * vision; recency is contrast to the ground, so the newest is darkest on light and lightest on dark.
 */
export const strikeIcons: Record<MapTheme, Record<AgeClass, StrikeIcon>> = {
  light: {
    fresh: {
      size: 24,
      parts: [
        { path: DISC, fill: '#4f1954', stroke: '#ffffff', strokeWidth: 1.5 },
        { path: BOLT_IN_DISC, fill: '#ffe45c' },
      ],
    },
    recent: { size: 20, parts: [{ path: BOLT, fill: '#e81f42', stroke: '#ffffff', strokeWidth: 1.8 }] },
    old: { size: 12, parts: [{ path: DIAMOND, fill: '#dba014', stroke: '#5c3f00', strokeWidth: 2.4 }] },
  },
  dark: {
    fresh: {
      size: 24,
      parts: [
        { path: DISC, fill: '#fbf5af', stroke: '#0c0f14', strokeWidth: 1.5 },
        { path: BOLT_IN_DISC, fill: '#3b1240' },
      ],
    },
    recent: { size: 20, parts: [{ path: BOLT, fill: '#db855c', stroke: '#0c0f14', strokeWidth: 1.8 }] },
    old: { size: 12, parts: [{ path: DIAMOND, fill: '#4e5db4', stroke: '#aab4f0', strokeWidth: 2.4 }] },
  },
};
