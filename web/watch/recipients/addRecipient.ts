import { type Called, callBook } from '../book/callBook.ts';
import type { Channel, Threshold } from '../book/Recipient.ts';

/** Who is to be told, as it was typed. */
export interface NewRecipient {
  readonly channel: Channel;
  readonly threshold: Threshold;
  readonly name: string;
  /** Of a hook. */
  readonly url: string;
}

/** What is told once, when a recipient was added: the secret of a hook, or where a chat of Telegram begins. */
export interface Added {
  readonly secret?: string;
  readonly startUrl?: string;
}

/** What keeps a recipient from being added: its name or address, or what the server said. */
export type AddFault =
  | { readonly kind: 'name' | 'url' }
  | { readonly kind: 'server'; readonly called: Exclude<Called<Added>, { readonly ok: true }> };

/** Adds a recipient below `path`, which is that of the book's recipients. Never rejects. */
export async function addRecipient(
  path: string,
  ownerKey: string,
  { channel, threshold, name, url }: NewRecipient,
): Promise<{ readonly ok: true; readonly value: Added } | { readonly ok: false; readonly fault: AddFault }> {
  if (name === '') return { ok: false, fault: { kind: 'name' } };
  if (channel === 'webhook' && !/^https?:\/\/./.test(url)) return { ok: false, fault: { kind: 'url' } };
  const body = { channel, name, threshold, ...(channel === 'webhook' ? { url } : {}) };
  const called = await callBook<Added>(`${path}/${crypto.randomUUID()}`, { method: 'PUT', key: ownerKey, body });
  return called.ok ? { ok: true, value: called.value } : { ok: false, fault: { kind: 'server', called } };
}
