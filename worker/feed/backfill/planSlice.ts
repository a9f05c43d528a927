import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';

const MIN_SLICE_MS = 60_000;
const MAX_SLICE_MS = HOUR_MS;
/** Strikes of one call: nearer to the provider's limit of 300 than polls go, because nobody waits if it must be split. */
const CALL_STRIKES = 250;
/** Strikes of one slice: they are kept together, and read again together if we die before. */
const SLICE_STRIKES = 2_000;

/** The newest stretch of what is to be read, as long as it takes for some 2,000 strikes at the rate of the last one. */
export function planSlice(toRead: readonly Span[], strikesPerMs: number): Span | undefined {
  const newest = toRead.at(-1);
  if (!newest) return undefined;
  const wantedMs = strikesPerMs > 0 ? Math.floor(SLICE_STRIKES / strikesPerMs) : MAX_SLICE_MS;
  const [fromMs, toMs] = newest;
  return [Math.max(fromMs, toMs - Math.min(MAX_SLICE_MS, Math.max(MIN_SLICE_MS, wantedMs))), toMs];
}

/** The slice in spans of about 250 strikes each at that rate, newest first: one call can read each. */
export function cutSlice([fromMs, toMs]: Span, strikesPerMs: number): Span[] {
  const parts = Math.max(1, Math.ceil(((toMs - fromMs) * strikesPerMs) / CALL_STRIKES));
  const cutMs = (part: number) => Math.floor(toMs - ((toMs - fromMs) * part) / parts);
  return Array.from({ length: parts }, (_, part): Span => [cutMs(part + 1), cutMs(part)]);
}
