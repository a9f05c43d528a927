import { useCallback, useEffect, useMemo, useState } from 'react';
import { Router } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { localStore } from '#web/kit/browser/browserStore.ts';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { LanguageContext, type Locale, textsFor, useTextEdition } from '#web/kit/i18n/index.ts';
import { PrefetchContext, usePathname } from '#web/kit/routing/PageLink.tsx';
import { inLanguage, type PublicPage, parsePath, pathOf, type Route } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { isToolPage } from '#web/map/tools/mapTools.ts';
import { applyHead, canonicalOf, pageTitle } from '#web/site/head/pageTitle.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Layout } from './Layout.tsx';
import { rememberChoice } from './languageChoice.ts';
import { loadPage, readyMapRoute, readyPage } from './pages.ts';
import { LANGUAGE_KEY } from './setUp.ts';

const showError = (error: unknown) => <ErrorScreen error={error} />;

interface AppProps {
  readonly initial: View;
  readonly ssrPath?: string;
}

/** `initial` must be loaded with `loadPage` first; `ssrPath` is its path while prerendering. */
export function App({ initial, ssrPath }: AppProps) {
  return (
    <ErrorBoundary fallback={showError}>
      <Router {...(ssrPath === undefined ? {} : { ssrPath })}>
        <VisiblePage initial={initial} />
      </Router>
    </ErrorBoundary>
  );
}

function VisiblePage({ initial }: Pick<AppProps, 'initial'>) {
  const { view, chooseLanguage, pending, failure } = useView(initial);
  const { route, locale } = view;
  const edition = useTextEdition();
  // biome-ignore lint/correctness/useExhaustiveDependencies: components that follow the language read a saved text
  const language = useMemo(() => ({ locale, chooseLanguage }), [locale, chooseLanguage, edition]);
  const prefetch = useCallback(
    (page: PublicPage) => {
      // A failure is shown only if the visitor really goes there.
      loadPage(page, locale).catch(() => undefined);
    },
    [locale],
  );
  useEffect(() => {
    // From here on the page is interactive.
    document.documentElement.dataset.alive = '';
  }, []);
  useEffect(() => {
    // The Worker renders its title.
    if (route.page === 'place') return;
    const title = pageTitle(route.page, textsFor(locale), siteConfig.name);
    applyHead(document, { title, canonical: canonicalOf(route, locale, siteConfig.origin) }, locale);
  }, [route, locale]);

  return (
    <LanguageContext value={language}>
      <PrefetchContext value={prefetch}>
        <Layout route={route} pending={pending}>
          {/* The map stays mounted between tools. */}
          <ErrorBoundary key={isToolPage(route.page) ? 'tools' : route.page} fallback={showError}>
            {failure ? <ErrorScreen error={failure} /> : <ReadyPage route={route} />}
          </ErrorBoundary>
        </Layout>
      </PrefetchContext>
    </LanguageContext>
  );
}

function ReadyPage({ route: { page, eventId } }: Pick<View, 'route'>) {
  const Page = readyPage(page);
  const MapRoute = readyMapRoute();
  if (!isToolPage(page)) return Page && <Page />;
  return MapRoute && <MapRoute page={page} Panel={Page} {...(eventId === undefined ? {} : { eventId })} />;
}

interface View {
  readonly route: Route;
  readonly locale: Locale;
}

interface Viewing {
  readonly view: View;
  readonly chooseLanguage: (locale: Locale) => void;
  readonly pending: boolean;
  readonly failure: unknown;
}

/** The shown page changes once the next has loaded, so that no spinner covers a page. */
function useView(initial: View): Viewing {
  const pathname = usePathname();
  const [chosen, setChosen] = useState(initial.locale);
  const [visible, setVisible] = useState({ ...initial, pathname });
  const [failed, setFailed] = useState<{ readonly pathname: string; readonly error: unknown } | null>(null);
  const route = parsePath(pathname);
  const locale = route.locale ?? chosen;
  const pending = pathname !== visible.pathname || locale !== visible.locale;

  useEffect(() => {
    if (!pending) return;
    const next = parsePath(pathname);
    if (next.page === 'root') {
      navigate(pathOf('landing', locale), { replace: true });
      return;
    }
    let isRequested = true;
    loadPage(next.page, locale).then(
      () => isRequested && setVisible({ route: next, locale, pathname }),
      (error: unknown) => isRequested && setFailed({ pathname, error }),
    );
    return () => {
      isRequested = false;
    };
  }, [pending, pathname, locale]);

  const chooseLanguage = useCallback(
    (next: Locale) => {
      localStore.setItem(LANGUAGE_KEY, next);
      rememberChoice();
      setChosen(next);
      const here = parsePath(pathname);
      if (here.locale) navigate(inLanguage(here, next) + window.location.search + window.location.hash);
    },
    [pathname],
  );

  const failure = failed?.pathname === pathname ? failed.error : null;
  return { view: visible, chooseLanguage, pending: pending && !failure, failure };
}
