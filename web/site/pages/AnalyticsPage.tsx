import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Hydrated } from '#web/kit/browser/useHydrated.tsx';
import { CardGrid, Section } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/query/query.module.css';

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
      <p className={styles.queryLead}>{texts.lead()}</p>
      <Hydrated opening={opening}>
        <AnalyticsScreen />
      </Hydrated>
      <Reading />
    </>
  );
}

function Reading() {
  const texts = useTexts().LL.analytics.reading;
  return (
    <Section title={texts.title()}>
      <CardGrid
        columns={3}
        cards={[
          ['bolt', texts.strikes(), texts.strikesText()],
          ['pin', texts.ground(), texts.groundText()],
          ['clock', texts.observed(), texts.observedText()],
          ['gauge', texts.chance(), texts.chanceText()],
          ['chart', texts.climate(), texts.climateText()],
        ]}
      />
    </Section>
  );
}
