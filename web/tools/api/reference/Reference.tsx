import { lazy, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/withinChunkTimeout.ts';
import { Button } from '#web/kit/components/Button.tsx';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { LaterPart } from '#web/tools/api/LaterPart.tsx';
import { publicPaths } from '#web/tools/api/publicLimits.ts';

/** Larger than all the page, so it waits for who wants it. */
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
