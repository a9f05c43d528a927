import type { AgeClass } from '#shared/ageClass.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { ICON_PX, strikeIcons } from './strikeIcons.ts';

interface StrikeIconImageProps {
  readonly age: AgeClass;
  readonly theme: MapTheme;
}

/** The icon of an age class as the map draws it. */
export function StrikeIconImage({ age, theme }: StrikeIconImageProps) {
  return (
    <svg viewBox="0 0 24 24" width={ICON_PX} height={ICON_PX} aria-hidden="true">
      {strikeIcons[theme][age].map(({ path, ...paint }) => (
        <path key={path} d={path} fill={paint.fill ?? 'none'} stroke={paint.stroke} strokeWidth={paint.strokeWidth} />
      ))}
    </svg>
  );
}
