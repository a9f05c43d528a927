import type { Threshold } from '#shared/watch/RecipientBody.ts';
import type { RecipientView } from '#shared/watch/RecipientView.ts';
import type { Locale } from '#web/i18n/index.ts';
import { type PushFault, subscribeToPush } from '#web/watch/push/subscribeToPush.ts';
import { type Called, callBook } from '../book/callBook.ts';

/** Who is to be told, as it was typed. */
export interface NewRecipient {
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

/** What is told once, when a recipient was added: the secret of a hook, or where a chat of Telegram begins. */
export interface Added {
  readonly secret?: string;
  readonly startUrl?: string;
}

/** What keeps a recipient from being added: its name or address, this browser, or what the server said. */
export type AddFault =
  | { readonly kind: 'name' | 'url' }
  | { readonly kind: 'push'; readonly fault: PushFault | 'missing' }
  | { readonly kind: 'server'; readonly called: Exclude<Called<Added>, { readonly ok: true }> };

/** Adds a recipient below `path`, which is that of the book's recipients. Never rejects. */
export async function addRecipient(
  path: string,
  ownerKey: string,
  { channel, threshold, name, url, vapidKey, language }: NewRecipient,
): Promise<{ readonly ok: true; readonly value: Added } | { readonly ok: false; readonly fault: AddFault }> {
  if (name === '') return { ok: false, fault: { kind: 'name' } };
  if (channel === 'webhook' && !/^https?:\/\/./.test(url)) return { ok: false, fault: { kind: 'url' } };
  const body: Record<string, unknown> = { channel, name, threshold };
  if (channel === 'webhook') body.url = url;
  if (channel === 'push') {
    if (vapidKey === undefined) return { ok: false, fault: { kind: 'push', fault: 'missing' } };
    const subscribed = await subscribeToPush(vapidKey, language);
    if (!subscribed.ok) return { ok: false, fault: { kind: 'push', fault: subscribed.fault } };
    const { endpoint, keys } = subscribed.subscription;
    body.subscription = { endpoint, keys };
  }
  const called = await callBook<Added>(`${path}/${crypto.randomUUID()}`, { method: 'PUT', key: ownerKey, body });
  return called.ok ? { ok: true, value: called.value } : { ok: false, fault: { kind: 'server', called } };
}
