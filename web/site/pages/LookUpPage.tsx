import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/kit/browser/useHydrated.ts';
import { withinChunkTimeout } from '#web/kit/browser/withinChunkTimeout.ts';
import { LookUpOpening } from '#web/tools/lookUp/LookUpOpening.tsx';

/** What is asked stands in the fragment, which only a browser knows. */
const LookUpScreen = lazy(() => withinChunkTimeout(import('#web/tools/lookUp/LookUpScreen.tsx')));

/** Looks up which strikes may have lit a fire. */
export default function LookUpPage() {
  if (!useHydrated()) return <LookUpOpening />;
  return (
    <Suspense fallback={<LookUpOpening />}>
      <LookUpScreen />
    </Suspense>
  );
}
