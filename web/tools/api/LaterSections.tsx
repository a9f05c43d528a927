import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Api.module.css';
import { CodeSample } from './CodeSample.tsx';
import { publicPaths } from './publicLimits.ts';

interface LaterPartProps {
  readonly children: ReactNode;
}

/** An optional part that loads once the page runs; if it cannot, nothing else is lost. */
function LaterPart({ children }: LaterPartProps) {
  const { part } = useTexts().LL.api;
  const waiting = <p role="status">{part.loading()}</p>;
  if (!useHydrated()) return waiting;
  return (
    <ErrorBoundary fallback={() => <p role="alert">{part.failed()}</p>}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}

const EmbedMaker = lazy(() => withinChunkTimeout(import('#web/tools/embed/EmbedMaker.tsx')));

export function EmbedSection() {
  const { maker } = useTexts().LL.embed;
  return (
    <Section id="embed" title={maker.title()} layout="beside">
      <LaterPart>
        <EmbedMaker />
      </LaterPart>
    </Section>
  );
}

const RecipeFile = lazy(() => withinChunkTimeout(import('./RecipeFile.tsx')));

const PROGRAMS = {
  homeAssistant: { name: 'Home Assistant', file: 'home-assistant.yaml' },
  nodeRed: { name: 'Node-RED', file: 'node-red.flow.json' },
  grafana: { name: 'Grafana', file: 'grafana-dashboard.json' },
} as const;

function Recipe({ program }: { readonly program: keyof typeof PROGRAMS }) {
  const { recipes } = useTexts().LL.api;
  const texts = recipes[program];
  const { name, file } = PROGRAMS[program];
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // It may have been opened before the page's program ran: then no event comes.
  useEffect(() => setIsOpen(details.current?.open === true), []);
  return (
    <article className={styles.recipe}>
      <h3>{name}</h3>
      <p>{texts.does()}</p>
      <ul className={styles.list}>
        <li>{texts.use()}</li>
        <li>{texts.dead()}</li>
      </ul>
      <details ref={details} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{texts.caption()}</summary>
        {isOpen && (
          <LaterPart>
            <RecipeFile program={program}>{(code) => <CodeSample caption={file} code={code} />}</RecipeFile>
          </LaterPart>
        )}
      </details>
    </article>
  );
}

export function Recipes() {
  const { recipes } = useTexts().LL.api;
  return (
    <Section id="recipes" title={recipes.title()} lead={recipes.lead()} layout="beside" tone="tint">
      <Recipe program="homeAssistant" />
      <Recipe program="nodeRed" />
      <Recipe program="grafana" />
      <p>{recipes.tried()}</p>
      <p>{recipes.key({ header: 'Authorization' })}</p>
    </Section>
  );
}

/** Larger than all the page, so it loads on demand. */
const RenderedReference = lazy(() => withinChunkTimeout(import('./RenderedReference.tsx')));

export function Reference() {
  const { reference } = useTexts().LL.api;
  const [shown, setShown] = useState(false);
  return (
    <Section id="reference" title={reference.title()} lead={reference.lead()}>
      <p>{reference.tried()}</p>
      <p>
        <a href={publicPaths.openapi}>{reference.document()}</a>
      </p>
      {shown ? (
        <LaterPart>
          <RenderedReference />
        </LaterPart>
      ) : (
        <>
          <Button onClick={() => setShown(true)}>{reference.show()}</Button>
          <p>{reference.size()}</p>
        </>
      )}
    </Section>
  );
}
