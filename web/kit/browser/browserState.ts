import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Clock } from '#shared/Clock.ts';

/** wouter dispatches the last two when a script changes the address. */
const EVENTS = ['hashchange', 'popstate', 'pushState', 'replaceState'] as const;

function subscribe(onChange: () => void): () => void {
  for (const name of EVENTS) window.addEventListener(name, onChange);
  return () => {
    for (const name of EVENTS) window.removeEventListener(name, onChange);
  };
}

/** Query or fragment of the address; empty while prerendering. */
export function useLocationText(part: 'search' | 'hash'): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location[part],
    () => '',
  );
}

/** The fragment is never sent to a server. */
export const useHash = (): string => useLocationText('hash');

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

export function useNow(clock: Clock, periodMs: number): number {
  const [nowMs, setNowMs] = useState(() => clock.now());
  useEffect(() => {
    const handle = setInterval(() => setNowMs(clock.now()), periodMs);
    return () => clearInterval(handle);
  }, [clock, periodMs]);
  return nowMs;
}
