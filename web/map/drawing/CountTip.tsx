import type { MapLibreEvent, Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercatorFixed.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { countAround } from '#web/sky/strikes/countAround.ts';
import type { HeldStrikes } from '#web/sky/strikes/StrikeStore.ts';
import { countText } from '#web/sky/words/countText.ts';
import styles from './CountTip.module.css';
import { type DrawnWindow, drawnAges } from './shaderInputs.ts';

/** Fewer strikes in one spot tell of themselves when they are opened. */
const COUNT_FROM = 4;
/** Half a side of the square that is counted, in CSS pixels. */
const REACH_PX = 12;

interface CountTipProps {
  readonly map: MapLibreMap;
  readonly strikes: HeldStrikes;
  readonly drawn: DrawnWindow;
  readonly iconScale: number;
}

/** A place on the screen and in 32-bit mercator. */
interface Pointed {
  readonly left: number;
  readonly top: number;
  readonly x: number;
  readonly y: number;
}

/** Says how many strikes lie under the pointer, or with keys under the middle of the map. */
export function CountTip({ map, strikes, drawn, iconScale }: CountTipProps) {
  const { LL } = useTexts();
  const [pointed, setPointed] = useState<Pointed>();
  useEffect(() => {
    const point = ({ lngLat, point: { x: left, y: top } }: Pick<MapMouseEvent, 'lngLat' | 'point'>) => {
      setPointed({ left, top, x: mercatorFixedX(lngLat.lng), y: mercatorFixedY(lngLat.lat) });
    };
    // Keys point at the middle of the map.
    const arrive = ({ originalEvent }: MapLibreEvent<unknown>) => {
      const lngLat = map.getCenter();
      if (originalEvent instanceof KeyboardEvent) point({ lngLat, point: map.project(lngLat) });
    };
    const hide = () => setPointed(undefined);
    map.on('mousemove', point);
    map.on('click', point);
    map.on('mouseout', hide);
    map.on('movestart', hide);
    map.on('moveend', arrive);
    return () => {
      map.off('mousemove', point);
      map.off('click', point);
      map.off('mouseout', hide);
      map.off('movestart', hide);
      map.off('moveend', arrive);
    };
  }, [map]);
  if (!pointed) return null;
  const { store } = strikes;
  const reach = (REACH_PX * iconScale * 2 ** 32) / (512 * 2 ** map.getZoom());
  const counts = countAround(store, drawnAges(drawn, store.epochMs), pointed, reach);
  if (counts.total < COUNT_FROM) return null;
  return (
    <p className={styles.tip} style={{ left: pointed.left, top: pointed.top }} role="status" data-count-tip>
      {countText(counts, LL)}
    </p>
  );
}
