import { forgetful, localStore } from './kit/browser/browserStore.ts';
import { preloadModules, withinChunkTimeout } from './kit/browser/loadChunks.ts';
import { reportErrors } from './kit/browser/reportErrors.ts';
import { reportStartFailed } from './kit/browser/reportStartFailed.ts';
import type { Locale } from './kit/i18n/locales.ts';
import { parsePath, pathOf, type Route } from './kit/routing/routes.ts';
import { setUp } from './site/app/setUp.ts';

reportErrors(() => parsePath(window.location.pathname).page);

/** Lets the page paint before scripts compete with it; starts at once if it has no content (development). */
const route = parsePath(window.location.pathname);
// An embedded map stores nothing, because its visitors have not chosen this site.
const locale = setUp(route.page === 'embed' ? forgetful : localStore, route);
const root = document.getElementById('app');
// From here on each part reports its own failure; before, `web/map/preview/main.ts` does.
document.documentElement.dataset.started = '';

if (route.page === 'root')
  window.location.replace(pathOf('landing', locale) + window.location.search + window.location.hash);
else if (route.page === 'map' && window.location.search.includes('shared-'))
  void import('./kit/offline/sharedAddress.ts').then(({ sharedAddress }) =>
    window.location.replace(window.location.pathname + sharedAddress(window.location.search)),
  );
else if (root && root.dataset.view === undefined) void begin(root, route, locale);
else if (root) void (window.previewVisible ?? pageVisible()).then(() => begin(root, route, locale));

async function begin(element: HTMLElement, at: Route, language: Locale): Promise<void> {
  preloadModules(element);
  const loading = withinChunkTimeout(import('./site/app/start.tsx'));
  const app = await loading.catch(() => reportStartFailed(element, language));
  await app?.start(element, at, language);
}

/** Needed for pages whose images load slowly, and for hidden tabs, which never paint. */
const MAX_WAIT_MS = 3_000;

/** Resolves once the page has painted and its images have loaded; after 3 s at most. */
async function pageVisible(): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([Promise.all([painted(), loaded()]), timeout]);
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
  });
}

function loaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else window.addEventListener('load', () => resolve(), { once: true });
  });
}
