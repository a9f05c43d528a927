import { useEffect, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { proxy, ref, useSnapshot } from 'valtio';
import { systemClock } from '#shared/Clock.ts';
import type { MapTheme } from '#shared/sky/colours.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { CrossCheckFlashes } from '#shared/wire/FeedEvent.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { useNow } from '#web/kit/browser/browserState.ts';
import { pollApi } from '#web/kit/http/pollApi.ts';
import { json, requestApi } from '#web/kit/http/requestApi.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { useAddress } from '#web/kit/routing/address.ts';
import { LANDMARK_IMAGE } from '#web/map/basemap/landmarks.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import styles from './SatelliteRow.module.css';
import { satelliteAddress } from './satelliteAddress.ts';

/** A file arrives every ten minutes. */
const EVERY_MS = 60_000;
/** The time span that the server returns. */
const VISIBLE_MS = 30 * 60_000;

interface ReportedFlashes {
  /** As in `CrossCheckFlashes`. */
  readonly flashes: readonly (readonly [latitude: number, longitude: number, atMs: number])[];
}

/** The flashes for the layer and the legend. Empty while nothing follows them, so that no old data is shown. */
const satelliteFlashes = proxy<{ reported: CrossCheckFlashes | undefined; failed: boolean }>({
  reported: undefined,
  failed: false,
});

/** Polls now and every minute, until the returned function is called. */
function followSatellite(): () => void {
  const leave = pollApi(
    EVERY_MS,
    (signal) => requestApi(apiPaths.crossCheckFlashes, json(CrossCheckFlashes), { signal }),
    (result) => {
      satelliteFlashes.failed = !result.ok;
      satelliteFlashes.reported = result.ok ? ref(result.value) : undefined;
    },
  );
  return () => {
    leave();
    satelliteFlashes.reported = undefined;
    satelliteFlashes.failed = false;
  };
}

/** GeoJSON points. `age`: from 0 for now to 1 for half an hour. */
export function flashFeatures({ flashes }: ReportedFlashes, nowMs: number) {
  return {
    type: 'FeatureCollection' as const,
    features: flashes.map(([latitude, longitude, atMs]) => ({
      type: 'Feature' as const,
      properties: { age: Math.min(1, Math.max(0, (nowMs - atMs) / VISIBLE_MS)) },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    })),
  };
}

/** Hollow squares, unlike strikes. */
export function SatelliteLayer({ sky, screen, beforeId }: LayerProps) {
  useEffect(followSatellite, []);
  const { reported } = useSnapshot(satelliteFlashes);
  const data = useMemo(() => reported && flashFeatures(reported, sky.clock.now()), [reported, sky.clock]);
  if (!reported || !data) return null;
  const { satellite } = mapColours[screen.query.theme];
  return (
    <Source id="satellite" type="geojson" data={data} attribution={reported.attribution}>
      <Layer
        id="satellite-flashes"
        beforeId={beforeId}
        type="symbol"
        layout={{
          'icon-image': `${LANDMARK_IMAGE}satellite`,
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
        }}
        paint={{ 'icon-color': satellite, 'icon-opacity': ['-', 0.9, ['*', 0.4, ['get', 'age']]] }}
      />
    </Source>
  );
}

const AREAS = ['mapMore'] as const;
const OLD_MS = 35 * 60_000;

/** The meaning of the squares, and their switch. */
export function SatelliteRow({ theme }: { readonly theme: MapTheme }) {
  const { LL } = useTexts();
  const texts = LL.mapMore.satellite;
  const [rendered, change] = useAddress(satelliteAddress, 'query');
  const { reported, failed } = useSnapshot(satelliteFlashes);
  const nowMs = useNow(systemClock, 60_000);
  if (!useTextAreas(AREAS)) return null;
  const isOld = reported && nowMs - (reported.newestMs ?? 0) > OLD_MS;
  return (
    <div className={styles.row} data-satellite>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <rect
          x="8.75"
          y="8.75"
          width="6.5"
          height="6.5"
          fill="none"
          stroke={mapColours[theme].satellite}
          strokeWidth="1.5"
        />
      </svg>
      <div>
        <p>{texts.mark()}</p>
        <p>{texts.note()}</p>
        <label>
          <input type="checkbox" checked={rendered} onChange={() => change(!rendered, 'replace')} />
          {texts.show()}
        </label>
        <p role="status">{failed ? texts.failed() : isOld ? texts.old() : ''}</p>
      </div>
    </div>
  );
}
