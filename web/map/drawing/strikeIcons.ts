import type { AgeClass } from '#shared/ageClass.ts';
import type { MapTheme } from '../view/MapTheme.ts';
import { type MapColours, mapColours } from '../view/mapColours.ts';

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

/** Age classes, in the order of the atlas. */
export const ATLAS_ORDER = ['fresh', 'recent', 'old'] as const satisfies readonly AgeClass[];

const DISC = 'M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 1 1 0-21z';
const BOLT_IN_DISC = 'M13.6 4.2 6.4 13.3h4.7l-1.2 6.6 7.7-9.6h-4.9z';
const BOLT = 'M14.4 1.8 4.6 13.6h6L8.8 22.2 19.4 9.8h-6.5z';
const DIAMOND = 'M12 3.2 20.8 12 12 20.8 3.2 12z';

function iconsOf({ fresh, recent, old, edge }: MapColours): Record<AgeClass, StrikeIcon> {
  return {
    fresh: {
      size: 24,
      parts: [
        { path: DISC, fill: fresh.main, stroke: edge, strokeWidth: 1.5 },
        { path: BOLT_IN_DISC, fill: fresh.second },
      ],
    },
    recent: { size: 20, parts: [{ path: BOLT, fill: recent.main, stroke: recent.second, strokeWidth: 1.8 }] },
    old: { size: 12, parts: [{ path: DIAMOND, fill: old.main, stroke: old.second, strokeWidth: 2.4 }] },
  };
}

/**
 * The three icons of each theme. Shape and size distinguish the classes as well as colour does: a bolt in a disc, a
 * bare bolt, a small diamond.
 */
export const strikeIcons: Record<MapTheme, Record<AgeClass, StrikeIcon>> = {
  light: iconsOf(mapColours.light),
  dark: iconsOf(mapColours.dark),
};
