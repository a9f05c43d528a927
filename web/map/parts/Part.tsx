import { createContext, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/map/parts/tools.module.css';

/** The page's heading. The map, or its replacement, shows it in its first row. */
export const HeadingContext = createContext<ReactNode>(null);
/** Opens the map's own panel; undefined if there is none. */
export const OpenNowContext = createContext<(() => void) | undefined>(undefined);

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
