import { medianOf } from '#shared/medianOf.ts';

const SAMPLES = 9;
/** A `Date` header is cut to the second and answers take time: less than this is no skew. */
const NOTICEABLE_MS = 3_000;
/** More than this is a broken header, not a clock. */
const BELIEVABLE_MS = 15 * 60_000;

/** The provider's clock as its answers show it: windows are asked in its time, not in ours. */
export class ProviderClock {
  private offsetsMs: number[] = [];

  observe(providerTimeMs: number, nowMs: number): void {
    const offsetMs = providerTimeMs + 500 - nowMs;
    if (Math.abs(offsetMs) <= BELIEVABLE_MS) this.offsetsMs = [...this.offsetsMs, offsetMs].slice(-SAMPLES);
  }

  now(nowMs: number): number {
    const offsetMs = medianOf(this.offsetsMs) ?? 0;
    return Math.abs(offsetMs) < NOTICEABLE_MS ? nowMs : nowMs + offsetMs;
  }
}
