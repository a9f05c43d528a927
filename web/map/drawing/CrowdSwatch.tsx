import type { AgeClass } from '#shared/ageClass.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { CROWD_ROUNDNESS, CROWD_SIZES } from './crowdCells.ts';
import { ATLAS_ORDER } from './strikeIcons.ts';

interface CrowdSwatchProps {
  /** Index in `CROWD_STEPS`. */
  readonly step: number;
  readonly theme: MapTheme;
  /** Whose cell it is; all ages side by side if there is none. */
  readonly age?: AgeClass;
}

/** A crowd's cell as the map draws it. */
export function CrowdSwatch({ step, theme, age }: CrowdSwatchProps) {
  const ages = age ? [age] : ATLAS_ORDER;
  const side = 23 * (CROWD_SIZES[step] ?? 1);
  const from = (24 - side) / 2;
  const width = side / ages.length;
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      {ages.map((each, index) => (
        <rect
          key={each}
          x={from + index * width}
          y={from}
          width={width}
          height={side}
          rx={age ? (CROWD_ROUNDNESS[age] * side) / 2 : 0}
          fill={mapColours[theme].crowds[each][step]}
        />
      ))}
    </svg>
  );
}
