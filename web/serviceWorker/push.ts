import { pushTexts } from '#shared/i18n/serviceWorkerTexts.ts';
import { type Language, languageOf } from '#shared/languages.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { inDatabase } from '#web/kit/browser/inDatabase.ts';
import { countRaised, isOvertaken, type PushMessage, parsePushMessage, visibleBody } from './PushMessage.ts';

/** Shows every push message, because browsers revoke silent subscriptions. Confirms receipt to the server. */
declare const self: ServiceWorkerGlobalScope;

/** Missing in the compiler's type library. */
interface NoticeOptions extends NotificationOptions {
  readonly renotify: boolean;
  readonly timestamp?: number;
}

/** Stores the language, and the newest message of each tag. */
const inStore = <T>(work: (store: IDBObjectStore) => IDBRequest<T>) => inDatabase('push', work);
const read = (key: string): Promise<unknown> => inStore((store) => store.get(key)).catch(() => undefined);
const write = (key: string, value: unknown) => inStore((store) => store.put(value, key)).catch(() => undefined);

async function languageHere(): Promise<Language> {
  return languageOf((await read('language')) ?? navigator.language.slice(0, 2));
}

type Notice = Pick<PushMessage, 'title' | 'body' | 'tag' | 'level' | 'url' | 'atMs' | 'decidedAtMs'>;

/** `quiet`: it was shown before, so it is replaced without a sound. */
function show(notice: Notice, lang: Language, quiet: boolean): Promise<void> {
  const { title, tag, level, url, atMs } = notice;
  const options: NoticeOptions = {
    body: visibleBody(notice, pushTexts[lang], Date.now()),
    tag,
    lang,
    icon: '/icons/icon-192.png',
    renotify: !quiet,
    silent: quiet,
    requireInteraction: level === 'stop',
    ...(Number.isFinite(atMs) ? { timestamp: atMs } : {}),
    data: { url },
  };
  return self.registration.showNotification(title, options);
}

function showOwn([title, body]: readonly [string, string], lang: Language, tag: string): Promise<void> {
  return show({ title, body, tag, url: `/${lang}/watch` }, lang, false);
}

/** Sets the app badge to the number of places at warning or stop. */
async function renewBadge(): Promise<void> {
  const raised = countRaised(await inStore((store) => store.getAll()).catch(() => []), Date.now());
  // Some browsers do not support badges.
  const { setAppBadge, clearAppBadge }: Partial<NavigatorBadge> = navigator;
  await (raised > 0 ? setAppBadge?.call(navigator, raised) : clearAppBadge?.call(navigator))?.catch(() => undefined);
}

/** Shows the message, or a newer one of its tag that overtook it. Returns the token of its receipt. */
async function showPush(data: PushMessageData | null): Promise<string | undefined> {
  const message = parsePushMessage(jsonOf(data));
  // In parallel, so that a hanging storage delays this only once.
  const [lang, stored] = await Promise.all([languageHere(), message && read(`tag:${message.tag}`)]);
  if (!message) {
    await showOwn(pushTexts[lang].unreadable, lang, 'unreadable');
    return undefined;
  }
  const newest = parsePushMessage(stored);
  const overtaken = isOvertaken(message, newest);
  await Promise.all([
    show(overtaken && newest ? newest : message, lang, overtaken || newest?.id === message.id),
    overtaken ? undefined : write(`tag:${message.tag}`, message),
  ]);
  await renewBadge();
  return message.receipt;
}

function jsonOf(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/** Confirms to the server that a message was shown. Not retried: the server repeats unconfirmed messages. */
async function confirmVisible(token: unknown): Promise<void> {
  if (typeof token !== 'string') return;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token });
  await fetch(`${API_ROOT}/watch/receipts`, { method: 'POST', headers, body, credentials: 'omit' }).catch(
    () => undefined,
  );
}

async function openPage(address: string): Promise<unknown> {
  const home = new URL('/', self.location.href);
  const url = URL.canParse(address, home) ? new URL(address, home) : home;
  const { href } = url.origin === home.origin ? url : home;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find((client) => client.url === href);
  return open ? open.focus() : self.clients.openWindow(href);
}

/** Subscribes again and notifies open pages, which update the server; notifies the user in case no page is open. */
async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const serverKey = async (): Promise<string> => (await (await fetch(`${API_ROOT}/watch/vapid`)).json()).publicKey;
  const subscribe = async () => {
    const applicationServerKey = oldSubscription?.options?.applicationServerKey ?? (await serverKey());
    return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  };
  const subscription = newSubscription ?? (await subscribe().catch(() => null));
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const update = { type: 'push-subscription', subscription: subscription?.toJSON() };
  for (const client of windows) client.postMessage(update);
  const lang = await languageHere();
  await showOwn(pushTexts[lang].ended, lang, 'subscription');
}

/** Sequential, because which message is the newest depends on the one before. */
let previous: Promise<unknown> = Promise.resolve();

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => {
  const visible = previous.then(() => showPush(event.data));
  previous = visible.catch(() => undefined);
  event.waitUntil(visible.then(confirmVisible));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.url ?? '/'));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
self.addEventListener('message', (event) => {
  if (event.data?.type === 'badge') event.waitUntil(renewBadge());
  if (event.data?.type !== 'language') return;
  previous = previous.then(() => write('language', event.data.language));
  event.waitUntil(previous);
});
