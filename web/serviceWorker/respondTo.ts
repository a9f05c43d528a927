import { offlineTexts } from '#shared/i18n/serviceWorkerTexts.ts';
import type { Locale } from '#web/kit/i18n/locales.ts';
import { parsePath, pathOf } from '#web/kit/routing/routes.ts';

interface PageRequest {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  readonly partial: boolean;
}

/**
 * - `browser`: as without a service worker.
 * - `asset`: the cache, else the network; the file name contains a content hash.
 * - `ground`: the cache, while a newer copy is fetched for the next time.
 * - `page`: the network, and after `timeoutMs` the page cached under the path `shell`.
 */
export type OfflineResponse =
  | { readonly kind: 'browser' }
  | { readonly kind: 'asset' }
  | { readonly kind: 'ground' }
  | { readonly kind: 'page'; readonly shell: string; readonly locale: Locale | undefined; readonly timeoutMs: number };

const BROWSER: OfflineResponse = { kind: 'browser' };
/** How long to wait for the network before the cached page is used. */
const TIMEOUT_MS = 800;
/** A wall display reloads to get the newest build, and nobody is waiting for it. */
const WALL_TIMEOUT_MS = 15_000;

/** Streams, the API, other hosts and range requests are never intercepted. */
export function respondTo({ method, url, mode, partial }: PageRequest, origin: string): OfflineResponse {
  const { origin: requested, pathname, searchParams } = new URL(url);
  if (method !== 'GET' || requested !== origin || partial) return BROWSER;
  if (mode === 'navigate') return respondToPage(pathname, searchParams.get('wall') === '1');
  if (pathname.startsWith('/assets/')) return { kind: 'asset' };
  return pathname.startsWith('/basemap/') ? { kind: 'ground' } : BROWSER;
}

/** Pages of strikes and areas share the same HTML, cached once under the page's own path. */
function respondToPage(pathname: string, wall: boolean): OfflineResponse {
  const { page, locale } = parsePath(pathname);
  // Embedded pages store nothing in the browser.
  if (page === 'notFound' || page === 'embed' || page === 'place') return BROWSER;
  const shell = page === 'root' ? '/' : pathOf(page, locale);
  return { kind: 'page', shell, locale, timeoutMs: wall ? WALL_TIMEOUT_MS : TIMEOUT_MS };
}

const STYLE =
  'body{margin:0 auto;max-width:32rem;padding:3rem 1rem;font:1.1rem/1.5 system-ui,sans-serif;color:#14202b;background:#fff}' +
  'a{color:#0e58a0}';

/** The response when neither the network nor the cache has the page. */
export function offlinePage(locale: Locale): string {
  const { title, text, map } = offlineTexts[locale];
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><h1>${title}</h1><p>${text}</p><p><a href="/${locale}/map">${map}</a></p></body></html>`;
}
