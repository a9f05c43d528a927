import { CardGrid } from '#web/kit/components/CardGrid.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';

/** What the numbers are, and what they are not. */
export function Reading() {
  const words = useTexts().LL.analytics.reading;
  return (
    <Section title={words.title()}>
      <CardGrid
        columns={3}
        cards={[
          ['bolt', words.strikes(), words.strikesText()],
          ['pin', words.ground(), words.groundText()],
          ['clock', words.observed(), words.observedText()],
          ['gauge', words.chance(), words.chanceText()],
          ['chart', words.climate(), words.climateText()],
        ]}
      />
    </Section>
  );
}
