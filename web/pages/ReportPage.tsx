import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/browser/useHydrated.ts';
import { withinChunkTimeout } from '#web/browser/withinChunkTimeout.ts';
import { ReportOpening } from '#web/report/ReportOpening.tsx';

/** What is asked stands in the fragment, which only a browser knows. */
const ReportScreen = lazy(() => withinChunkTimeout(import('#web/report/ReportScreen.tsx')));

/** Makes a report of the lightning near a place. */
export default function ReportPage() {
  if (!useHydrated()) return <ReportOpening />;
  return (
    <Suspense fallback={<ReportOpening />}>
      <ReportScreen />
    </Suspense>
  );
}
