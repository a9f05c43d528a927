import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/kit/browser/useHydrated.ts';
import { withinChunkTimeout } from '#web/kit/browser/withinChunkTimeout.ts';
import { ReportOpening } from '#web/tools/report/ReportOpening.tsx';

/** What is asked stands in the fragment, which only a browser knows. */
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
