import { useEffect, useRef } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { systemClock } from '#shared/time/Clock.ts';
import { dirtyRows, type ReadMark } from '#web/sky/strikes/dirtyRows.ts';
import type { HeldStrikes } from '#web/sky/strikes/HeldStrikes.ts';
import { allowPulses, type Pulse } from './allowPulses.ts';
import styles from './StrikePulses.module.css';

/** A strike that is older on arrival is not news. */
const MAX_NEWS_AGE_MS = 60_000;
const MAX_NEW_ROWS = 200;

export interface StrikePulsesProps {
  readonly strikes: HeldStrikes;
  /** Whether the window is complete: what arrives while it fills is not new. */
  readonly complete: boolean;
  /** The server's time. */
  readonly nowMs: number;
  /** Whether rings may be drawn; `onNews` is called either way. */
  readonly rings: boolean;
  /** Called with the number of strikes that have just arrived in view. */
  readonly onNews: (count: number) => void;
}

/** Draws a short ring around each strike that arrives in view, in plain elements outside React. */
export function StrikePulses({ strikes, complete, nowMs, rings, onNews }: StrikePulsesProps) {
  const map = useMap().current?.getMap();
  const mark = useRef<ReadMark | undefined>(undefined);
  const recent = useRef<readonly Pulse[]>([]);

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

function showPulse(container: HTMLElement, { x, y }: Pulse): void {
  const ring = document.createElement('span');
  ring.className = styles.pulse ?? '';
  ring.dataset.pulse = '';
  ring.style.left = `${x}px`;
  ring.style.top = `${y}px`;
  ring.addEventListener('animationend', () => ring.remove());
  container.append(ring);
}
