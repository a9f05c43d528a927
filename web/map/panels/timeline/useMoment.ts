import { useCallback, useEffect, useRef, useState } from 'react';
import { useAddressPart } from '#web/ground/view/useAddressPart.ts';
import { type PastBounds, withinBounds } from '#web/sky/past/pastBounds.ts';
import { type Moment, timelineAddress } from '#web/sky/past/timelineAddress.ts';

/** Browsers refuse more than a hundred changes of an address in half a minute. */
const WRITE_AFTER_MS = 350;

export interface HeldMoment {
  readonly moment: Moment;
  /** Whether the address names a moment that the timeline does not reach. */
  readonly tooOld: boolean;
  readonly change: (changes: Partial<Moment>) => void;
  /** Takes the moment out of the address at once. */
  readonly end: () => void;
}

/** The moment one looks at. It follows the address at once; the address follows it as soon as it rests. */
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
      // As the address will tell it, to the minute.
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
