import { useEffect, useState } from 'react';
import type { Level } from '#shared/watch/Area.ts';
import type { MessageType, RecipientView, Threshold } from '#shared/watch/bodies.ts';
import type { ApiError } from '#web/kit/http/requestApi.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import { registerWorker } from '#web/kit/offline/registerWorker.ts';
import {
  callErrorOf,
  callWatchlist,
  errorText,
  rememberDeviceRecipient,
} from '#web/tools/watch/watchlist/deviceWatchlists.ts';
import { secondsText } from '#web/tools/watch/watchTexts.ts';

/** The last message to a recipient: `Last: Stop at 14:03:10, arrived after 6 s`. */
export function deliveryText({ lastDelivery }: RecipientView, LL: Texts, locale: string): string {
  const texts = LL.watch.recipients;
  if (!lastDelivery) return texts.never();
  const { type, level, strikeAt, decidedAt, sentAt, confirmedAt, state } = lastDelivery;
  const fromMs = strikeAt ?? decidedAt;
  const after = (atMs: number | undefined) => Math.max(0, Math.round(((atMs ?? decidedAt) - fromMs) / 1_000));
  const seconds = after(state === 'confirmed' ? confirmedAt : sentAt);
  const how = state === 'sent' || state === 'confirmed' ? texts.delivery[state]({ seconds }) : texts.delivery[state]();
  const what = whatOf(type, level, LL);
  return texts.last({ what, time: secondsText(decidedAt, locale), how });
}

function whatOf(type: MessageType, level: Level, LL: Texts): string {
  const labels = LL.watch.recipients;
  const report = LL.watch.level[level];
  const texts: Readonly<Partial<Record<string, () => string>>> = {
    'watch.raised': report,
    'watch.stop-extended': () => labels.what.again({ level: report() }),
    'watch.lowered': report,
    'watch.all-clear': report,
    'watch.data-lost': labels.what.blind,
    'watch.data-restored': () => labels.what.sight({ level: report() }),
    'watch.early-notice': labels.earlyTold,
    'fire.likely-lightning': labels.fireTold,
    'watch.notice': labels.what.notice,
    'watch.ended': labels.what.ended,
    'watch.test': labels.trial,
    'watch.challenge': labels.what.challenge,
    'watch.heartbeat': labels.what.heartbeat,
  } satisfies Record<MessageType, () => string>;
  // A newer server may send an unknown type, which gets a neutral text.
  return (texts[type] ?? labels.what.unknown)();
}

export function channelText(channel: RecipientView['channel'], LL: Texts): string {
  return channel === 'telegram' ? 'Telegram' : LL.watch.recipients.channel[channel]();
}

const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'CrOS', 'Macintosh', 'Linux'];
const VISIBLE_NAMES: Readonly<Record<string, string>> = { CrOS: 'Chromebook', Macintosh: 'Mac' };

/** The default name of a recipient: the device, the messenger, or the host of the webhook. */
export function recipientName(channel: RecipientView['channel'], url: string, userAgent: string): string {
  if (channel === 'telegram') return 'Telegram';
  if (channel === 'webhook') return URL.canParse(url) ? new URL(url).hostname : 'Webhook';
  const device = DEVICES.find((name) => userAgent.includes(name)) ?? 'Web Push';
  return VISIBLE_NAMES[device] ?? device;
}

/** `denied`: by the visitor. `ios-needs-install`: iOS has push in installed apps only. `failed`: no push service. */
type PushError = 'unsupported' | 'denied' | 'ios-needs-install' | 'failed';

type PushOutcome =
  | { readonly ok: true; readonly subscription: PushSubscriptionJSON }
  | { readonly ok: false; readonly error: PushError };

/** Why this device cannot get push messages, as far as that is known before the permission prompt. */
export function pushError(): PushError | undefined {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied' ? 'denied' : undefined;
  }
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === false ? 'ios-needs-install' : 'unsupported';
}

/** Subscribes this device; call it on a press, or browsers refuse. `language`: the worker's. Never rejects. */
export async function subscribeToPush(vapidKey: string, language: Locale): Promise<PushOutcome> {
  const error = pushError();
  if (error) return { ok: false, error };
  try {
    if ((await Notification.requestPermission()) !== 'granted') return { ok: false, error: 'denied' };
    await registerWorker();
    return { ok: true, subscription: await currentSubscription(vapidKey, language) };
  } catch {
    return { ok: false, error: 'failed' };
  }
}

/** The subscription, renewed if lost or for another key; undefined without one or permission. Never rejects. */
export async function renewSubscription(vapidKey: string, language: Locale): Promise<PushSubscriptionJSON | undefined> {
  if (pushError() || Notification.permission !== 'granted') return undefined;
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
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidKey });
  return subscription.toJSON();
}

function base64Url(key: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The server's key for subscriptions. `missing`: it sends no push messages. `unreachable`: no response. */
type PushKey =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly error: 'missing' | 'unreachable' };

let requested: Promise<PushKey> | undefined;

/** Requests the key once, and again after a failure. Never rejects. */
function pushKey(): Promise<PushKey> {
  requested ??= callWatchlist<{ readonly publicKey: string }>('/vapid').then((called) => {
    if (called.ok) return { ok: true, key: called.value.publicKey };
    const isMissing = callErrorOf(called) === 'gone';
    if (!isMissing) requested = undefined;
    return { ok: false, error: isMissing ? 'missing' : 'unreachable' };
  });
  return requested;
}

/** Undefined until known. Requested before the press that subscribes, because prompts must follow a press at once. */
export function usePushKey(): PushKey | undefined {
  const [key, setKey] = useState<PushKey>();
  useEffect(() => {
    let isRequested = true;
    pushKey().then((known) => isRequested && setKey(known));
    return () => {
      isRequested = false;
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

export type AddError =
  | { readonly kind: 'name' | 'url' }
  | { readonly kind: 'push'; readonly error: PushError | Extract<PushKey, { ok: false }>['error'] }
  | { readonly kind: 'server'; readonly called: ApiError };

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: AddError };

const failed = (addError: AddError) => ({ ok: false, error: addError }) as const;

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
  if (!known.ok) return failed({ kind: 'push', error: known.error });
  const subscribed = await subscribeToPush(known.key, language);
  if (!subscribed.ok) return failed({ kind: 'push', error: subscribed.error });
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

export function addErrorText(error: AddError, LL: Texts): string {
  const texts = LL.watch.recipients;
  if (error.kind === 'server') return notSetUpText(error.called, LL) ?? errorText(error.called, LL);
  if (error.kind === 'push') return pushErrorText(error.error, LL);
  return error.kind === 'name' ? texts.nameMissing() : texts.urlMissing();
}

export function pushErrorText(error: Extract<AddError, { kind: 'push' }>['error'], LL: Texts): string {
  const texts = LL.watch.recipients.push;
  if (error === 'unreachable') return LL.watch.watchlist.fault.network();
  return error === 'ios-needs-install' ? texts.iosNeedsInstall() : texts[error]();
}

function notSetUpText({ problem }: ApiError, LL: Texts): string | undefined {
  return problem?.errors?.channel === 'notSetUp' ? LL.watch.recipients.notSetUp() : undefined;
}
