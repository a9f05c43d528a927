import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import type { Scope } from '#web/tools/analytics/ask/analyticsAddress.ts';
import { regionName } from '#web/tools/analytics/region/regionName.ts';
import type { RegionTable } from '#web/tools/analytics/region/regionTable.ts';

/** Where is counted, in words. */
export function scopeName(scope: Scope, table: RegionTable | undefined, locale: Locale, LL: Texts): string {
  const { ask, summary } = LL.analytics;
  if (scope.kind === 'home') return ask.home();
  if (scope.kind === 'place') return summary.around({ name: scope.name || ask.here(), km: scope.radiusKm });
  const region = table?.regions.find(({ code }) => code === scope.code);
  return region ? regionName(region, locale, LL) : scope.code;
}
