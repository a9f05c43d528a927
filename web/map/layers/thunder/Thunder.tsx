import { useEffect, useState } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { useMediaQuery } from '#web/kit/browser/useMediaQuery.ts';
import { useNow } from '#web/kit/browser/useNow.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { shownBox } from '#web/map/view/shownBox.ts';
import { newestStrikes } from '#web/sky/strikes/findStrike.ts';
import styles from './Thunder.module.css';
import { THUNDER_MS, thunderRings, thunderShown } from './thunderRings.ts';

const STEP_MS = 500;
/** Enough for the newest to be among them even if some are too new to be heard. */
const MAX_STRIKES = 12;

/** Rings that spread from the newest strikes at the speed of sound: a place hears the thunder when one reaches it. */
export function Thunder(props: LayerProps) {
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

/** Elements of their own: as a layer of the map they made both canvases draw four times a second, on a phone too. */
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
