import { ageClassOf, type MapTheme, sparkColours, strikeLook } from '#shared/sky/colours.ts';

/** A part of an icon, in a box of 24 × 24 with y downwards. A stroke lies under its fill. */
export interface IconPart {
  readonly path: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: number;
}

/** Width and height of an icon in CSS pixels, outside the map. */
const ICON_PX = 24;

const DISC = 'M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20z';
const SMALL_DISC = 'M12 7a5 5 0 1 1 0 10a5 5 0 1 1 0-10z';
const BOLT = 'M13.9 3.2 5.9 13.3h5l-1.5 7.5 8.6-10.6h-5.4z';
const BOLT_IN_DISC = 'M13.3 5.6 7.9 12.6h3.6l-1 5.4 6-7.5h-3.9z';

const CLASSES = ['fresh', 'recent', 'old'] as const;

/** `lightning_5min`, `lightning_30min` and `lightning_old` of the specification: a bolt in a disc, a bare bolt, a disc. */
export function strikeIcons(colour: string, casing: string): readonly (readonly IconPart[])[] {
  return [
    [
      { path: DISC, fill: colour, stroke: casing, strokeWidth: 2.2 },
      { path: BOLT_IN_DISC, fill: casing },
    ],
    [{ path: BOLT, fill: colour, stroke: casing, strokeWidth: 1.9 }],
    [{ path: SMALL_DISC, fill: colour, stroke: casing, strokeWidth: 1 }],
  ];
}

interface StrikeIconImageProps {
  readonly ageMs: number;
  readonly theme: MapTheme;
}

export function StrikeIconImage({ ageMs, theme }: StrikeIconImageProps) {
  const { colour } = strikeLook(theme, ageMs);
  const parts = strikeIcons(colour, sparkColours[theme].casing)[CLASSES.indexOf(ageClassOf(ageMs))] ?? [];
  return (
    <svg viewBox="0 0 24 24" width={ICON_PX} height={ICON_PX} aria-hidden="true">
      {parts.map(({ path, ...paint }) => (
        <path
          key={path}
          d={path}
          fill={paint.fill ?? 'none'}
          stroke={paint.stroke}
          strokeWidth={paint.strokeWidth}
          paintOrder="stroke"
        />
      ))}
    </svg>
  );
}
