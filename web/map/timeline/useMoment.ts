import { useCallback, useEffect, useRef, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import { useAddressPart } from '#web/ground/view/useAddressPart.ts';
import { useMediaQuery } from '#web/kit/browser/browserState.ts';
import {
  afterPlaying,
  type Moment,
  type PastBounds,
  PLAY_RATES_MS,
  timelineAddress,
  withinBounds,
} from '#web/sky/past/timeline.ts';

/** Browsers refuse more than a hundred address changes in half a minute. */
const WRITE_AFTER_MS = 350;

interface HeldMoment {
  readonly moment: Moment;
  /** The address contains a moment before the start of the timeline. */
  readonly tooOld: boolean;
  readonly change: (changes: Partial<Moment>) => void;
  /** Removes the moment from the address at once. */
  readonly end: () => void;
}

/** The shown moment. It follows the address at once; the address follows it once it rests. */
export function useMoment(bounds: PastBounds): HeldMoment {
  const [address, write] = useAddressPart(timelineAddress);
  const [moment, setMoment] = useState(address);
  const written = useRef(address);
  useEffect(() => {
    if (address.atMs === written.current.atMs && address.windowMs === written.current.windowMs) return;
    written.current = address;
    setMoment(address);
  }, [address]);
  useEffect(() => {
    if (moment.atMs === written.current.atMs && moment.windowMs === written.current.windowMs) return;
    const handle = setTimeout(() => {
      // To the minute, as in the address.
      const next = timelineAddress.parse(new URLSearchParams(timelineAddress.format(moment).join('&')));
      written.current = next;
      write(() => next, 'replace');
    }, WRITE_AFTER_MS);
    return () => clearTimeout(handle);
  }, [moment, write]);
  const change = useCallback((changes: Partial<Moment>) => setMoment((before) => ({ ...before, ...changes })), []);
  const end = useCallback(() => write((before) => ({ ...before, atMs: undefined }), 'replace'), [write]);
  const { atMs } = moment;
  const reached = atMs === undefined ? undefined : withinBounds(atMs, bounds);
  return {
    moment: atMs === undefined || reached === undefined || atMs < bounds.fromMs ? { ...moment, atMs: reached } : moment,
    tooOld: atMs !== undefined && atMs < bounds.fromMs,
    change,
    end,
  };
}

const STEP_MS = 100;
/** One picture after the other, for visitors who prefer reduced motion. */
const STILL_STEP_MS = 1_000;

interface PlayingSource {
  readonly atMs: number | undefined;
  readonly isHeld: () => boolean;
  readonly toMs: number;
  /** Called with the instant reached; undefined once that is now. */
  readonly onStep: (atMs: number | undefined) => void;
}

/** Plays time on the map, `rateMs` per second. */
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
