import type { MapLibreEvent, Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercatorFixed.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { type CountedCrowds, CROWD_FROM } from '#web/sky/strikes/Crowds.ts';
import { crowdText } from '#web/sky/words/crowdText.ts';
import styles from './CrowdTip.module.css';

interface CrowdTipProps {
  readonly map: MapLibreMap;
  readonly crowds: CountedCrowds;
}

/** A place on the screen and in 32-bit mercator. */
interface Pointed {
  readonly left: number;
  readonly top: number;
  readonly x: number;
  readonly y: number;
}

export function CrowdTip({ map, crowds: counted }: CrowdTipProps) {
  const { LL } = useTexts();
  const [pointed, setPointed] = useState<Pointed>();
  const latest = useRef(counted.crowds);
  latest.current = counted.crowds;
  useEffect(() => {
    const point = ({ lngLat, point: { x: left, y: top } }: Pick<MapMouseEvent, 'lngLat' | 'point'>) => {
      const [x, y] = [mercatorFixedX(lngLat.lng), mercatorFixedY(lngLat.lat)];
      const crowds = latest.current;
      const crowded = (crowds.at(x, y)?.total ?? 0) >= CROWD_FROM;
      // Stands still while the pointer moves within a cell.
      setPointed((before) => {
        if (!crowded) return undefined;
        return before && crowds.cellKey(before.x, before.y) === crowds.cellKey(x, y) ? before : { left, top, x, y };
      });
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
  const counts = pointed && counted.crowds.at(pointed.x, pointed.y);
  if (!pointed || !counts || counts.total < CROWD_FROM) return null;
  return (
    <p className={styles.tip} style={{ left: pointed.left, top: pointed.top }} role="status" data-crowd-tip>
      {crowdText(counts, LL)}
    </p>
  );
}
