import { useEffect, useRef } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { systemClock } from '#shared/Clock.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { isNight, type NightHours } from '#web/kit/browser/isNight.ts';
import { dirtyRows, type HeldStrikes, type ReadMark } from '#web/sky/StrikeStore.ts';
import styles from './strikeLayers.module.css';

/** No screen area of this size may flash more often than `MAX_PER_SECOND` (WCAG 2.3.1), in CSS pixels. */
export const PART_PX = { width: 341, height: 256 } as const;
export const MAX_PER_SECOND = 3;
/** The maximum width of a flash. */
export const FLASH_PX = 92;
const SECOND_MS = 1_000;

/** The middle of a flash, in CSS pixels, and its start. */
export interface ScreenFlash {
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
}

/**
 * Returns the candidates, in order, that may flash at `nowMs` after the `recent` flashes, none of them in the future.
 * The others never flash, because a late flash would announce a strike that is not new.
 */
export function claimSlots(
  candidates: readonly { readonly x: number; readonly y: number }[],
  recent: readonly ScreenFlash[],
  nowMs: number,
): ScreenFlash[] {
  const screenFlashes: ScreenFlash[] = [];
  const counted = stillCounted(recent, nowMs);
  for (const { x, y } of candidates) {
    const flash = { x, y, atMs: nowMs };
    if (!overfills(flash, [...counted, ...screenFlashes])) screenFlashes.push(flash);
  }
  return screenFlashes;
}

export function stillCounted(flashes: readonly ScreenFlash[], nowMs: number): ScreenFlash[] {
  return flashes.filter(({ atMs }) => nowMs - atMs < SECOND_MS);
}

/** An area that touches a flash contains its middle once enlarged by the flash's width. */
const REACH_PX = { width: PART_PX.width + FLASH_PX, height: PART_PX.height + FLASH_PX };

/** True if some screen area that the flash touches would have too many flashes with it. */
function overfills(flash: ScreenFlash, others: readonly ScreenFlash[]): boolean {
  const near = others.filter(
    ({ x, y }) => Math.abs(x - flash.x) <= REACH_PX.width && Math.abs(y - flash.y) <= REACH_PX.height,
  );
  if (near.length < MAX_PER_SECOND) return false;
  const all = [...near, flash];
  // The area with the most flashes can be moved until one lies on its left edge and one on its upper edge.
  for (const { x: left } of all) {
    if (left > flash.x || left + REACH_PX.width < flash.x) continue;
    const across = all.filter(({ x }) => x >= left && x <= left + REACH_PX.width);
    for (const { y: top } of across) {
      if (top > flash.y || top + REACH_PX.height < flash.y) continue;
      if (across.filter(({ y }) => y >= top && y <= top + REACH_PX.height).length > MAX_PER_SECOND) return true;
    }
  }
  return false;
}

/** A strike that is older on arrival is not shown as new. */
const MAX_UPDATE_AGE_MS = 60_000;
const MAX_NEW_ROWS = 200;

interface StrikeFlashesProps {
  readonly strikes: HeldStrikes;
  /** Strikes that arrive while the window loads are not new. */
  readonly complete: boolean;
  /** The server's time. */
  readonly nowMs: number;
  readonly lit: boolean;
  /** Hours without flashes, as on a wall; null: never. */
  readonly night: NightHours | null;
  /** Distances are measured from here; if undefined, from the middle of the map. */
  readonly from: Position | undefined;
  /** Called with the distance of each new strike in view. */
  readonly onUpdate: (awayKm: readonly number[]) => void;
}

/** Lights up each strike that arrives in view, in plain elements outside React. */
export function StrikeFlashes({ strikes, complete, nowMs, lit, night, from, onUpdate }: StrikeFlashesProps) {
  const map = useMap().current?.getMap();
  const mark = useRef<ReadMark | undefined>(undefined);
  const recent = useRef<readonly ScreenFlash[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the strikes is news
  useEffect(() => {
    const { store } = strikes;
    const now = { generation: store.generation, rows: store.length };
    const { from: fromRow, to } = dirtyRows(mark.current ?? now, now);
    const watching = complete && mark.current?.generation === now.generation;
    mark.current = now;
    if (!map || !watching || to - fromRow > MAX_NEW_ROWS) return;
    const { clientWidth, clientHeight } = map.getContainer();
    const { lng: longitude, lat: latitude } = map.getCenter();
    const candidates = [];
    for (let row = fromRow; row < to; row += 1) {
      const strike = store.strikeAt(row);
      if (nowMs - strike.atMs > MAX_UPDATE_AGE_MS) continue;
      const { x, y } = map.project([strike.longitude, strike.latitude]);
      if (x < 0 || y < 0 || x > clientWidth || y > clientHeight) continue;
      candidates.push({ x, y, awayKm: distanceKm(from ?? { latitude, longitude }, strike) });
    }
    if (candidates.length > 0) onUpdate(candidates.map(({ awayKm }) => awayKm));
    const visibleAtMs = systemClock.now();
    if (!lit || isNight(visibleAtMs, night)) return;
    const flashes = claimSlots(candidates, recent.current, visibleAtMs);
    recent.current = [...stillCounted(recent.current, visibleAtMs), ...flashes];
    for (const flash of flashes) show(map.getContainer(), map.getZoom(), flash);
  }, [strikes]);

  useEffect(() => {
    if (!map) return;
    const clear = () => {
      for (const flash of map.getContainer().querySelectorAll('[data-flash]')) flash.remove();
    };
    map.on('movestart', clear);
    return () => {
      map.off('movestart', clear);
      clear();
    };
  }, [map]);

  return null;
}

/** In wide views a flash is smaller, to represent one strike. */
function show(container: HTMLElement, zoom: number, { x, y }: ScreenFlash): void {
  const near = Math.min(1, 0.55 + (zoom - 4) / 9);
  const flash = document.createElement('span');
  flash.className = styles.flash ?? '';
  flash.dataset.flash = '';
  flash.style.inlineSize = `${FLASH_PX * near}px`;
  flash.style.left = `${x}px`;
  flash.style.top = `${y}px`;
  flash.addEventListener('animationend', () => flash.remove());
  container.append(flash);
}
