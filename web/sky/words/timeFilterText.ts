import { TIME_FILTERS_MS } from '#shared/limits.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Texts } from '#web/kit/i18n/index.ts';

/** Returns the name of a window on offer; for any other window, that none is chosen. */
export function timeFilterText(windowMs: number, LL: Texts): string {
  if (!TIME_FILTERS_MS.some((offeredMs) => offeredMs === windowMs)) return LL.map.filter.none();
  if (windowMs === HOUR_MS) return LL.map.filter.hour();
  if (windowMs > HOUR_MS) return LL.map.filter.hours({ n: windowMs / HOUR_MS });
  return LL.map.filter.minutes({ n: windowMs / 60_000 });
}
