import { DEFAULT_LOCALE, isLocale } from '#web/kit/i18n/locales.ts';
import { answerTo, type OfflineAnswer, offlinePage } from './answerTo.ts';
import { KeptSite } from './keptSite.ts';
import './push.ts';

/** The site's service worker: push messages (`push.ts`) and offline responses. The build prepends `KEPT`. */
declare const self: ServiceWorkerGlobalScope & {
  readonly KEPT: { readonly build: string; readonly files: readonly string[] };
};

const site = new KeptSite(self.KEPT.build, self.KEPT.files);

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  // Fails when the network drops: the next visit continues.
  if (event.data?.type === 'keep') event.waitUntil(site.keep().catch(() => undefined));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, url, mode, headers } = request;
  const answer = answerTo({ method, url, mode, partial: headers.has('range') }, self.location.origin);
  if (answer.kind === 'asset') event.respondWith(site.asset(request).catch(() => fetch(request)));
  if (answer.kind === 'ground') event.respondWith(groundFor(event));
  if (answer.kind === 'page') event.respondWith(pageFor(event, answer));
});

async function groundFor(event: FetchEvent): Promise<Response> {
  const { answer, newer } = await site.ground(event.request);
  event.waitUntil(newer);
  return answer;
}

async function pageFor(event: FetchEvent, { shell, locale, patienceMs }: Extract<OfflineAnswer, { kind: 'page' }>) {
  const fetched = fetch(event.request);
  event.waitUntil(fetched.then((response) => site.keepPage(shell, response.clone())).catch(() => undefined));
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const inTime = await Promise.race([fetched.catch(() => undefined), patience]);
  if (inTime && inTime.status < 500) return inTime;
  const kept = await site.page(shell).catch(() => undefined);
  return kept ?? fetched.catch(() => lastResort(locale));
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
