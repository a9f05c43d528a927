import { type ReactNode, Suspense } from 'react';
import { useTexts } from '#web/i18n/index.ts';
import { ErrorBoundary } from '#web/kit/ErrorBoundary.tsx';
import styles from './Part.module.css';

/** Where a layer or panel stands: it may load or fail by itself, and the map around it goes on. */
export function Part({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={() => <PartFailed />}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}

function PartFailed() {
  const { LL } = useTexts();
  return (
    <p className={styles.failed} role="alert">
      {LL.map.partFailed()}
    </p>
  );
}
