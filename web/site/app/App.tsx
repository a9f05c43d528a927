import { useCallback, useEffect, useMemo } from 'react';
import { Router } from 'wouter';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { LanguageContext, textsFor } from '#web/kit/i18n/index.ts';
import { PrefetchContext } from '#web/kit/routing/PageLink.tsx';
import type { PublicPage } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { applyHead } from '#web/site/head/applyHead.ts';
import { canonicalOf } from '#web/site/head/pageAddress.ts';
import { pageTitle } from '#web/site/head/pageTitle.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Layout } from './Layout.tsx';
import { loadPage, readyPage } from './pages.ts';
import { useView, type View } from './useView.ts';

const showError = (error: unknown) => <ErrorScreen error={error} />;

interface AppProps {
  readonly initial: View;
  readonly ssrPath?: string;
}

/** The site at an address. `initial` must be loaded with `loadPage` first; `ssrPath` is its path while prerendering. */
export function App({ initial, ssrPath }: AppProps) {
  return (
    <ErrorBoundary fallback={showError}>
      <Router {...(ssrPath === undefined ? {} : { ssrPath })}>
        <Shown initial={initial} />
      </Router>
    </ErrorBoundary>
  );
}

function Shown({ initial }: Pick<AppProps, 'initial'>) {
  const { view, chooseLanguage, pending, failure } = useView(initial);
  const { place, locale } = view;
  const language = useMemo(() => ({ locale, chooseLanguage }), [locale, chooseLanguage]);
  const prefetch = useCallback(
    (page: PublicPage) => {
      // A failure is shown only if the visitor really goes there.
      loadPage(page, locale).catch(() => undefined);
    },
    [locale],
  );
  useEffect(() => {
    // From here on the page is interactive; until then it is plain HTML.
    document.documentElement.dataset.alive = '';
  }, []);
  useEffect(() => {
    const title = pageTitle(place.page, textsFor(locale), siteConfig.name);
    applyHead(document, { title, canonical: canonicalOf(place, locale, siteConfig.origin) }, locale);
  }, [place, locale]);

  const Page = readyPage(place.page);
  return (
    <LanguageContext value={language}>
      <PrefetchContext value={prefetch}>
        <Layout place={place} pending={pending}>
          <ErrorBoundary key={place.page} fallback={showError}>
            {failure ? (
              <ErrorScreen error={failure} />
            ) : (
              Page && <Page {...(place.eventId === undefined ? {} : { eventId: place.eventId })} />
            )}
          </ErrorBoundary>
        </Layout>
      </PrefetchContext>
    </LanguageContext>
  );
}
