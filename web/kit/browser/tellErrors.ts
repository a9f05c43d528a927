import type { ClientErrorKind } from '#shared/http/clientError.ts';

const BUILD = import.meta.url.slice(import.meta.url.lastIndexOf('/') + 1);
let pageName: () => string = () => 'unknown';

/** Tells our server of a fault. What does so is loaded with the first one; if that fails too, nothing is told. */
export function tellError(kind: ClientErrorKind, thrown: unknown): void {
  const page = pageName();
  void import('./clientError.ts').then(
    ({ sendError }) => sendError(kind, thrown, page, BUILD),
    () => undefined,
  );
}

/** From now on tells of what nothing caught. `page` is asked for the name of the page then shown. */
export function tellErrors(page: () => string): void {
  pageName = page;
  window.addEventListener('error', ({ error }) => tellError('window', error));
  window.addEventListener('unhandledrejection', ({ reason }) => tellError('rejection', reason));
}
