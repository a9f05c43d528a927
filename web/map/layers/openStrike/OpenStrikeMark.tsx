import { Marker } from 'react-map-gl/maplibre';
import type { AgeClass } from '#shared/ageClass.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { StrikeIconImage } from '#web/map/drawing/StrikeIconImage.tsx';
import styles from './OpenStrikeMark.module.css';

interface OpenStrikeMarkProps {
  readonly strike: Position;
  readonly theme: MapTheme;
  readonly age: AgeClass;
}

/**
 * A ring and the icon of the open strike, so that what is told always has its place on the map: even if the strike is
 * older than the time range, or in a crowd.
 */
export function OpenStrikeMark({ strike, theme, age }: OpenStrikeMarkProps) {
  return (
    <Marker latitude={strike.latitude} longitude={strike.longitude} className={styles.mark ?? ''}>
      <span className={styles.ring} data-open-strike aria-hidden="true">
        <StrikeIconImage age={age} theme={theme} />
      </span>
    </Marker>
  );
}
