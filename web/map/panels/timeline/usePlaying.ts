import { useEffect, useRef, useState } from 'react';
import { systemClock } from '#shared/time/Clock.ts';
import { useMediaQuery } from '#web/kit/browser/useMediaQuery.ts';
import { afterPlaying, PLAY_RATES_MS } from '#web/sky/past/playback.ts';

const STEP_MS = 100;
/** For who asks for less motion: one picture after the other. */
const STILL_STEP_MS = 1_000;

export interface PlayingSource {
  readonly atMs: number | undefined;
  /** Whether what is drawn of the moment is held. */
  readonly isHeld: () => boolean;
  readonly toMs: number;
  /** Called with the instant that playing has come to; undefined once that is now. */
  readonly onStep: (atMs: number | undefined) => void;
}

/** Lets time pass on the map, `rateMs` in a second. */
export function usePlaying(source: PlayingSource) {
  const [rateMs, setRateMs] = useState<number>(PLAY_RATES_MS[1]);
  const [playing, setPlaying] = useState(false);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const latest = useRef(source);
  latest.current = source;
  useEffect(() => {
    if (!playing) return;
    let steppedAtMs = systemClock.now();
    const step = () => {
      const { atMs, isHeld, toMs, onStep } = latest.current;
      const nowMs = systemClock.now();
      const next =
        atMs === undefined ? toMs : afterPlaying({ atMs, rateMs, held: isHeld() }, nowMs - steppedAtMs, toMs);
      steppedAtMs = nowMs;
      if (next >= toMs) setPlaying(false);
      onStep(next >= toMs ? undefined : next);
    };
    const handle = setInterval(step, still ? STILL_STEP_MS : STEP_MS);
    return () => clearInterval(handle);
  }, [playing, rateMs, still]);
  return { rateMs, setRateMs, playing, setPlaying };
}
