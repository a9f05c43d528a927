import type { Position } from '#shared/geo/geodesy.ts';
import type { FeedTruth } from '#web/feed/feedTruth.ts';
import type { Texts } from '#web/i18n/index.ts';
import { awayParts } from './placeText.ts';
import { timeFilterText } from './timeFilterText.ts';

export interface SummaryFacts {
  readonly truth: FeedTruth;
  readonly inView: number;
  readonly windowMs: number;
  readonly from: Position | undefined;
  readonly nearest: Position | undefined;
}

/** The state of the map in two sentences, to be read out. It never calls a sky empty that is not known to be. */
export function summaryText(
  { truth, inView, windowMs, from, nearest }: SummaryFacts,
  LL: Texts,
  locale: string,
): string {
  const words = LL.map.summary;
  if (truth.kind === 'down') return words.unknown();
  if (truth.kind === 'quiet') return words.none();
  if (inView === 0) return '';
  const some = words.some({ count: inView, range: timeFilterText(windowMs, LL) });
  return from && nearest ? `${some} ${words.nearest(awayParts(from, nearest, LL, locale))}` : some;
}
