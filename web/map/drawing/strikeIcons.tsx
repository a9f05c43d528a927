import type { AgeClass } from '#shared/ageClass.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { type MapColours, mapColours } from '#web/ground/view/mapColours.ts';

/** A part of an icon, in a box of 24 × 24 with y downwards. */
interface IconPart {
  readonly path: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: number;
}

/** Width and height of every icon in CSS pixels; its middle stands on the strike. */
export const ICON_PX = 24;

export const ATLAS_ORDER = ['fresh', 'recent', 'old'] as const satisfies readonly AgeClass[];

const DISC = 'M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 1 1 0-21z';
const BOLT_IN_DISC = 'M13.6 4.2 6.4 13.3h4.7l-1.2 6.6 7.7-9.6h-4.9z';
const BOLT = 'M14.2 2.6 5.2 13.4h5.5L9 21.4 18.8 10h-6z';
const DIAMOND = 'M12 5.2 18.8 12 12 18.8 5.2 12z';

function iconsOf({ fresh, recent, old, edge }: MapColours): Record<AgeClass, readonly IconPart[]> {
  return {
    fresh: [
      { path: DISC, fill: fresh.main, stroke: edge, strokeWidth: 1.5 },
      { path: BOLT_IN_DISC, fill: fresh.second },
    ],
    recent: [{ path: BOLT, fill: recent.main, stroke: recent.second, strokeWidth: 1.8 }],
    old: [{ path: DIAMOND, fill: old.main, stroke: old.second, strokeWidth: 1.6 }],
  };
}

/**
 * The three icons of each theme: the specification's `lightning_5min`, `lightning_30min` and `lightning_old`. Shape tells
 * them apart as well as colour does: a bolt in a disc, a bare bolt, a diamond.
 */
export const strikeIcons: Record<MapTheme, Record<AgeClass, readonly IconPart[]>> = {
  light: iconsOf(mapColours.light),
  dark: iconsOf(mapColours.dark),
};

interface StrikeIconImageProps {
  readonly age: AgeClass;
  readonly theme: MapTheme;
}

export function StrikeIconImage({ age, theme }: StrikeIconImageProps) {
  return (
    <svg viewBox="0 0 24 24" width={ICON_PX} height={ICON_PX} aria-hidden="true">
      {strikeIcons[theme][age].map(({ path, ...paint }) => (
        <path key={path} d={path} fill={paint.fill ?? 'none'} stroke={paint.stroke} strokeWidth={paint.strokeWidth} />
      ))}
    </svg>
  );
}
