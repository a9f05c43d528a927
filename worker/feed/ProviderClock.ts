import { medianOf } from '#shared/medianOf.ts';
import type { ProviderNow } from './plan/planPoll.ts';

const SAMPLES = 9;
/** `Date` headers have whole seconds and answers take time, so a smaller offset is not taken for skew. */
const MIN_SKEW_MS = 3_000;
/** A larger offset is a broken header, not a clock. */
const MAX_SKEW_MS = 15 * 60_000;
/** A clock that is off by more than this is likelier a header that is: strikes must tell. */
const DOUBTFUL_SKEW_MS = 60_000;

/**
 * The provider's clock, estimated from its `Date` headers: windows are requested in its time, not ours. A `Date` that
 * is off by more than a minute may be a cache's or a proxy's, so until new strikes have told which clock they are
 * stamped by, windows reach over both.
 */
export class ProviderClock {
  private offsetsMs: number[] = [];
  private strikesFollow: 'date' | 'ours' | undefined;

  observe(providerTimeMs: number, nowMs: number): void {
    const offsetMs = providerTimeMs + 500 - nowMs;
    if (Math.abs(offsetMs) > MAX_SKEW_MS) return;
    const before = this.skewMs;
    this.offsetsMs = [...this.offsetsMs, offsetMs].slice(-SAMPLES);
    if (Math.abs(this.skewMs - before) > DOUBTFUL_SKEW_MS) this.strikesFollow = undefined;
  }

  /** Learns from a strike that was told for the first time, as soon as the provider had it. */
  observeStrike(atMs: number, nowMs: number): void {
    this.strikesFollow = clockOfStrike(this.skewMs, atMs - nowMs) ?? this.strikesFollow;
  }

  now(nowMs: number): ProviderNow {
    const skewMs = this.skewMs;
    if (Math.abs(skewMs) <= DOUBTFUL_SKEW_MS || this.strikesFollow === 'date') return at(nowMs + skewMs);
    if (this.strikesFollow === 'ours') return at(nowMs);
    return { earliestMs: Math.min(nowMs, nowMs + skewMs), latestMs: Math.max(nowMs, nowMs + skewMs) };
  }

  private get skewMs(): number {
    const offsetMs = medianOf(this.offsetsMs) ?? 0;
    return Math.abs(offsetMs) < MIN_SKEW_MS ? 0 : offsetMs;
  }
}

function at(nowMs: number): ProviderNow {
  return { earliestMs: nowMs, latestMs: nowMs };
}

/** The clock that a new strike, `aheadMs` ahead of ours, is stamped by; undefined if it is near neither. */
function clockOfStrike(skewMs: number, aheadMs: number): 'date' | 'ours' | undefined {
  const fromOursMs = Math.abs(aheadMs);
  const fromDateMs = Math.abs(aheadMs - skewMs);
  if (Math.min(fromOursMs, fromDateMs) > DOUBTFUL_SKEW_MS) return undefined;
  return fromDateMs < fromOursMs ? 'date' : 'ours';
}
