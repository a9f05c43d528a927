import { useEffect, useState } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { circleAround } from '#shared/geo/geodesy.ts';
import { useMediaQuery, useNow } from '#web/kit/browser/browserState.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { shownBox } from '#web/map/parts/useMapView.ts';
import { newestStrikes } from '#web/sky/strikes/findStrike.ts';
import type { StoredStrike } from '#web/sky/strikes/StrikeStore.ts';
import styles from './thunder.module.css';

export const thunder: LayerPart = { name: 'thunder', order: 10, lies: 'over-strikes', Layer: Thunder };

const STEP_MS = 500;
/** Enough for the newest to be among them even if some are too new to be heard. */
const MAX_STRIKES = 12;

/** Rings spread from the newest strikes at the speed of sound: a place hears thunder when one reaches it. */
function Thunder(props: LayerProps) {
  const map = useMap().current;
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [zoom, setZoom] = useState(() => map?.getZoom() ?? 0);
  useEffect(() => {
    if (!map) return;
    const read = () => setZoom(map.getZoom());
    map.on('zoomend', read);
    return () => {
      map.off('zoomend', read);
    };
  }, [map]);
  const { greyed, typicalDelayMs } = props.sky;
  return !still && !greyed && props.shown.toMs === Number.POSITIVE_INFINITY && thunderShown(zoom, typicalDelayMs) ? (
    <Rings {...props} />
  ) : null;
}

/** Page elements: as a layer of the map they made both canvases draw four times a second, on a phone too. */
function Rings({ sky: { strikes, clock } }: LayerProps) {
  const map = useMap().current;
  const nowMs = useNow(clock, STEP_MS);
  const [, setMoves] = useState(0);
  useEffect(() => {
    if (!map) return;
    const follow = () => setMoves((before) => before + 1);
    map.on('move', follow);
    map.on('resize', follow);
    return () => {
      map.off('move', follow);
      map.off('resize', follow);
    };
  }, [map]);
  if (!map) return null;
  const shown = shownBox(map);
  const within = {
    west: shown.west - 0.3,
    south: shown.south - 0.2,
    east: shown.east + 0.3,
    north: shown.north + 0.2,
  };
  const newest = newestStrikes(strikes.store, { fromMs: nowMs - THUNDER_MS, within }, MAX_STRIKES);
  return (
    <svg className={styles.rings} aria-hidden="true" data-thunder>
      {thunderRings(newest, nowMs).map(({ ordinal, coordinates, strength }) => (
        <polygon
          key={ordinal}
          strokeOpacity={0.7 * strength}
          points={coordinates
            .map((at) => map.project(at))
            .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
            .join(' ')}
        />
      ))}
    </svg>
  );
}

/** Speed of sound in air at 20 °C. */
const METRES_PER_SECOND = 343;
/** Thunder is rarely heard from further away. */
const HEARD_WITHIN_KM = 20;
const THUNDER_MS = (HEARD_WITHIN_KM * 1_000_000) / METRES_PER_SECOND;
/** A slower feed reports a strike only after its thunder has passed the distance that matters. */
const MAX_FEED_DELAY_MS = 15_000;
const MIN_ZOOM = 9;
/** More rings would be a tangle. */
const MAX_RINGS = 5;

/** Thunder needs a zoom at which it is seen to move, and a fast feed. */
export function thunderShown(zoom: number, typicalDelayMs: number | null): boolean {
  return zoom >= MIN_ZOOM && typicalDelayMs !== null && typicalDelayMs <= MAX_FEED_DELAY_MS;
}

interface ThunderRing {
  readonly ordinal: number;
  readonly coordinates: [number, number][];
  /** 1 when it begins, 0 when it can no longer be heard. */
  readonly strength: number;
}

/** Returns the rings at `nowMs`, on the server's clock like the strikes' times. `strikes`: newest first. */
export function thunderRings(strikes: readonly StoredStrike[], nowMs: number): ThunderRing[] {
  const heard = strikes.flatMap((strike) => {
    const radiusKm = ((nowMs - strike.atMs) * METRES_PER_SECOND) / 1_000_000;
    return radiusKm > 0 && radiusKm <= HEARD_WITHIN_KM ? [{ strike, radiusKm }] : [];
  });
  return heard.slice(0, MAX_RINGS).map(({ strike, radiusKm }) => {
    return {
      ordinal: strike.ordinal,
      coordinates: circleAround(strike, radiusKm, 180),
      strength: 1 - radiusKm / HEARD_WITHIN_KM,
    };
  });
}
