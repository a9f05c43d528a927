import { useEffect, useRef } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { palettes } from '#web/ground/land/palettes.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { KeptSigns } from './KeptSigns.ts';
import styles from './NameSigns.module.css';

/** Writes the names of places above the strikes, where the map has found room for them. */
export function NameSigns({ screen }: LayerProps) {
  const map = useMap().current?.getMap();
  const frame = useRef<HTMLDivElement>(null);
  const { label, halo } = palettes[screen.query.theme];
  useEffect(() => {
    frame.current?.style.setProperty('--name', label);
    frame.current?.style.setProperty('--name-halo', halo);
  }, [label, halo]);
  useEffect(() => {
    if (!map || !frame.current) return;
    const signs = new KeptSigns(map, frame.current);
    return () => signs.remove();
  }, [map]);
  return <div ref={frame} className={styles.names} data-names="" aria-hidden="true" />;
}
