import { useEffect, useState } from 'react';
import type { Clock } from '#shared/time/Clock.ts';

/** Returns the clock's time, updated every `periodMs`. */
export function useNow(clock: Clock, periodMs: number): number {
  const [nowMs, setNowMs] = useState(() => clock.now());
  useEffect(() => {
    const handle = setInterval(() => setNowMs(clock.now()), periodMs);
    return () => clearInterval(handle);
  }, [clock, periodMs]);
  return nowMs;
}
