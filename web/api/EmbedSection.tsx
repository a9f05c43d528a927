import { lazy } from 'react';
import { withinChunkTimeout } from '#web/browser/withinChunkTimeout.ts';
import { useTexts } from '#web/i18n/index.ts';
import { Section } from '#web/kit/Section.tsx';
import { LaterPart } from './LaterPart.tsx';

const EmbedMaker = lazy(() => withinChunkTimeout(import('#web/embed/EmbedMaker.tsx')));

/** How the map comes into a page of others. */
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
