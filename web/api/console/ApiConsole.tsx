import { lazy } from 'react';
import { withinChunkTimeout } from '#web/browser/withinChunkTimeout.ts';
import { useTexts } from '#web/i18n/index.ts';
import { Section } from '#web/kit/Section.tsx';
import { LaterPart } from '../LaterPart.tsx';

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
