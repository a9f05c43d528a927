import type { Texts } from '#web/i18n/index.ts';

/** The name of a window on offer. */
export function timeFilterText(windowMs: number, LL: Texts): string {
  if (windowMs === 3_600_000) return LL.map.filter.hour();
  if (windowMs > 3_600_000) return LL.map.filter.hours({ n: windowMs / 3_600_000 });
  return LL.map.filter.minutes({ n: windowMs / 60_000 });
}
