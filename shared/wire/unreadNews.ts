import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';

const MINUTE_MS = 60_000;

/**
 * What of the spans viewers should hear of at once when it changes: that one has begun or ended, and each minute, but of
 * long ones only each hour, so that the reading of a day's history is not a hundred heartbeats.
 */
export function unreadNews(unread: readonly Span[]): string {
  const coarse = unread.map(([fromMs, toMs]) => {
    const stepMs = toMs - fromMs > HOUR_MS ? HOUR_MS : MINUTE_MS;
    return [Math.floor(fromMs / stepMs) * stepMs, Math.ceil(toMs / stepMs) * stepMs];
  });
  return JSON.stringify(coarse);
}
