import { lazy, Suspense } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import screen from '#web/tools/ask/AskScreen.module.css';

/** The question is in the fragment, which prerendering does not know. */
const ReportScreen = lazy(() => withinChunkTimeout(import('#web/tools/report/ReportScreen.tsx')));

export default function ReportPage() {
  if (!useHydrated()) return <ReportOpening />;
  return (
    <Suspense fallback={<ReportOpening />}>
      <ReportScreen />
    </Suspense>
  );
}

function ReportOpening() {
  const words = useTexts().LL.report;
  return (
    <div className={screen.screen}>
      <h1>{words.title()}</h1>
      <p>{words.lead()}</p>
      <p role="status" data-opening>
        {words.loading()}
      </p>
      <noscript>
        <p>{words.noScript()}</p>
      </noscript>
    </div>
  );
}
