import { useMemo } from 'react';
import { Router } from 'wouter';
import { LanguageContext } from '#web/i18n/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Layout } from './Layout.tsx';
import { readyPage } from './pages.ts';
import { useView, type View } from './useView.ts';

/** The site at an address. `initial` has been made ready with `loadPage`; `ssrPath` names it while prerendering. */
export function App({ initial, ssrPath }: { initial: View; ssrPath?: string }) {
  return (
    <ErrorBoundary>
      <Router {...(ssrPath === undefined ? {} : { ssrPath })}>
        <Shown initial={initial} />
      </Router>
    </ErrorBoundary>
  );
}

function Shown({ initial }: { initial: View }) {
  const { view, chooseLanguage, pending, failure } = useView(initial);
  const language = useMemo(() => ({ locale: view.locale, chooseLanguage }), [view.locale, chooseLanguage]);
  const Page = readyPage(view.place.page);
  return (
    <LanguageContext value={language}>
      <Layout place={view.place} pending={pending}>
        <ErrorBoundary key={view.place.page}>
          {failure ? (
            <ErrorScreen error={failure} />
          ) : (
            Page && <Page {...(view.place.eventId === undefined ? {} : { eventId: view.place.eventId })} />
          )}
        </ErrorBoundary>
      </Layout>
    </LanguageContext>
  );
}
