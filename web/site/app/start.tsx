import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import type { ClientErrorKind } from '#shared/http.ts';
import '#web/kit/components/tokens.css';
import '#web/kit/components/base.css';
import '#web/map/preview/preview.css';
import { reportPageError } from '#web/kit/browser/reportErrors.ts';
import { loadingFailed } from '#web/kit/browser/reportStartFailed.ts';
import { LanguageContext, type Locale } from '#web/kit/i18n/index.ts';
import type { Route } from '#web/kit/routing/routes.ts';
import { App } from './App.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { loadPage } from './pages.ts';

const reported = (kind: ClientErrorKind) => (error: unknown) => {
  reportPageError(kind, error);
  reportError(error);
};

/** Reports errors to our server, then handles them as React does by default. */
const rootOptions: RootOptions = {
  onUncaughtError: reported('uncaught'),
  onRecoverableError: reported('recoverable'),
  onCaughtError(error) {
    reportPageError('caught', error);
    // biome-ignore lint/suspicious/noConsole: for developers at the console
    console.error(error);
  },
};

/** Renders a page in `root`, hydrating the prerendered HTML if it is the same page in the same language. */
export async function start(root: HTMLElement, route: Route, locale: Locale): Promise<void> {
  try {
    await loadPage(route.page, locale);
  } catch (error) {
    reportPageError('caught', error);
    showFailure(root, locale, error);
    return;
  }
  const app = (
    <StrictMode>
      <App initial={{ route, locale }} />
    </StrictMode>
  );
  const samePage = root.dataset.view === `${locale}/${route.page}`;
  // As a transition, hydration runs in slices and gives way to the visitor's first clicks.
  if (samePage) startTransition(() => void hydrateRoot(root, app, rootOptions));
  // Prerendered HTML in another language stays readable until now.
  else createRoot(root, rootOptions).render(app);
}

function showFailure(root: HTMLElement, locale: Locale, error: unknown): void {
  const readable = root.dataset.view !== undefined;
  if (readable) loadingFailed(root);
  const host = readable ? document.body.insertBefore(document.createElement('div'), root) : root;
  createRoot(host, rootOptions).render(
    <LanguageContext value={{ locale, chooseLanguage: () => undefined }}>
      <ErrorScreen error={error} />
    </LanguageContext>,
  );
}
