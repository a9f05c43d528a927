import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Hydrated } from '#web/kit/browser/useHydrated.tsx';
import { CardGrid } from '#web/kit/components/CardGrid.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/query/AskScreen.module.css';

/** The query is in the address, so prerendered HTML contains only general text. */
const AnalyticsScreen = lazy(() => withinChunkTimeout(import('#web/tools/analytics/AnalyticsScreen.tsx')));

export default function AnalyticsPage() {
  const texts = useTexts().LL.analytics;
  const opening = (
    <Section title={texts.ask.title()}>
      <p role="status" data-opening>
        {texts.opening()}
      </p>
    </Section>
  );
  return (
    <>
      <p className={styles.lead}>{texts.lead()}</p>
      <Hydrated opening={opening}>
        <AnalyticsScreen />
      </Hydrated>
      <Reading />
    </>
  );
}

function Reading() {
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
