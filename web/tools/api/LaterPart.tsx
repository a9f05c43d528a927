import { type ReactNode, Suspense } from 'react';
import { useHydrated } from '#web/kit/browser/useHydrated.ts';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';

interface LaterPartProps {
  /** What loads lazily. */
  readonly children: ReactNode;
}

/** A part that nobody needs to read the page. It comes once the page runs; if it cannot, nothing else is lost. */
export function LaterPart({ children }: LaterPartProps) {
  const { part } = useTexts().LL.api;
  const waiting = <p role="status">{part.loading()}</p>;
  if (!useHydrated()) return waiting;
  return (
    <ErrorBoundary fallback={() => <p role="alert">{part.failed()}</p>}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}
