import { sayStartFailed } from '#web/startFailed/sayStartFailed.ts';
import { setUp } from './app/setUp.ts';
import { forgetful, localStore } from './browser/browserStore.ts';
import { pageShown } from './browser/pageShown.ts';
import { preloadModules } from './browser/preloadModules.ts';
import { withinChunkTimeout } from './browser/withinChunkTimeout.ts';
import type { Locale } from './i18n/locales.ts';
import { type Place, parsePath, pathOf } from './routing/routes.ts';

/**
 * What the HTML shows is painted before scripts compete with it for bandwidth and processor: the text of a prerendered
 * page, the preview's strikes on the map's. If there is nothing to see yet (development), the app starts at once.
 */
const place = parsePath(window.location.pathname);
// In a page of others nothing is kept: nobody there has chosen this site.
const locale = setUp(place.page === 'embed' ? forgetful : localStore, place);
const root = document.getElementById('app');
// From here on whoever fails says so: `web/preview/sayIfEntryFails.ts`.
document.documentElement.dataset.started = '';

if (place.page === 'root')
  window.location.replace(pathOf('landing', locale) + window.location.search + window.location.hash);
else if (place.page === 'map' && window.location.search.includes('shared-'))
  void import('#web/offline/sharedAddress.ts').then(({ sharedAddress }) =>
    window.location.replace(window.location.pathname + sharedAddress(window.location.search)),
  );
else if (root && root.dataset.view === undefined) void begin(root, place, locale);
else if (root) void (window.previewShown ?? pageShown()).then(() => begin(root, place, locale));

async function begin(element: HTMLElement, at: Place, language: Locale): Promise<void> {
  preloadModules(element);
  const loading = withinChunkTimeout(import('./app/start.tsx'));
  const app = await loading.catch(() => sayStartFailed(element, language));
  await app?.start(element, at, language);
}
