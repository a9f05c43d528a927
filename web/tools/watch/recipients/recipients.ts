import { useEffect, useState } from 'react';
import type { Level } from '#shared/watch/Area.ts';
import type { MessageType, RecipientView, Threshold } from '#shared/watch/bodies.ts';
import type { ApiError } from '#web/kit/http/ask.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import { registerWorker } from '#web/kit/offline/registerWorker.ts';
import {
  callFaultOf,
  callWatchlist,
  faultText,
  rememberDeviceRecipient,
} from '#web/tools/watch/watchlist/deviceWatchlists.ts';
import { secondsText } from '#web/tools/watch/words.ts';

/** The last message to a recipient: `Last: Stop at 14:03:10, arrived after 6 s`. */
export function deliveryText({ lastDelivery }: RecipientView, LL: Texts, locale: string): string {
  const words = LL.recipients;
  if (!lastDelivery) return words.never();
  const { type, level, strikeAt, decidedAt, sentAt, confirmedAt, state } = lastDelivery;
  const fromMs = strikeAt ?? decidedAt;
  const after = (atMs: number | undefined) => Math.max(0, Math.round(((atMs ?? decidedAt) - fromMs) / 1_000));
  const seconds = after(state === 'confirmed' ? confirmedAt : sentAt);
  const how = state === 'sent' || state === 'confirmed' ? words.delivery[state]({ seconds }) : words.delivery[state]();
  const what = whatOf(type, level, LL);
  return words.last({ what, time: secondsText(decidedAt, locale), how });
}

function whatOf(type: MessageType, level: Level, LL: Texts): string {
  const words = LL.recipients;
  const told = LL.watch.level[level];
  const texts: Readonly<Partial<Record<string, () => string>>> = {
    'watch.raised': told,
    'watch.stop-extended': () => words.what.again({ level: told() }),
    'watch.lowered': told,
    'watch.all-clear': told,
    'watch.data-lost': words.what.blind,
    'watch.data-restored': () => words.what.sight({ level: told() }),
    'watch.early-notice': words.earlyTold,
    'fire.likely-lightning': words.fireTold,
    'watch.notice': words.what.notice,
    'watch.ended': words.what.ended,
    'watch.test': words.trial,
    'watch.challenge': words.what.challenge,
    'watch.heartbeat': words.what.heartbeat,
  } satisfies Record<MessageType, () => string>;
  // A newer server may send an unknown type, which gets a neutral text.
  return (texts[type] ?? words.what.unknown)();
}

export function channelText(channel: RecipientView['channel'], LL: Texts): string {
  return channel === 'telegram' ? 'Telegram' : LL.recipients.channel[channel]();
}

const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'CrOS', 'Macintosh', 'Linux'];
const SHOWN_NAMES: Readonly<Record<string, string>> = { CrOS: 'Chromebook', Macintosh: 'Mac' };

/** The default name of a recipient: the device, the messenger, or the host of the webhook. */
export function recipientName(channel: RecipientView['channel'], url: string, userAgent: string): string {
  if (channel === 'telegram') return 'Telegram';
  if (channel === 'webhook') return URL.canParse(url) ? new URL(url).hostname : 'Webhook';
  const device = DEVICES.find((name) => userAgent.includes(name)) ?? 'Web Push';
  return SHOWN_NAMES[device] ?? device;
}

/** `denied`: by the visitor. `ios-needs-install`: iOS has push in installed apps only. `failed`: no push service. */
type PushFault = 'unsupported' | 'denied' | 'ios-needs-install' | 'failed';

type PushOutcome =
  | { readonly ok: true; readonly subscription: PushSubscriptionJSON }
  | { readonly ok: false; readonly fault: PushFault };

/** Why this device cannot get push messages, as far as that is known before the permission prompt. */
export function pushFault(): PushFault | undefined {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied' ? 'denied' : undefined;
  }
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === false ? 'ios-needs-install' : 'unsupported';
}

/** Subscribes this device; call it on a press, or browsers refuse. `language`: the worker's. Never rejects. */
export async function subscribeToPush(vapidKey: string, language: Locale): Promise<PushOutcome> {
  const fault = pushFault();
  if (fault) return { ok: false, fault };
  try {
    if ((await Notification.requestPermission()) !== 'granted') return { ok: false, fault: 'denied' };
    await registerWorker();
    return { ok: true, subscription: await currentSubscription(vapidKey, language) };
  } catch {
    return { ok: false, fault: 'failed' };
  }
}

/** The subscription, renewed if lost or for another key; undefined without one or permission. Never rejects. */
export async function renewSubscription(vapidKey: string, language: Locale): Promise<PushSubscriptionJSON | undefined> {
  if (pushFault() || Notification.permission !== 'granted') return undefined;
  try {
    const registration = await navigator.serviceWorker.getRegistration('/');
    return registration && (await currentSubscription(vapidKey, language));
  } catch {
    return undefined;
  }
}

async function currentSubscription(vapidKey: string, language: Locale): Promise<PushSubscriptionJSON> {
  const { active, pushManager } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'language', language });
  const held = await pushManager.getSubscription();
  if (held && base64Url(held.options.applicationServerKey) === vapidKey) return held.toJSON();
  await held?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidKey });
  return made.toJSON();
}

