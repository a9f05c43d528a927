import { setUp } from './app/setUp.ts';
import { localStore } from './browser/browserStore.ts';
import { pageShown } from './browser/pageShown.ts';
import type { Locale } from './i18n/locales.ts';
import { type Place, parsePath, pathOf } from './routing/routes.ts';

/**
 * Prerendered HTML is painted before scripts compete with it for bandwidth. If there is nothing to read yet (the map,
 * development), the app starts at once.
 */
const place = parsePath(window.location.pathname);
const locale = setUp(localStore, place);
const root = document.getElementById('app');

if (place.page === 'root')
  window.location.replace(pathOf('landing', locale) + window.location.search + window.location.hash);
else if (root && root.dataset.modules === undefined) void begin(root, place, locale);
else if (root) void pageShown().then(() => begin(root, place, locale));

async function begin(element: HTMLElement, at: Place, language: Locale): Promise<void> {
  for (const href of element.dataset.modules?.split(' ') ?? []) preloadModule(href);
  const { start } = await import('./app/start.tsx');
  await start(element, at, language);
}

function preloadModule(href: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}
