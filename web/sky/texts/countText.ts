import type { Texts } from '#web/kit/i18n/index.ts';
import type { AgeCounts } from '#web/sky/strikes/countAround.ts';

const AGES = ['fresh', 'recent', 'old'] as const;

export function countText(counts: AgeCounts, LL: Texts): string {
  const texts = LL.map.pointed;
  const ages = AGES.filter((age) => counts[age] > 0).map((age) => texts[age]({ count: counts[age] }));
  return texts.total({ count: counts.total, ages: ages.join(', ') });
}
