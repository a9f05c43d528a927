import { CardGrid } from '#web/kit/components/CardGrid.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';

/** What no counting of lightning tells, and how it is counted. */
export function Limits() {
  const { limits } = useTexts().LL.verdict;
  return (
    <Section title={limits.title()} tone="tint">
      <CardGrid
        columns={3}
        cards={[
          ['clock', limits.death(), limits.deathText()],
          ['bolt', limits.birth(), limits.birthText()],
          ['ruler', limits.reach(), limits.reachText()],
          ['chart', limits.counting(), limits.countingText()],
          ['mountain', limits.safety(), limits.safetyText()],
        ]}
      />
    </Section>
  );
}
