import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.tsx';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { CodeSample } from './CodeSample.tsx';
import type { RecipeFileProps } from './RecipeFile.tsx';

interface LaterPartProps {
  readonly children: ReactNode;
}

/** An optional part that loads once the page runs; if it fails, the rest of the page stays. */
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
  /** Default: the name of the file. */
  readonly summary?: string;
}

/** A whole file, loaded when it is first opened. */
export function RecipeCode({ program, file, summary = file }: RecipeCodeProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // If it was opened before the page's code ran, there is no event.
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
