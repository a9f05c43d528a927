import type { ClientErrorKind } from '#shared/http.ts';

const BUILD = import.meta.url.slice(import.meta.url.lastIndexOf('/') + 1);
let pageName: () => string = () => 'unknown';

/** Reports an error to our server. The reporting code loads on the first error; if that fails, nothing is reported. */
export function reportPageError(kind: ClientErrorKind, thrown: unknown): void {
  const page = pageName();
  void import('./clientError.ts').then(
    ({ sendError }) => sendError(kind, thrown, page, BUILD),
    () => undefined,
  );
}

/** Reports uncaught errors from now on. `page` returns the name of the current page. */
export function reportErrors(page: () => string): void {
  pageName = page;
  window.addEventListener('error', ({ error }) => reportPageError('window', error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportPageError('rejection', reason));
}
