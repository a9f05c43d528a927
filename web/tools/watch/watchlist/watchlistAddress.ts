import type { Locale } from '#web/kit/i18n/index.ts';
import { parsePath, type WatchlistPlace, watchlistPath } from '#web/kit/routing/routes.ts';

/** This browser's keys of a watchlist: `owner` has all rights, `duty` may also write the log, `view` only reads. */
export interface WatchlistKeys {
  readonly owner?: string;
  readonly duty?: string;
  readonly view?: string;
}

const KEY = /^[0-9a-f]{32}$/;

const KINDS = ['owner', 'duty', 'view'] as const;

/** Parses `#owner=KEY`, `#duty=KEY`, `#view=KEY` or several. No request's address contains keys. */
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

/** The address on this site of a shared link; undefined if it is not one with a key. */
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

/** Parses `#mute={recipient}.{key}`: undefined if the fragment is something else, null if it is incomplete. */
export function parseMuteKey(hash: string): MuteKey | null | undefined {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get('mute');
  if (text === null) return undefined;
  const [, recipient, key] = MUTE.exec(text) ?? [];
  return recipient && key ? { recipient, key } : null;
}
