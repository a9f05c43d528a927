import type { Threshold } from '#shared/watch/RecipientBody.ts';
import type { RecipientView } from '#shared/watch/RecipientView.ts';
import type { Asked } from '#web/kit/http/ask.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { callBook } from '#web/tools/watch/book/callBook.ts';
import { rememberDeviceRecipient } from '#web/tools/watch/push/deviceRecipients.ts';
import { type PushFault, subscribeToPush } from '#web/tools/watch/push/subscribeToPush.ts';

/** Who is to be told, as it was typed. */
interface NewRecipient {
  readonly channel: RecipientView['channel'];
  readonly threshold: Threshold;
  readonly name: string;
  /** Of a hook. */
  readonly url: string;
  /** With which the server signs push messages; undefined if it sends none. */
  readonly vapidKey: string | undefined;
  /** What the browser's worker says by itself. */
  readonly language: Locale;
}

/** What is told once, when a recipient was added: the secret of a hook, where a chat of Telegram begins, that a test is on its way. */
export interface Added {
  readonly secret?: string;
  readonly startUrl?: string;
  readonly tested?: boolean;
}

/** What keeps a recipient from being added: its name or address, this browser, or what the server said. */
export type AddFault =
  | { readonly kind: 'name' | 'url' }
  | { readonly kind: 'push'; readonly fault: PushFault | 'missing' }
  | { readonly kind: 'server'; readonly called: Exclude<Asked<Added>, { readonly ok: true }> };

/** Adds a recipient of a book; this browser is sent a test at once, whose receipt proves it. Never rejects. */
export async function addRecipient(
  bookId: string,
  ownerKey: string,
  { channel, threshold, name, url, vapidKey, language }: NewRecipient,
): Promise<{ readonly ok: true; readonly value: Added } | { readonly ok: false; readonly fault: AddFault }> {
  if (name === '') return { ok: false, fault: { kind: 'name' } };
  if (channel === 'webhook' && !/^https?:\/\/./.test(url)) return { ok: false, fault: { kind: 'url' } };
  const body: Record<string, unknown> = { channel, name, threshold };
  let subscription: PushSubscriptionJSON | undefined;
  if (channel === 'webhook') body.url = url;
  if (channel === 'push') {
    if (vapidKey === undefined) return { ok: false, fault: { kind: 'push', fault: 'missing' } };
    const subscribed = await subscribeToPush(vapidKey, language);
    if (!subscribed.ok) return { ok: false, fault: { kind: 'push', fault: subscribed.fault } };
    const { endpoint, keys } = subscribed.subscription;
    body.subscription = { endpoint, keys };
    subscription = subscribed.subscription;
  }
  const recipient = crypto.randomUUID();
  const path = `/${bookId}/recipients/${recipient}`;
  const called = await callBook<Added>(path, { method: 'PUT', key: ownerKey, body });
  if (!called.ok) return { ok: false, fault: { kind: 'server', called } };
  if (!subscription) return { ok: true, value: called.value };
  rememberDeviceRecipient(bookId, { recipient, subscription });
  const test = await callBook(`${path}/test`, { method: 'POST', key: ownerKey });
  return { ok: true, value: { ...called.value, tested: test.ok } };
}
