import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Hydrated } from '#web/kit/browser/useHydrated.tsx';
import { CardGrid, PageIntro, Section } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';

/** The figures load on each visit; prerendered HTML contains only general text. */
const VerificationScreen = lazy(() => withinChunkTimeout(import('#web/tools/verification/VerificationScreen.tsx')));

export default function VerificationPage() {
  const { title, lead, question: query, loading } = useTexts().LL.verdict;
  const opening = (
    <Section title={query.title()} lead={query.lead()}>
      <p role="status" data-opening>
        {loading()}
      </p>
    </Section>
  );
  return (
    <>
      <PageIntro title={title()} lead={lead()} />
      <Hydrated opening={opening}>
        <VerificationScreen />
      </Hydrated>
      <Limits />
    </>
  );
}

function Limits() {
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
