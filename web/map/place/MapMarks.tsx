import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { Layer, Marker, Popup, Source } from 'react-map-gl/maplibre';
import { circleAround, type Position } from '#shared/geo/geodesy.ts';
import { useTexts } from '#web/i18n/index.ts';
import type { MapTheme } from '../view/MapTheme.ts';
import { distanceText } from '../words/placeText.ts';
import styles from './MapMarks.module.css';

/** Distances at which people act: 10 km take shelter, 16 km thunder is heard, 20 km a storm is near. */
const RINGS_KM = [10, 16, 20];

export interface MapMarksProps {
  readonly theme: MapTheme;
  readonly visitor: Position | undefined;
  readonly point: Position | undefined;
  readonly openAt: Position | undefined;
  readonly popup: ReactNode;
  readonly onPopupClose: () => void;
}

/** What stands on the map beside strikes: the visitor, the measuring point with its rings, and an open strike. */
export function MapMarks({ theme, visitor, point, openAt, popup, onPopupClose }: MapMarksProps) {
  const { LL } = useTexts();
  const centre = point ?? visitor;
  return (
    <>
      {centre && <Rings centre={centre} theme={theme} />}
      {visitor && (
        <Marker latitude={visitor.latitude} longitude={visitor.longitude}>
          <Mark className={styles.visitor} name={LL.map.locate.here()} />
        </Marker>
      )}
      {point && (
        <Marker latitude={point.latitude} longitude={point.longitude}>
          <Mark className={styles.point} name={LL.map.nearest.point()} />
        </Marker>
      )}
      {openAt && (
        <Popup
          latitude={openAt.latitude}
          longitude={openAt.longitude}
          offset={14}
          maxWidth="320px"
          closeButton={false}
          closeOnClick={false}
          onClose={onPopupClose}
        >
          {popup}
        </Popup>
      )}
    </>
  );
}

function Mark({ className, name }: { className: string | undefined; name: string }) {
  return (
    <span className={`${styles.mark} ${className}`} role="img" aria-label={name} title={name}>
      <span className={styles.tip} aria-hidden="true">
        {name}
      </span>
    </span>
  );
}

function Rings({ centre, theme }: { centre: Position; theme: MapTheme }) {
  const { LL, locale } = useTexts();
  const rings = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: RINGS_KM.map((km) => ({
        type: 'Feature' as const,
        properties: { name: distanceText(km, LL, locale) },
        geometry: { type: 'LineString' as const, coordinates: circleAround(centre, km) },
      })),
    }),
    [centre, LL, locale],
  );
  const colour = theme === 'light' ? '#0e58a0' : '#6db3f2';
  return (
    <Source id="rings" type="geojson" data={rings}>
      <Layer
        id="rings"
        type="line"
        paint={{ 'line-color': colour, 'line-width': 1.5, 'line-dasharray': [4, 3], 'line-opacity': 0.8 }}
      />
      <Layer
        id="ring-names"
        type="symbol"
        layout={{
          'symbol-placement': 'line',
          'symbol-spacing': 400,
          'text-field': ['get', 'name'],
          'text-font': ['sans-serif'],
          'text-size': 12,
        }}
        paint={{
          'text-color': colour,
          'text-halo-color': theme === 'light' ? '#ffffff' : '#0c0f14',
          'text-halo-width': 1.6,
        }}
      />
    </Source>
  );
}
