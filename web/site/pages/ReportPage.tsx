import { lazy, Suspense } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import screen from '#web/tools/ask/AskScreen.module.css';

/** The question stands in the fragment, so prerendered HTML does not know it. */
const ReportScreen = lazy(() => withinChunkTimeout(import('#web/tools/report/ReportScreen.tsx')));

/** Makes a report of the lightning near a place. */
export default function ReportPage() {
  if (!useHydrated()) return <ReportOpening />;
  return (
    <Suspense fallback={<ReportOpening />}>
      <ReportScreen />
    </Suspense>
  );
}

/** Shown until the page's program has arrived. */
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
