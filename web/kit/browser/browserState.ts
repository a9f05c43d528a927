import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Clock } from '#shared/time/Clock.ts';

/** Scripts that change the address say so by wouter's events. */
const EVENTS = ['hashchange', 'popstate', 'pushState', 'replaceState'] as const;

function subscribe(onChange: () => void): () => void {
  for (const name of EVENTS) window.addEventListener(name, onChange);
  return () => {
    for (const name of EVENTS) window.removeEventListener(name, onChange);
  };
}

/** The fragment of the address, which no server sees; empty while prerendering. */
export function useHash(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => '',
  );
}

/** Returns whether the media query matches, and follows changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Returns the clock's time, updated every `periodMs`. */
export function useNow(clock: Clock, periodMs: number): number {
  const [nowMs, setNowMs] = useState(() => clock.now());
  useEffect(() => {
    const handle = setInterval(() => setNowMs(clock.now()), periodMs);
    return () => clearInterval(handle);
  }, [clock, periodMs]);
  return nowMs;
}
