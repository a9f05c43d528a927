import { type ReactNode, useEffect, useRef } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import type { Position } from '#shared/geo/geodesy.ts';
import kit from '#web/map/kit/Card.module.css';
import { clearOf } from './clearOf.ts';
import styles from './StrikeSheet.module.css';

interface StrikeSheetProps {
  readonly strike: Position;
  readonly children: ReactNode;
}

/** A card along the lower edge of a phone's screen. If it would cover the strike, the map moves the strike above it. */
export function StrikeSheet({ strike, children }: StrikeSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const map = useMap().current;
  useEffect(() => {
    sheet.current?.showPopover();
    sheet.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (!map) return;
    const reveal = () => {
      const frame = map.getContainer();
      if (!sheet.current) return;
      frame.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { left, top } = frame.getBoundingClientRect();
      const { x, y } = map.project([strike.longitude, strike.latitude]);
      const shift = clearOf({ x: left + x, y: top + y }, sheet.current.getBoundingClientRect());
      if (shift.some((way) => way > 0)) map.panBy(shift);
    };
    if (!map.isMoving()) {
      reveal();
      return;
    }
    map.once('moveend', reveal);
    return () => {
      map.off('moveend', reveal);
    };
  }, [map, strike]);
  return (
    <div ref={sheet} popover="manual" className={`${kit.card} ${styles.sheet}`}>
      {children}
    </div>
  );
}
