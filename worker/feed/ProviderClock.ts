import { medianOf } from '#shared/medianOf.ts';
import { type ClockEstimate, DOUBTFUL_SKEW_MS, type ProviderNow, providerNowAt } from './plan/planPoll.ts';
import { NO_BOUND, type Reach } from './Settled.ts';

const SAMPLES = 9;
/** `Date` headers have whole seconds and answers take time, so a smaller offset does not count as skew. */
const MIN_SKEW_MS = 3_000;
/** A larger offset is a broken header, not a clock. */
const MAX_SKEW_MS = 15 * 60_000;
/** A kept estimate may be this far off: `Date` has whole seconds, and not every answer is worth a write. */
const WORTH_KEEPING_MS = 1_000;

/**
 * The provider's clock, estimated from its `Date` headers, because windows are requested in its time. A `Date` off by
 * more than a minute may be a cache's or a proxy's, so windows reach over both clocks until new strikes show which one
 * stamps them.
 */
export class ProviderClock {
  private offsetsMs: number[];
  private strikesFollow: ClockEstimate['strikesFollow'];
  private kept: ClockEstimate;
  private readonly keep: (estimate: ClockEstimate) => void;

  /** Goes on from `known`, an estimate given to `keep`, which is called whenever it has changed by a second. */
  constructor(known: ClockEstimate, keep: (estimate: ClockEstimate) => void) {
    this.kept = known;
    this.keep = keep;
    this.strikesFollow = known.strikesFollow;
    this.offsetsMs = known.skewMs === 0 ? [] : new Array(SAMPLES).fill(known.skewMs);
  }

  observe(providerTimeMs: number, nowMs: number): void {
    const offsetMs = providerTimeMs + 500 - nowMs;
    if (Math.abs(offsetMs) > MAX_SKEW_MS) return;
    const before = this.estimate.skewMs;
    this.offsetsMs = [...this.offsetsMs, offsetMs].slice(-SAMPLES);
    if (Math.abs(this.estimate.skewMs - before) > DOUBTFUL_SKEW_MS) this.strikesFollow = null;
    this.keepChange();
  }

  /** Learns from a strike told for the first time, as soon as the provider had it. */
  observeStrike(atMs: number, nowMs: number): void {
    this.strikesFollow = clockOfStrike(this.estimate.skewMs, atMs - nowMs) ?? this.strikesFollow;
    this.keepChange();
  }

  now(nowMs: number): ProviderNow {
    return providerNowAt(this.estimate, nowMs);
  }

  /** How far an answer received at `nowMs` can tell strikes, by its `Date`, if it has one. */
  reachOf(providerTimeMs: number | undefined, nowMs: number): Reach {
    if (providerTimeMs === undefined) return NO_BOUND;
    if (Math.abs(providerTimeMs + 500 - nowMs) > MAX_SKEW_MS) return { ...NO_BOUND, watermarkMs: providerTimeMs };
    const { skewMs, strikesFollow } = this.estimate;
    // Strikes are not stamped by the clock of `Date`, so `Date` only tells the age of the answer.
    const disproved = Math.abs(skewMs) > DOUBTFUL_SKEW_MS && strikesFollow === 'ours';
    const toMs = disproved ? providerTimeMs - skewMs : providerTimeMs;
    return { markMs: toMs, watermarkMs: toMs };
  }

  private get estimate(): ClockEstimate {
    const offsetMs = medianOf(this.offsetsMs) ?? 0;
    return { skewMs: Math.abs(offsetMs) < MIN_SKEW_MS ? 0 : offsetMs, strikesFollow: this.strikesFollow };
  }

  private keepChange(): void {
    const { skewMs, strikesFollow } = this.estimate;
    const moved = Math.abs(skewMs - this.kept.skewMs) >= WORTH_KEEPING_MS;
    if (!moved && strikesFollow === this.kept.strikesFollow) return;
    this.kept = { skewMs, strikesFollow };
    this.keep(this.kept);
  }
}

/** The clock that stamped a new strike, `aheadMs` ahead of ours; undefined if it is near neither. */
function clockOfStrike(skewMs: number, aheadMs: number): 'date' | 'ours' | undefined {
  const fromOursMs = Math.abs(aheadMs);
  const fromDateMs = Math.abs(aheadMs - skewMs);
  if (Math.min(fromOursMs, fromDateMs) > DOUBTFUL_SKEW_MS) return undefined;
  return fromDateMs < fromOursMs ? 'date' : 'ours';
}
