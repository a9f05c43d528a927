import type { Texts } from '#web/kit/i18n/index.ts';
import type { AgeCounts } from '#web/sky/strikes/countAround.ts';

const AGES = ['fresh', 'recent', 'old'] as const;

export function countText(counts: AgeCounts, LL: Texts): string {
  const words = LL.map.pointed;
  const ages = AGES.filter((age) => counts[age] > 0).map((age) => words[age]({ count: counts[age] }));
  return words.total({ count: counts.total, ages: ages.join(', ') });
}
