import { medianOf } from '#shared/medianOf.ts';

const SAMPLES = 9;
/** `Date` headers have whole seconds and answers take time, so a smaller offset is not taken for skew. */
const MIN_SKEW_MS = 3_000;
/** A larger offset is a broken header, not a clock. */
const MAX_SKEW_MS = 15 * 60_000;

/** The provider's clock, estimated from its `Date` headers: windows are requested in its time, not ours. */
export class ProviderClock {
  private offsetsMs: number[] = [];

  observe(providerTimeMs: number, nowMs: number): void {
    const offsetMs = providerTimeMs + 500 - nowMs;
    if (Math.abs(offsetMs) <= MAX_SKEW_MS) this.offsetsMs = [...this.offsetsMs, offsetMs].slice(-SAMPLES);
  }

  now(nowMs: number): number {
    const offsetMs = medianOf(this.offsetsMs) ?? 0;
    return Math.abs(offsetMs) < MIN_SKEW_MS ? nowMs : nowMs + offsetMs;
  }
}