function base64Url(key: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The server's key for subscriptions. `missing`: it sends no push messages. `unreachable`: no response. */
type PushKey =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly fault: 'missing' | 'unreachable' };

let asked: Promise<PushKey> | undefined;

/** Requests the key once, and again after a failure. Never rejects. */
function pushKey(): Promise<PushKey> {
  asked ??= callWatchlist<{ readonly publicKey: string }>('/vapid').then((called) => {
    if (called.ok) return { ok: true, key: called.value.publicKey };
    const isMissing = callFaultOf(called) === 'gone';
    if (!isMissing) asked = undefined;
    return { ok: false, fault: isMissing ? 'missing' : 'unreachable' };
  });
  return asked;
}

/** Undefined until known. Requested before the press that subscribes, because prompts must follow a press at once. */
export function usePushKey(): PushKey | undefined {
  const [key, setKey] = useState<PushKey>();
  useEffect(() => {
    let wanted = true;
    pushKey().then((known) => wanted && setKey(known));
    return () => {
      wanted = false;
    };
  }, []);
  return key;
}

export const MOST_OF_NAME = 80;

interface NewRecipient {
  readonly channel: RecipientView['channel'];
  readonly threshold: Threshold;
  readonly name: string;
  /** For a webhook. */
  readonly url: string;
  readonly language: Locale;
}

/** A validated recipient, ready to be sent to the server. */
interface ReadyRecipient {
  readonly body: Readonly<Record<string, unknown>>;
  /** This browser's, for push messages. */
  readonly subscription?: PushSubscriptionJSON;
}

/** Shown once: a webhook's secret, the link that starts a Telegram chat, whether a test message was sent. */
export interface Added extends Pick<RecipientView, 'secret' | 'startUrl'> {
  readonly tested?: boolean;
}

export type AddFault =
  | { readonly kind: 'name' | 'url' }
  | { readonly kind: 'push'; readonly fault: PushFault | Extract<PushKey, { ok: false }>['fault'] }
  | { readonly kind: 'server'; readonly called: ApiError };

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: AddFault };

const failed = (fault: AddFault) => ({ ok: false, fault }) as const;

/** Validates the input, and subscribes this browser: call it in the press handler, for the prompt. Never rejects. */
export async function readyRecipient(recipient: NewRecipient): Promise<Outcome<ReadyRecipient>> {
  const { channel, threshold, language } = recipient;
  const [name, url] = [recipient.name.trim(), recipient.url.trim()];
  if (name === '') return failed({ kind: 'name' });
  const body = { channel, name, threshold };
  if (channel === 'telegram') return { ok: true, value: { body } };
  if (channel === 'webhook') {
    return /^https?:\/\/./.test(url) ? { ok: true, value: { body: { ...body, url } } } : failed({ kind: 'url' });
  }
  const known = await pushKey();
  if (!known.ok) return failed({ kind: 'push', fault: known.fault });
  const subscribed = await subscribeToPush(known.key, language);
  if (!subscribed.ok) return failed({ kind: 'push', fault: subscribed.fault });
  const { subscription } = subscribed;
  const { endpoint, keys } = subscription;
  return { ok: true, value: { body: { ...body, subscription: { endpoint, keys } }, subscription } };
}

/** Adds it; this browser gets a test message at once, whose receipt verifies it. Never rejects. */
export async function putRecipient(
  watchlistId: string,
  ownerKey: string,
  { body, subscription }: ReadyRecipient,
): Promise<Outcome<Added & Pick<RecipientView, 'id'>>> {
  const id = crypto.randomUUID();
  const path = `/${watchlistId}/recipients/${id}`;
  const called = await callWatchlist<Added>(path, { method: 'PUT', key: ownerKey, body });
  if (!called.ok) return failed({ kind: 'server', called });
  if (!subscription) return { ok: true, value: { ...called.value, id } };
  rememberDeviceRecipient(watchlistId, { recipient: id, subscription });
  const test = await callWatchlist(`${path}/test`, { method: 'POST', key: ownerKey });
  return { ok: true, value: { ...called.value, id, tested: test.ok } };
}

export function addFaultText(error: AddFault, LL: Texts): string {
  const texts = LL.recipients;
  if (error.kind === 'server') return notSetUpText(error.called, LL) ?? faultText(error.called, LL);
  if (error.kind === 'push') return pushFaultText(error.fault, LL);
  return error.kind === 'name' ? texts.nameMissing() : texts.urlMissing();
}

export function pushFaultText(fault: Extract<AddFault, { kind: 'push' }>['fault'], LL: Texts): string {
  const words = LL.recipients.push;
  if (fault === 'unreachable') return LL.watchlist.fault.network();
  return fault === 'ios-needs-install' ? words.iosNeedsInstall() : words[fault]();
}

function notSetUpText({ problem }: ApiError, LL: Texts): string | undefined {
  return problem?.errors?.channel === 'notSetUp' ? LL.recipients.notSetUp() : undefined;
}
