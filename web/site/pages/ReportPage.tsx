import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Hydrated } from '#web/kit/browser/useHydrated.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { QueryIntro } from '#web/tools/query/QueryIntro.tsx';

/** The query is in the fragment, which is unknown while prerendering. */
const ReportScreen = lazy(() => withinChunkTimeout(import('#web/tools/report/ReportScreen.tsx')));

export default function ReportPage() {
  return (
    <Hydrated opening={<QueryIntro texts={useTexts().LL.report} />}>
      <ReportScreen />
    </Hydrated>
  );
}
