import type { AgeClass } from '#shared/ageClass.ts';
import type { MapTheme } from '../view/MapTheme.ts';
import { strikeIcons } from './strikeIcons.ts';

interface StrikeIconImageProps {
  readonly age: AgeClass;
  readonly theme: MapTheme;
}

/** The icon of an age class as the map draws it, in its box of 24 × 24. */
export function StrikeIconImage({ age, theme }: StrikeIconImageProps) {
  const { size, parts } = strikeIcons[theme][age];
  const margin = ((24 - size) / 2) * (24 / size);
  return (
    <svg
      viewBox={`${-margin} ${-margin} ${24 + 2 * margin} ${24 + 2 * margin}`}
      width="24"
      height="24"
      aria-hidden="true"
    >
      {parts.map(({ path, ...paint }) => (
        <path key={path} d={path} fill={paint.fill ?? 'none'} stroke={paint.stroke} strokeWidth={paint.strokeWidth} />
      ))}
    </svg>
  );
}
