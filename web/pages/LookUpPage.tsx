import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/browser/useHydrated.ts';
import { withinChunkTimeout } from '#web/browser/withinChunkTimeout.ts';
import { LookUpOpening } from '#web/lookUp/LookUpOpening.tsx';

/** What is asked stands in the fragment, which only a browser knows. */
const LookUpScreen = lazy(() => withinChunkTimeout(import('#web/lookUp/LookUpScreen.tsx')));

/** Looks up which strikes may have lit a fire. */
export default function LookUpPage() {
  if (!useHydrated()) return <LookUpOpening />;
  return (
    <Suspense fallback={<LookUpOpening />}>
      <LookUpScreen />
    </Suspense>
  );
}
