import { lazy, useEffect, useRef, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/withinChunkTimeout.ts';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Api.module.css';
import { CodeSample } from './CodeSample.tsx';
import { LaterPart } from './LaterPart.tsx';

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
  // It may have been opened before the page's program ran, and then no event comes.
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

/** Configuration for three programs that people connect us with, and what each shows of a feed that is late or dead. */
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
