import { DEFAULT_LOCALE, isLocale } from '#web/kit/i18n/locales.ts';
import { CachedSite } from './cachedSite.ts';
import { type OfflineResponse, offlinePage, respondTo } from './respondTo.ts';
import './push.ts';

/** The site's service worker: push messages (`push.ts`) and offline responses. The build prepends `SITE_CACHE`. */
declare const self: ServiceWorkerGlobalScope & {
  readonly SITE_CACHE: { readonly build: string; readonly files: readonly string[] };
};

const site = new CachedSite(self.SITE_CACHE.build, self.SITE_CACHE.files);

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  // Fails when the network drops: the next visit continues.
  if (event.data?.type === 'keep') event.waitUntil(site.cacheFiles().catch(() => undefined));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, url, mode, headers } = request;
  const offlineResponse = respondTo({ method, url, mode, partial: headers.has('range') }, self.location.origin);
  if (offlineResponse.kind === 'asset') event.respondWith(site.asset(request).catch(() => fetch(request)));
  if (offlineResponse.kind === 'ground') event.respondWith(groundFor(event));
  if (offlineResponse.kind === 'page') event.respondWith(pageFor(event, offlineResponse));
});

async function groundFor(event: FetchEvent): Promise<Response> {
  const { result: response, newer } = await site.ground(event.request);
  event.waitUntil(newer);
  return response;
}

async function pageFor(event: FetchEvent, { shell, locale, timeoutMs }: Extract<OfflineResponse, { kind: 'page' }>) {
  const fetched = fetch(event.request);
  event.waitUntil(fetched.then((response) => site.cachePage(shell, response.clone())).catch(() => undefined));
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
  const inTime = await Promise.race([fetched.catch(() => undefined), timeout]);
  if (inTime && inTime.status < 500) return inTime;
  const cached = await site.page(shell).catch(() => undefined);
  return cached ?? fetched.catch(() => lastResort(locale));
}

function lastResort(named: string | undefined): Response {
  const device = navigator.language.slice(0, 2);
  const locale = [named, device].find((language) => isLocale(language)) ?? DEFAULT_LOCALE;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  };
  return new Response(offlinePage(locale as typeof DEFAULT_LOCALE), { status: 503, headers });
}
