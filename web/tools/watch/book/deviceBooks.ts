import { localStore } from '#web/kit/browser/browserStore.ts';
import type { BookPlace } from '#web/kit/routing/routes.ts';
import type { BookKeys } from './bookAddress.ts';

const STORE_KEY = 'watch.watchlists';
const MOST = 30;

/** A book's area that this browser has keys of. */
export interface DeviceBook extends BookPlace {
  readonly name: string;
  readonly keys: BookKeys;
}

const isSame = (a: BookPlace, b: BookPlace): boolean => a.id === b.id && a.area === b.area;

/** Puts the book first: what was opened last is looked for first. Keys that were known are kept. */
export function withBook(books: readonly DeviceBook[], book: DeviceBook): readonly DeviceBook[] {
  const known = books.find((other) => isSame(other, book));
  const rest = books.filter((other) => other !== known);
  return [{ ...book, keys: { ...known?.keys, ...book.keys } }, ...rest].slice(0, MOST);
}

export function withoutBook(books: readonly DeviceBook[], place: BookPlace): readonly DeviceBook[] {
  return books.filter((book) => !isSame(book, place));
}

/** Entries of another shape are left out. */
export function parseBooks(text: string | null): readonly DeviceBook[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read.filter(isBook) : [];
  } catch {
    return [];
  }
}

function isBook(value: unknown): value is DeviceBook {
  const { id, area, name, keys } = (value ?? {}) as Partial<DeviceBook>;
  return [id, area, name].every((text) => typeof text === 'string') && typeof keys === 'object' && keys !== null;
}

export function readBooks(): readonly DeviceBook[] {
  return parseBooks(localStore.getItem(STORE_KEY));
}

export function rememberBook(book: DeviceBook): void {
  writeBooks(withBook(readBooks(), book));
}

export function forgetBook(place: BookPlace): void {
  writeBooks(withoutBook(readBooks(), place));
}

/** Keeps a new key for all areas of the book. */
export function renewKey(id: string, which: keyof BookKeys, key: string): void {
  writeBooks(readBooks().map((book) => (book.id === id ? { ...book, keys: { ...book.keys, [which]: key } } : book)));
}

export function keysOf(place: BookPlace): BookKeys {
  return readBooks().find((book) => isSame(book, place))?.keys ?? {};
}

function writeBooks(books: readonly DeviceBook[]): void {
  if (books.length === 0) localStore.removeItem(STORE_KEY);
  else localStore.setItem(STORE_KEY, JSON.stringify(books));
}

export type RenewedKey = 'owner' | 'view';

const nameOf = (id: string, which: RenewedKey) => `watch.next.${which}.${id}`;

/** Kept before it is sent, so that no lost answer loses the book. Until `settleKey` the same: repeats are harmless. */
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

const PUSH_STORE_KEY = 'watch.push';

/** This browser's recipient of a book, and the subscription that the server knows. */
interface DeviceRecipient {
  readonly recipient: string;
  readonly subscription: PushSubscriptionJSON;
}

type ByBook = Readonly<Record<string, DeviceRecipient>>;

/** Entries of another shape are left out. */
export function parseDeviceRecipients(text: string | null): ByBook {
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    return Object.fromEntries(Object.entries(read ?? {}).filter(([, value]) => isDeviceRecipient(value)));
  } catch {
    return {};
  }
}

function isDeviceRecipient(value: unknown): value is DeviceRecipient {
  const { recipient, subscription } = (value ?? {}) as Partial<DeviceRecipient>;
  return typeof recipient === 'string' && typeof subscription?.endpoint === 'string';
}

export function isOtherSubscription(known: PushSubscriptionJSON, now: PushSubscriptionJSON): boolean {
  const partsOf = ({ endpoint, keys }: PushSubscriptionJSON) => [endpoint, keys?.p256dh, keys?.auth].join(' ');
  return partsOf(known) !== partsOf(now);
}

export function deviceRecipientOf(book: string): DeviceRecipient | undefined {
  return parseDeviceRecipients(localStore.getItem(PUSH_STORE_KEY))[book];
}

export function rememberDeviceRecipient(book: string, recipient: DeviceRecipient): void {
  const known = parseDeviceRecipients(localStore.getItem(PUSH_STORE_KEY));
  localStore.setItem(PUSH_STORE_KEY, JSON.stringify({ ...known, [book]: recipient }));
}
