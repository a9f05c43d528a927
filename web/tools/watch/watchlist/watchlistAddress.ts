import type { Locale } from '#web/kit/i18n/index.ts';
import { parsePath, type WatchlistPlace, watchlistPath } from '#web/kit/routing/routes.ts';

/** This browser's keys of a watchlist: `owner` may do everything, `duty` also writes into the log, `view` only looks. */
export interface WatchlistKeys {
  readonly owner?: string;
  readonly duty?: string;
  readonly view?: string;
}

const KEY = /^[0-9a-f]{32}$/;

const KINDS = ['owner', 'duty', 'view'] as const;

/** Reads `#owner=KEY`, `#duty=KEY`, `#view=KEY` or several. Keys never leave the browser in an address. */
export function parseWatchlistKeys(hash: string): WatchlistKeys {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  return Object.fromEntries(
    KINDS.map((kind) => [kind, fields.get(kind) ?? ''] as const).filter(([, key]) => KEY.test(key)),
  );
}

export function formatWatchlistKeys(keys: WatchlistKeys): string {
  const fields = KINDS.flatMap((kind) => (keys[kind] ? [`${kind}=${keys[kind]}`] : []));
  return fields.length === 0 ? '' : `#${fields.join('&')}`;
}

export function watchlistLink(place: WatchlistPlace, keys: WatchlistKeys, locale: Locale): string {
  return watchlistPath(place, locale) + formatWatchlistKeys(keys);
}

/** The address on this site of a handed-over link; undefined if it is none with a key. */
export function linkedPanel(text: string, locale: Locale): string | undefined {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return undefined;
  const { pathname, hash } = new URL(trimmed);
  const { watchlist } = parsePath(pathname);
  const keys = parseWatchlistKeys(hash);
  return watchlist && Object.keys(keys).length > 0 ? watchlistLink(watchlist, keys, locale) : undefined;
}

/** The key in the links of a recipient's messages: it can mute that recipient and nothing else. */
export interface MuteKey {
  readonly recipient: string;
  readonly key: string;
}

const MUTE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{32})$/;

/** Reads `#mute={recipient}.{key}`: undefined if the fragment is something else, null if it is incomplete. */
export function parseMuteKey(hash: string): MuteKey | null | undefined {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get('mute');
  if (text === null) return undefined;
  const [, recipient, key] = MUTE.exec(text) ?? [];
  return recipient && key ? { recipient, key } : null;
}
