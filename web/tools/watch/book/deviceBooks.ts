import { localStore } from '#web/kit/browser/browserStore.ts';
import type { BookPlace } from '#web/kit/routing/routes.ts';
import type { BookKeys } from './bookAddress.ts';

const STORE_KEY = 'watch.books';
const MOST = 30;

/** A watchbook's area whose keys this browser keeps. */
interface DeviceBook extends BookPlace {
  readonly name: string;
  readonly keys: BookKeys;
}

const isSame = (a: BookPlace, b: BookPlace): boolean => a.id === b.id && a.area === b.area;

/** The list with the book first: what was opened last is looked for first. Keys that were known are kept. */
export function withBook(books: readonly DeviceBook[], book: DeviceBook): readonly DeviceBook[] {
  const known = books.find((other) => isSame(other, book));
  const rest = books.filter((other) => other !== known);
  return [{ ...book, keys: { ...known?.keys, ...book.keys } }, ...rest].slice(0, MOST);
}

export function withoutBook(books: readonly DeviceBook[], place: BookPlace): readonly DeviceBook[] {
  return books.filter((book) => !isSame(book, place));
}

/** What stands in the store, without what is none. */
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

/** Keeps a new key of the book, for all of its areas. */
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
