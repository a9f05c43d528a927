import { TIME_FILTERS_MS } from '#shared/limits.ts';
import type { Texts } from '#web/i18n/index.ts';

/** Returns the name of a window on offer; for any other window, that none is chosen. */
export function timeFilterText(windowMs: number, LL: Texts): string {
  if (!TIME_FILTERS_MS.some((offeredMs) => offeredMs === windowMs)) return LL.map.filter.none();
  if (windowMs === 3_600_000) return LL.map.filter.hour();
  if (windowMs > 3_600_000) return LL.map.filter.hours({ n: windowMs / 3_600_000 });
  return LL.map.filter.minutes({ n: windowMs / 60_000 });
}
