import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/withinChunkTimeout.ts';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { LaterPart } from './LaterPart.tsx';

const EmbedMaker = lazy(() => withinChunkTimeout(import('#web/tools/embed/EmbedMaker.tsx')));

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
