import type { Pulse } from '#shared/watch/Pulse.ts';
import type { FeedState } from './FeedEvent.ts';

/** A pulse on its way: the provider's clock as an offset, because it is read later than it was told. */
export interface ToldPulse extends Omit<Pulse, 'providerNowMs'> {
  /** The provider's clock less ours. */
  readonly providerOffsetMs: number;
}

/** What of the pulse goes out with home's state: no more than it takes, because each stream is told every 15 s. */
export function pulseState(pulse: ToldPulse): Partial<FeedState> {
  const { epoch, watermarkMs, providerOffsetMs, gaps, gapsCut } = pulse;
  return {
    epoch,
    providerOffsetMs,
    ...(watermarkMs === null ? {} : { completeToMs: watermarkMs }),
    ...(gaps.length === 0 ? {} : { gaps: gaps.map(([...gap]) => gap) }),
    ...(gapsCut ? { gapsCut } : {}),
  };
}
