import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/withinChunkTimeout.ts';
import { Section } from '#web/kit/components/Section.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { LaterPart } from '#web/tools/api/LaterPart.tsx';

const ConsoleForm = lazy(() => withinChunkTimeout(import('./ConsoleForm.tsx')));

/** A form that calls the real API: strikes near a place. */
export function ApiConsole() {
  const { console: texts } = useTexts().LL.api;
  return (
    <Section id="console" title={texts.title()} lead={texts.lead()} layout="beside" tone="tint">
      <LaterPart>
        <ConsoleForm />
      </LaterPart>
    </Section>
  );
}
