import { lazy, Suspense } from 'react';
import { Reading } from '#web/analytics/Reading.tsx';
import { useHydrated } from '#web/browser/useHydrated.ts';
import { withinChunkTimeout } from '#web/browser/withinChunkTimeout.ts';
import { useTexts } from '#web/i18n/index.ts';
import { PageIntro } from '#web/kit/PageIntro.tsx';
import { Section } from '#web/kit/Section.tsx';

/** What is counted stands in the address, which only a browser knows: HTML holds what is always true of the numbers. */
const AnalyticsScreen = lazy(() => withinChunkTimeout(import('#web/analytics/screen/AnalyticsScreen.tsx')));

export default function AnalyticsPage() {
  const words = useTexts().LL.analytics;
  const opening = (
    <Section title={words.ask.title()}>
      <p role="status" data-opening>
        {words.opening()}
      </p>
    </Section>
  );
  return (
    <>
      <PageIntro title={words.title()} lead={words.lead()} />
      {useHydrated() ? (
        <Suspense fallback={opening}>
          <AnalyticsScreen />
        </Suspense>
      ) : (
        opening
      )}
      <Reading />
    </>
  );
}
