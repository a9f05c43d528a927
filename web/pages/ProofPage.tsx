import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/browser/useHydrated.ts';
import { withinChunkTimeout } from '#web/browser/withinChunkTimeout.ts';
import { useTexts } from '#web/i18n/index.ts';
import { PageIntro } from '#web/kit/PageIntro.tsx';
import { Section } from '#web/kit/Section.tsx';
import { Limits } from '#web/proof/Limits.tsx';

/** The figures are asked for anew each time: HTML holds what is always true of them. */
const ProofScreen = lazy(() => withinChunkTimeout(import('#web/proof/ProofScreen.tsx')));

export default function ProofPage() {
  const { title, lead, question, loading } = useTexts().LL.verdict;
  const opening = (
    <Section title={question.title()} lead={question.lead()}>
      <p role="status">{loading()}</p>
    </Section>
  );
  return (
    <>
      <PageIntro title={title()} lead={lead()} />
      {useHydrated() ? (
        <Suspense fallback={opening}>
          <ProofScreen />
        </Suspense>
      ) : (
        opening
      )}
      <Limits />
    </>
  );
}
