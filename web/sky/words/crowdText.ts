import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import type { CrowdCounts } from '#web/sky/strikes/Crowds.ts';

const AGES = ['fresh', 'recent', 'old'] as const;

export function crowdText(counts: CrowdCounts, LL: Texts): string {
  const words = LL.map.crowd;
  const ages = AGES.filter((age) => counts[age] > 0).map((age) => words[age]({ count: counts[age] }));
  return words.total({ count: counts.total, ages: ages.join(', ') });
}

export function stepText(from: number, locale: Locale): string {
  return `${new Intl.NumberFormat(locale).format(from)}+`;
}
