import { lazy, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Section } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { useTextAreas } from '#web/kit/i18n/useTextAreas.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import styles from './Api.module.css';
import { publicPaths } from './apiSamples.ts';
import { LaterPart, RecipeCode } from './RecipeCode.tsx';

const EmbedMaker = lazy(() => withinChunkTimeout(import('#web/tools/embed/EmbedMaker.tsx')));

const LATER_TEXTS = ['apiMore'] as const;

export function EmbedSection() {
  const { embedding } = useTexts().LL.api;
  const ready = useTextAreas(LATER_TEXTS);
  return (
    <Section id="embed" title={embedding.title()} layout="beside">
      <LaterPart>{ready && <EmbedMaker />}</LaterPart>
    </Section>
  );
}

const RECEIVERS = [
  ['TypeScript', 'receiverInTypeScript', 'webhook-receiver.ts'],
  ['Python', 'receiverInPython', 'webhook-receiver.py'],
  ['PHP', 'receiverInPhp', 'webhook-receiver.php'],
] as const;

export function Webhooks() {
  const { hooks } = useTexts().LL.api;
  return (
    <Section id="webhooks" title={hooks.title()} lead={hooks.lead()} layout="beside" tone="tint">
      <ul className={styles.apiList}>
        <li>{hooks.verify()}</li>
        <li>{hooks.once()}</li>
        <li>{hooks.newest()}</li>
        <li>{hooks.echo()}</li>
      </ul>
      <div className={styles.recipe}>
        {RECEIVERS.map(([language, program, file]) => (
          <RecipeCode key={program} program={program} file={file} summary={language} />
        ))}
      </div>
      <p>
        <PageLink page="watch">{hooks.watch()}</PageLink>
      </p>
    </Section>
  );
}

const PROGRAMS = {
  homeAssistant: { name: 'Home Assistant', file: 'home-assistant.yaml' },
  mqtt: { name: 'MQTT', file: 'mqtt-bridge.ts' },
  nodeRed: { name: 'Node-RED', file: 'node-red.flow.json' },
  grafana: { name: 'Grafana', file: 'grafana-dashboard.json' },
} as const;

export function Recipes() {
  const { recipes } = useTexts().LL.api;
  const ready = useTextAreas(LATER_TEXTS);
  return (
    <Section id="recipes" title={recipes.title()} lead={recipes.lead()} layout="beside" tone="tint">
      <LaterPart>{ready && <RecipeList />}</LaterPart>
    </Section>
  );
}

function RecipeList() {
  const { tried, key } = useTexts().LL.apiMore.recipe;
  return (
    <>
      <Recipe program="homeAssistant" />
      <Recipe program="mqtt" />
      <Recipe program="nodeRed" />
      <Recipe program="grafana" />
      <p>{tried()}</p>
      <p>{key({ header: 'Authorization' })}</p>
    </>
  );
}

function Recipe({ program }: { readonly program: keyof typeof PROGRAMS }) {
  const { does, use, dead, caption } = useTexts().LL.apiMore.recipe[program];
  const { name, file } = PROGRAMS[program];
  return (
    <article className={styles.recipe}>
      <h3>{name}</h3>
      <p>{does()}</p>
      <ul className={styles.apiList}>
        <li>{use()}</li>
        <li>{dead()}</li>
      </ul>
      <RecipeCode program={program} file={file} summary={caption()} />
    </article>
  );
}

/** Larger than the rest of the page, so it loads on demand. */
const RenderedReference = lazy(() => withinChunkTimeout(import('./RenderedReference.tsx')));

export function Reference() {
  const { reference } = useTexts().LL.api;
  const [isVisible, setVisible] = useState(false);
  return (
    <Section id="reference" title={reference.title()} lead={reference.lead()}>
      <p>{reference.tried()}</p>
      <p>
        <a href={publicPaths.openapi}>{reference.document()}</a>
      </p>
      {isVisible ? (
        <LaterPart>
          <RenderedReference />
        </LaterPart>
      ) : (
        <>
          <Button onClick={() => setVisible(true)}>{reference.show()}</Button>
          <p>{reference.size()}</p>
        </>
      )}
    </Section>
  );
}
