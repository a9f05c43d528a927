import { localStore } from '#web/kit/browser/browserStore.ts';
import type { WatchlistPlace } from '#web/kit/routing/routes.ts';
import type { WatchlistKeys } from './watchlistAddress.ts';

const STORE_KEY = 'watch.watchlists';
const MOST = 30;

/** A watchlist's area for which this browser has keys. */
export interface DeviceWatchlist extends WatchlistPlace {
  readonly name: string;
  readonly keys: WatchlistKeys;
}

const isSame = (a: WatchlistPlace, b: WatchlistPlace): boolean => a.id === b.id && a.area === b.area;

/** Puts the watchlist first, because the last opened one is needed first. Known keys are preserved. */
export function withWatchlist(
  watchlists: readonly DeviceWatchlist[],
  watchlist: DeviceWatchlist,
): readonly DeviceWatchlist[] {
  const known = watchlists.find((other) => isSame(other, watchlist));
  const rest = watchlists.filter((other) => other !== known);
  return [{ ...watchlist, keys: { ...known?.keys, ...watchlist.keys } }, ...rest].slice(0, MOST);
}

export function withoutWatchlist(
  watchlists: readonly DeviceWatchlist[],
  place: WatchlistPlace,
): readonly DeviceWatchlist[] {
  return watchlists.filter((watchlist) => !isSame(watchlist, place));
}

/** Malformed entries are dropped. */
export function parseWatchlists(text: string | null): readonly DeviceWatchlist[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read.filter(isWatchlist) : [];
  } catch {
    return [];
  }
}

function isWatchlist(value: unknown): value is DeviceWatchlist {
  const { id, area, name, keys } = (value ?? {}) as Partial<DeviceWatchlist>;
  return [id, area, name].every((text) => typeof text === 'string') && typeof keys === 'object' && keys !== null;
}

export function readWatchlists(): readonly DeviceWatchlist[] {
  return parseWatchlists(localStore.getItem(STORE_KEY));
}

export function rememberWatchlist(watchlist: DeviceWatchlist): void {
  writeWatchlists(withWatchlist(readWatchlists(), watchlist));
}

export function forgetWatchlist(place: WatchlistPlace): void {
  writeWatchlists(withoutWatchlist(readWatchlists(), place));
}

/** Saves a new key for all areas of the watchlist. */
export function renewKey(id: string, which: keyof WatchlistKeys, key: string): void {
  writeWatchlists(
    readWatchlists().map((watchlist) =>
      watchlist.id === id ? { ...watchlist, keys: { ...watchlist.keys, [which]: key } } : watchlist,
    ),
  );
}

export function keysOf(place: WatchlistPlace): WatchlistKeys {
  return readWatchlists().find((watchlist) => isSame(watchlist, place))?.keys ?? {};
}

function writeWatchlists(watchlists: readonly DeviceWatchlist[]): void {
  if (watchlists.length === 0) localStore.removeItem(STORE_KEY);
  else localStore.setItem(STORE_KEY, JSON.stringify(watchlists));
}

export type RenewedKey = 'owner' | 'view';

const nameOf = (id: string, which: RenewedKey) => `watch.next.${which}.${id}`;

/** Saved before it is sent, so that a lost response does not lose access. Constant until `settleKey`. */
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

/** This browser's recipient of a watchlist, and the subscription that the server has. */
interface DeviceRecipient {
  readonly recipient: string;
  readonly subscription: PushSubscriptionJSON;
}

type ByWatchlist = Readonly<Record<string, DeviceRecipient>>;

/** Malformed entries are dropped. */
export function parseDeviceRecipients(text: string | null): ByWatchlist {
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

export function deviceRecipientOf(watchlist: string): DeviceRecipient | undefined {
  return parseDeviceRecipients(localStore.getItem(PUSH_STORE_KEY))[watchlist];
}

export function rememberDeviceRecipient(watchlist: string, recipient: DeviceRecipient): void {
  const known = parseDeviceRecipients(localStore.getItem(PUSH_STORE_KEY));
  localStore.setItem(PUSH_STORE_KEY, JSON.stringify({ ...known, [watchlist]: recipient }));
}
