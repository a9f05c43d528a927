import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/browser/useHydrated.ts';
import { withinChunkTimeout } from '#web/browser/withinChunkTimeout.ts';
import { useTexts } from '#web/i18n/index.ts';
import { Section } from '#web/kit/Section.tsx';

/** Nobody needs it to read the page. */
const EmbedMaker = lazy(() => withinChunkTimeout(import('#web/embed/EmbedMaker.tsx')));

/** How the map comes into a page of others. */
export function EmbedSection() {
  const { api, embed } = useTexts().LL;
  const waiting = <p role="status">{api.console.loading()}</p>;
  return (
    <Section id="embed" title={embed.maker.title()} layout="beside">
      {useHydrated() ? (
        <Suspense fallback={waiting}>
          <EmbedMaker />
        </Suspense>
      ) : (
        waiting
      )}
    </Section>
  );
}
