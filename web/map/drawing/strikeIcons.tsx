import { type AgeClass, classOfStep } from '#shared/ageClass.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';

/** A part of an icon, in a box of 24 × 24 with y downwards. */
interface IconPart {
  readonly path: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: number;
}

/** Width and height of every icon in CSS pixels; its middle stands on the strike. */
export const ICON_PX = 24;

const DISC = 'M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 1 1 0-21z';
const BOLT_IN_DISC = 'M13.6 4.2 6.4 13.3h4.7l-1.2 6.6 7.7-9.6h-4.9z';
const BOLT = 'M14.2 2.6 5.2 13.4h5.5L9 21.4 18.8 10h-6z';
const DIAMOND = 'M12 5.2 18.8 12 12 18.8 5.2 12z';

const shapes: Record<AgeClass, (main: string, second: string, edge: string) => readonly IconPart[]> = {
  fresh: (main, second, edge) => [
    { path: DISC, fill: main, stroke: edge, strokeWidth: 1.5 },
    { path: BOLT_IN_DISC, fill: second },
  ],
  recent: (main, second) => [{ path: BOLT, fill: main, stroke: second, strokeWidth: 1.8 }],
  old: (main, second) => [{ path: DIAMOND, fill: main, stroke: second, strokeWidth: 1.6 }],
};

function iconsOf(theme: MapTheme): readonly (readonly IconPart[])[] {
  const { marks, edge } = mapColours[theme];
  return marks.map(({ main, second }, step) => shapes[classOfStep(step)](main, second, edge));
}

/**
 * The icons of each theme by step of age. Their shapes are the specification's `lightning_5min`, `lightning_30min` and
 * `lightning_old`: a bolt in a disc, a bare bolt, a diamond. The diamond's colour goes on with its age.
 */
export const strikeIcons: Record<MapTheme, readonly (readonly IconPart[])[]> = {
  light: iconsOf('light'),
  dark: iconsOf('dark'),
};

interface StrikeIconImageProps {
  /** Of `ageStepOf`. */
  readonly step: number;
  readonly theme: MapTheme;
}

export function StrikeIconImage({ step, theme }: StrikeIconImageProps) {
  return (
    <svg viewBox="0 0 24 24" width={ICON_PX} height={ICON_PX} aria-hidden="true">
      {strikeIcons[theme][step]?.map(({ path, ...paint }) => (
        <path key={path} d={path} fill={paint.fill ?? 'none'} stroke={paint.stroke} strokeWidth={paint.strokeWidth} />
      ))}
    </svg>
  );
}
