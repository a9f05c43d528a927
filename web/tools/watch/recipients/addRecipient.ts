import type { RecipientView, Threshold } from '#shared/watch/bodies.ts';
import type { ApiError } from '#web/kit/http/ask.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import { callWatchlist, faultText } from '#web/tools/watch/watchlist/callWatchlist.ts';
import { rememberDeviceRecipient } from '#web/tools/watch/watchlist/deviceWatchlists.ts';
import { type PushFault, type PushKey, pushKey, subscribeToPush } from './subscribeToPush.ts';

export const MOST_OF_NAME = 80;

export interface NewRecipient {
  readonly channel: RecipientView['channel'];
  readonly threshold: Threshold;
  readonly name: string;
  /** For a webhook. */
  readonly url: string;
  readonly language: Locale;
}

/** A validated recipient, ready to be sent to the server. */
export interface ReadyRecipient {
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
