import { Marker } from 'react-map-gl/maplibre';
import type { Position } from '#shared/geo/geodesy.ts';
import { StrikeIconImage } from '../../drawing/StrikeIconImage.tsx';
import type { MapTheme } from '../../view/MapTheme.ts';
import styles from './OpenStrikeMark.module.css';

interface OpenStrikeMarkProps {
  readonly strike: Position;
  readonly theme: MapTheme;
  /** Whether the map draws the strike itself; if it is older than the time range, the mark shows an icon for it. */
  readonly drawn: boolean;
}

/** A ring around the open strike, so that what is told always has its place on the map. */
export function OpenStrikeMark({ strike, theme, drawn }: OpenStrikeMarkProps) {
  return (
    <Marker latitude={strike.latitude} longitude={strike.longitude} className={styles.mark ?? ''}>
      <span className={styles.ring} data-open-strike aria-hidden="true">
        {!drawn && <StrikeIconImage age="old" theme={theme} />}
      </span>
    </Marker>
  );
}
