import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Part.module.css';

interface PartProps {
  readonly children: ReactNode;
}

/** Lets a layer or panel load or fail without affecting the map around it. */
export function Part({ children }: PartProps) {
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
