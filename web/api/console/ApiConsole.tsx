import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/browser/useHydrated.ts';
import { withinChunkTimeout } from '#web/browser/withinChunkTimeout.ts';
import { useTexts } from '#web/i18n/index.ts';
import { Section } from '#web/kit/Section.tsx';

/** Nobody needs it to read the page. */
const ConsoleForm = lazy(() => withinChunkTimeout(import('./ConsoleForm.tsx')));

/** A form that calls the real API: strikes near a place. */
export function ApiConsole() {
  const { console: texts } = useTexts().LL.api;
  const waiting = <p role="status">{texts.loading()}</p>;
  return (
    <Section id="console" title={texts.title()} lead={texts.lead()} layout="beside" tone="tint">
      {useHydrated() ? (
        <Suspense fallback={waiting}>
          <ConsoleForm />
        </Suspense>
      ) : (
        waiting
      )}
    </Section>
  );
}
