import { inDatabase } from '#web/kit/browser/inDatabase.ts';

/**
 * What this device does with a push message: shows it, always, because a browser revokes the subscription of a page that
 * stays silent; and tells the server that it arrived. Plain JavaScript, which knows nothing of what the worker does for the site.
 */

const WORDS = {
  en: {
    unreadable: ['Alert about a watched place', 'The message cannot be read. Open the page to see the state now.'],
    ended: [
      'Alerts may have stopped here',
      'The browser changed this device’s push subscription. Open the page to renew it.',
    ],
    late: (age) => `Arrived ${age} late.`,
    units: ['min', 'h'],
  },
  ru: {
    unreadable: [
      'Уведомление о месте',
      'Прочитать сообщение не удалось. Откройте страницу, чтобы узнать, что там сейчас.',
    ],
    ended: [
      'Уведомления могли прекратиться',
      'Браузер сменил подписку этого устройства. Откройте страницу, чтобы её обновить.',
    ],
    late: (age) => `Доставлено с опозданием: ${age}.`,
    units: ['мин', 'ч'],
  },
  bg: {
    unreadable: [
      'Известие за наблюдавано място',
      'Съобщението не може да се прочете. Отворете страницата, за да видите какво е сега.',
    ],
    ended: [
      'Известията може да са спрели',
      'Браузърът смени абонамента на това устройство. Отворете страницата, за да го подновите.',
    ],
    late: (age) => `Получено със закъснение: ${age}.`,
    units: ['мин', 'ч'],
  },
};
const LATE_MS = 60_000;
/** A level that nobody changed for so long is no longer counted: its all-clear may have been lost. */
const BADGE_MS = 12 * 3_600_000;

/** Of what is kept: the language, and the newest message of each tag. */
const kept = (work) => inDatabase('push', work);

const read = (key) => kept((store) => store.get(key)).catch(() => undefined);
const write = (key, value) => kept((store) => store.put(value, key)).catch(() => undefined);

async function wordsHere() {
  const language = (await read('language')) ?? navigator.language.slice(0, 2);
  const lang = language in WORDS ? language : 'en';
  return { ...WORDS[lang], lang };
}

/** The message, or undefined if it is none of ours. */
function messageOf(data) {
  try {
    const message = data.json();
    const named = [message.title, message.tag, message.id].every((text) => typeof text === 'string' && text !== '');
    return named && typeof message.body === 'string' && Number.isFinite(message.change) ? message : undefined;
  } catch {
    return undefined;
  }
}

function ageText(ageMs, [min, hours]) {
  const minutes = Math.floor(ageMs / 60_000);
  return minutes < 120 ? `${minutes} ${min}` : `${Math.floor(minutes / 60)} ${hours}`;
}

/** `quiet`: it was shown before, so it takes its place without a sound. */
function show({ title, body, tag, level, url, atMs, decidedAtMs }, { late, units, lang }, quiet) {
  const ageMs = Date.now() - decidedAtMs;
  return self.registration.showNotification(title, {
    body: ageMs > LATE_MS ? `${body}\n${late(ageText(ageMs, units))}` : body,
    tag,
    lang,
    icon: '/icons/icon-192.png',
    renotify: !quiet,
    silent: quiet,
    requireInteraction: level === 'stop',
    ...(Number.isFinite(atMs) ? { timestamp: atMs } : {}),
    data: { url },
  });
}

function showOwn([title, body], words, tag) {
  return show({ title, body, tag, url: `/${words.lang}/watch` }, words, false);
}

/** The app's badge: how many watched places are at warning or stop, by the newest message of each. */
async function countRaised() {
  const newest = await kept((store) => store.getAll()).catch(() => []);
  const isRaised = ({ level, decidedAtMs }) =>
    (level === 'warning' || level === 'stop') && Date.now() - decidedAtMs < BADGE_MS;
  const raised = newest.filter(isRaised).length;
  await (raised > 0 ? navigator.setAppBadge?.(raised) : navigator.clearAppBadge?.())?.catch(() => {});
}

/** Shows the message, or the newer one of its tag that overtook it, and returns its receipt's token. */
async function showPush(data) {
  const message = messageOf(data);
  // Side by side: a storage that does not answer is waited for once.
  const [words, newest] = await Promise.all([wordsHere(), message && read(`tag:${message.tag}`)]);
  if (!message) return showOwn(words.unreadable, words, 'unreadable');
  // Lower and yet decided later: the area was made anew, and counts from the start.
  const overtaken = newest && message.change < newest.change && !(message.decidedAtMs > newest.decidedAtMs);
  await Promise.all([
    show(overtaken ? newest : message, words, Boolean(overtaken) || newest?.id === message.id),
    overtaken ? undefined : write(`tag:${message.tag}`, message),
  ]);
  await countRaised();
  return message.receipt;
}

/** Tells the server that a message was shown. What fails is not repeated: the server repeats what was not confirmed. */
async function confirmShown(token) {
  if (typeof token !== 'string') return;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token });
  await fetch('/api/v1/watch/receipts', { method: 'POST', headers, body, credentials: 'omit' }).catch(() => {});
}

async function openPage(address) {
  const home = new URL('/', self.location.href);
  const url = URL.canParse(address ?? '/', home) ? new URL(address ?? '/', home) : home;
  const { href } = url.origin === home.origin ? url : home;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find((client) => client.url === href);
  return open ? open.focus() : self.clients.openWindow(href);
}

/** Subscribes anew, tells open pages, which tell the server, and the person, in case none is open. */
async function renew({ oldSubscription, newSubscription }) {
  const serverKey = async () => (await (await fetch('/api/v1/watch/vapid')).json()).publicKey;
  const subscribe = async () => {
    const applicationServerKey = oldSubscription?.options?.applicationServerKey ?? (await serverKey());
    return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  };
  const subscription = newSubscription ?? (await subscribe().catch(() => null));
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const news = { type: 'push-subscription', subscription: subscription?.toJSON() };
  for (const client of windows) client.postMessage(news);
  const words = await wordsHere();
  await showOwn(words.ended, words, 'subscription');
}

/** One after the other: which message is the newest depends on the one before. */
let turn = Promise.resolve();

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => {
  const shown = turn.then(() => showPush(event.data));
  turn = shown.catch(() => {});
  event.waitUntil(shown.then(confirmShown));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.url));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
self.addEventListener('message', (event) => {
  if (event.data?.type === 'badge') event.waitUntil(countRaised());
  if (event.data?.type !== 'language') return;
  turn = turn.then(() => write('language', event.data.language));
  event.waitUntil(turn);
});
