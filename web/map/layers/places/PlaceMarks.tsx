import { Marker } from 'react-map-gl/maplibre';
import type { Position } from '#shared/geo/geodesy.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import styles from './PlaceMarks.module.css';

/** Marks the visitor's position. */
export function PlaceMarks({ screen: { visitorAt } }: LayerProps) {
  const { LL } = useTexts();
  return visitorAt && <Mark at={visitorAt} className={styles.visitor} name={LL.map.locate.here()} />;
}

interface MarkProps {
  readonly at: Position;
  readonly className: string | undefined;
  readonly name: string;
}

function Mark({ at, className, name }: MarkProps) {
  return (
    <Marker latitude={at.latitude} longitude={at.longitude}>
      <span className={`${styles.mark} ${className}`} role="img" aria-label={name} title={name}>
        <span className={styles.tip} aria-hidden="true">
          {name}
        </span>
      </span>
    </Marker>
  );
}
