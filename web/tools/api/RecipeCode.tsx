import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { copyText } from '#web/kit/browser/copyText.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.tsx';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Api.module.css';
import type { RecipeFileProps } from './RecipeFile.tsx';

interface CodeSampleProps {
  readonly caption: string;
  readonly code: string;
}

export function CodeSample({ caption, code }: CodeSampleProps) {
  const texts = useTexts().LL.api;
  const [text, setMessage] = useState('');
  const copy = async () => setMessage((await copyText(code)) ? texts.copied() : texts.copyFailed());
  return (
    <figure className={styles.sample}>
      <figcaption>
        <span>{caption}</span>
        <button type="button" onClick={copy} aria-label={`${texts.copy()}: ${caption}`}>
          {texts.copy()}
        </button>
      </figcaption>
      <ScrolledCode label={caption} text={code} />
      <p role="status">{text}</p>
    </figure>
  );
}

/** Lines never wrap: code that is too wide or too long scrolls inside. */
function ScrolledCode({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
    <section className={styles.code} aria-label={label} tabIndex={0}>
      <pre>
        <code>{text}</code>
      </pre>
    </section>
  );
}

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
