import type { Texts } from '#web/kit/i18n/index.ts';
import type { Comparison } from '#web/tools/analytics/count/comparison.ts';
import type { NumberTexts } from '#web/tools/analytics/plot/numberTexts.ts';

/** What a comparison of two periods came to, in words. */
export function comparisonText(
  { verdict, ratio }: Comparison,
  first: string,
  second: string,
  { rate }: NumberTexts,
  LL: Texts,
): string {
  const words = LL.analytics.compare;
  if (!ratio || verdict === 'none' || verdict === 'unread') return words[verdict === 'unread' ? 'unread' : 'none']();
  const text = (value: number) => (Number.isFinite(value) ? rate(value) : words.endless());
  const [low, high] = ratio.interval;
  return words[verdict]({ first, second, ratio: text(ratio.value), low: text(low), high: text(high) });
}
