import { useEffect, useRef } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { systemClock } from '#shared/time/Clock.ts';
import { dirtyRows, type HeldStrikes, type ReadMark } from '#web/sky/strikes/StrikeStore.ts';
import styles from './StrikePulses.module.css';

/** A strike that is older on arrival is not news. */
const MAX_NEWS_AGE_MS = 60_000;
const MAX_NEW_ROWS = 200;

interface StrikePulsesProps {
  readonly strikes: HeldStrikes;
  /** What arrives while the window fills is not new. */
  readonly complete: boolean;
  /** The server's time. */
  readonly nowMs: number;
  readonly rings: boolean;
  readonly onNews: (count: number) => void;
}

/** Draws a short ring around each strike that arrives in view, in plain elements outside React. */
export function StrikePulses({ strikes, complete, nowMs, rings, onNews }: StrikePulsesProps) {
  const map = useMap().current?.getMap();
  const mark = useRef<ReadMark | undefined>(undefined);
  const recent = useRef<readonly DrawnPulse[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the strikes is news
  useEffect(() => {
    const { store } = strikes;
    const now = { generation: store.generation, rows: store.length };
    const { from, to } = dirtyRows(mark.current ?? now, now);
    const watching = complete && mark.current?.generation === now.generation;
    mark.current = now;
    if (!map || !watching || to - from > MAX_NEW_ROWS) return;
    const { clientWidth, clientHeight } = map.getContainer();
    const candidates = [];
    for (let row = from; row < to; row += 1) {
      const { longitude, latitude, atMs } = store.strikeAt(row);
      if (nowMs - atMs > MAX_NEWS_AGE_MS) continue;
      const { x, y } = map.project([longitude, latitude]);
      if (x >= 0 && y >= 0 && x <= clientWidth && y <= clientHeight) candidates.push({ x, y });
    }
    if (candidates.length > 0) onNews(candidates.length);
    if (!rings) return;
    const shownAtMs = systemClock.now();
    const allowed = allowPulses(candidates, recent.current, shownAtMs);
    recent.current = [...recent.current.filter(({ atMs }) => shownAtMs - atMs < 1_000), ...allowed];
    for (const pulse of allowed) showPulse(map.getContainer(), pulse);
  }, [strikes]);

  useEffect(() => {
    if (!map) return;
    const clear = () => {
      for (const ring of map.getContainer().querySelectorAll(`.${styles.pulse}`)) ring.remove();
    };
    map.on('movestart', clear);
    return () => {
      map.off('movestart', clear);
      clear();
    };
  }, [map]);

  return null;
}

function showPulse(container: HTMLElement, { x, y }: DrawnPulse): void {
  const ring = document.createElement('span');
  ring.className = styles.pulse ?? '';
  ring.dataset.pulse = '';
  ring.style.left = `${x}px`;
  ring.style.top = `${y}px`;
  ring.addEventListener('animationend', () => ring.remove());
  container.append(ring);
}

/** No part of the screen may flash more often than this per second (WCAG 2.3.1). */
const MAX_PER_SECOND = 3;
/** Pulses closer than this, in CSS pixels, lie on the same part of the screen. */
const SAME_PART_PX = 120;

export interface DrawnPulse {
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
}

/**
 * Returns the candidates, in order, that may flash at `nowMs` after the `recent` pulses, none of them in the future.
 * The others never flash: a late pulse would announce a strike that is not new.
 */
export function allowPulses(
  candidates: readonly { readonly x: number; readonly y: number }[],
  recent: readonly DrawnPulse[],
  nowMs: number,
): DrawnPulse[] {
  const counted = recent.filter(({ atMs }) => nowMs - atMs < 1_000);
  const allowed: DrawnPulse[] = [];
  for (const { x, y } of candidates) {
    const near = [...counted, ...allowed].filter((pulse) => Math.hypot(pulse.x - x, pulse.y - y) < SAME_PART_PX);
    if (near.length < MAX_PER_SECOND && near.every((pulse) => roomAround(pulse, [...counted, ...allowed]))) {
      allowed.push({ x, y, atMs: nowMs });
    }
  }
  return allowed;
}

function roomAround({ x, y }: DrawnPulse, pulses: readonly DrawnPulse[]): boolean {
  return pulses.filter((other) => Math.hypot(other.x - x, other.y - y) < SAME_PART_PX).length < MAX_PER_SECOND;
}
