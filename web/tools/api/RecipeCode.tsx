import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.ts';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { CodeSample } from './CodeSample.tsx';
import type { RecipeFileProps } from './RecipeFile.tsx';

interface LaterPartProps {
  readonly children: ReactNode;
}

/** An optional part that loads once the page runs; if it cannot, nothing else is lost. */
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

const RecipeFile = lazy(() => withinChunkTimeout(import('./RecipeFile.tsx')));

interface RecipeCodeProps {
  readonly program: RecipeFileProps['program'];
  readonly file: string;
  /** The name of the file where it has no other. */
  readonly summary?: string;
}

/** A whole file, loaded once somebody opens it. */
export function RecipeCode({ program, file, summary = file }: RecipeCodeProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // It may have been opened before the page's program ran: then no event comes.
  useEffect(() => setIsOpen(details.current?.open === true), []);
  return (
    <details ref={details} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && (
        <LaterPart>
          <RecipeFile program={program}>{(code) => <CodeSample caption={file} code={code} />}</RecipeFile>
        </LaterPart>
      )}
    </details>
  );
}
