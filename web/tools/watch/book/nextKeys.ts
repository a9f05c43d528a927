import { localStore } from '#web/kit/browser/browserStore.ts';

/** The keys of a book that are made anew in the page. */
export type RenewedKey = 'owner' | 'view';

const nameOf = (id: string, which: RenewedKey) => `watch.next.${which}.${id}`;

/**
 * The key that is to replace one of the book's: made here and kept before it is sent, so that no lost answer loses the book.
 * The same one until `settleKey`, so that a repeat is harmless.
 */
export function nextKey(id: string, which: RenewedKey): string {
  const made = keptNextKey(id, which) ?? newKey();
  localStore.setItem(nameOf(id, which), made);
  return made;
}

export function keptNextKey(id: string, which: RenewedKey): string | undefined {
  return localStore.getItem(nameOf(id, which)) ?? undefined;
}

export function settleKey(id: string, which: RenewedKey): void {
  localStore.removeItem(nameOf(id, which));
}

/** 32 hex digits. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
