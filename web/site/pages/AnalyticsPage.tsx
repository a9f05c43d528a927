import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/kit/browser/useHydrated.ts';
import { withinChunkTimeout } from '#web/kit/browser/withinChunkTimeout.ts';
import { PageIntro } from '#web/kit/components/PageIntro.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { Reading } from '#web/tools/analytics/Reading.tsx';

/** What is counted stands in the address, which only a browser knows: HTML holds what is always true of the numbers. */
const AnalyticsScreen = lazy(() => withinChunkTimeout(import('#web/tools/analytics/screen/AnalyticsScreen.tsx')));

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
