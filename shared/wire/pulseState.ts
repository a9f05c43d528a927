import type { Pulse } from '#shared/watch/Pulse.ts';
import type { FeedState } from './FeedEvent.ts';

/** A pulse in transit: the provider's clock is an offset, because it is read later than it was sent. */
export interface ToldPulse extends Omit<Pulse, 'providerNowMs'> {
  /** The provider's clock less ours. */
  readonly providerOffsetMs: number;
}

/** The part of the pulse that goes out with home's state: small, because it is sent to each stream every 15 s. */
export function pulseState(pulse: ToldPulse): Partial<FeedState> {
  const { epoch, watermarkMs, providerOffsetMs, gapBoxes, gapBoxesTruncated } = pulse;
  return {
    epoch,
    providerOffsetMs,
    ...(watermarkMs === null ? {} : { completeToMs: watermarkMs }),
    ...(gapBoxes.length === 0 ? {} : { gapBoxes: gapBoxes.map(([...gap]) => gap) }),
    ...(gapBoxesTruncated ? { gapBoxesTruncated } : {}),
  };
}
