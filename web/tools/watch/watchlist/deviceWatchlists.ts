import type { AreaBody } from '#shared/watch/bodies.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { localStore } from '#web/kit/browser/browserStore.ts';
import { type ApiError, type ApiResult, type RequestOptions, requestApi } from '#web/kit/http/requestApi.ts';
import { type Locale, ownTimeZone, type Texts } from '#web/kit/i18n/index.ts';
import { parsePath, type WatchlistPlace, watchlistPath } from '#web/kit/routing/routes.ts';
import type { WatchedPlace } from '#web/kit/routing/watchAddress.ts';
import { watchedPlaceName } from '#web/tools/watch/watchedArea.ts';

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

function formatWatchlistKeys(keys: WatchlistKeys): string {
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

const TIMEOUT_MS = 8_000;
const WATCH_ROOT = `${API_ROOT}/watch`;
/** Statuses without a body. */
const WORDLESS: readonly number[] = [202, 204];

/**
 * `key`: not the watchlist's. `right`: the key does not permit this. `gone`: no such watchlist or area. `outside`:
 * outside the home area. `tooMany`: the limit is reached. `alertsUnsupported`: the map's source does not support
 * alerts. `invalid`: a field. `characters`: invisible ones. `busy`: too many calls. `network`: no response.
 */
type CallError =
  | 'key'
  | 'right'
  | 'gone'
  | 'outside'
  | 'tooMany'
  | 'alertsUnsupported'
  | 'invalid'
  | 'characters'
  | 'busy'
  | 'network';

export type WatchlistCall = Pick<RequestOptions, 'method' | 'key' | 'body'>;

const ERRORS: Readonly<Record<string, CallError>> = {
  unauthorized: 'key',
  'owner-only': 'right',
  'not-found': 'gone',
  'outside-coverage': 'outside',
  'too-many': 'tooMany',
  'alerts-unsupported': 'alertsUnsupported',
  'invalid-body': 'invalid',
  'invalid-parameters': 'invalid',
  'rate-limited': 'busy',
  busy: 'busy',
};

/** Rules of `NameBody` whose violations are invisible in the typed text. */
const UNSEEN_RULES = ['unprintable', 'invisible'];

export function callErrorOf({ problem: { code, errors = {} } = {} }: Pick<ApiError, 'problem'>): CallError {
  const isUnseen = Object.values(errors).some((rule) => UNSEEN_RULES.includes(rule));
  return isUnseen ? 'characters' : (ERRORS[code ?? ''] ?? 'network');
}

export function errorText(refusal: Pick<ApiError, 'problem'>, LL: Texts): string {
  const error = callErrorOf(refusal);
  const { detail = '' } = refusal.problem ?? {};
  return error === 'invalid' ? LL.watch.watchlist.fault.invalid({ detail }) : LL.watch.watchlist.fault[error]();
}

/** Calls `path` below /watch; undefined for a response without JSON. Never rejects. */
export function callWatchlist<Value>(path: string, call: WatchlistCall = {}): Promise<ApiResult<Value>> {
  const read = async (response: Response) => (WORDLESS.includes(response.status) ? undefined : await response.json());
  return requestApi<Value>(WATCH_ROOT + path, read, { ...call, timeoutMs: TIMEOUT_MS });
}

/** A CSV of all pages from `path` on, with one header line; undefined if any page fails. Never rejects. */
export async function fetchCsv(path: string, key: string): Promise<Blob | undefined> {
  const pages: string[] = [];
  const read = async (response: Response) => ({ text: await response.text(), link: response.headers.get('link') });
  for (let next: string | undefined = path; next !== undefined; ) {
    const page: ApiResult<{ readonly text: string; readonly link: string | null }> = await requestApi(
      WATCH_ROOT + next,
      read,
      {
        key,
        timeoutMs: TIMEOUT_MS,
      },
    );
    if (!page.ok) return undefined;
    const { text, link } = page.value;
    pages.push(pages.length === 0 ? text : text.slice(text.indexOf('\r\n') + 2));
    next = nextPath(link);
  }
  return new Blob(pages, { type: 'text/csv;charset=utf-8' });
}

function nextPath(link: string | null): string | undefined {
  const address = /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1];
  return address?.slice(WATCH_ROOT.length);
}

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

/** Saved before it is sent, so that a lost response does not lose access. Constant until `storeRenewedKey`. */
export function nextKey(id: string, which: RenewedKey): string {
  const created = storedNextKey(id, which) ?? newKey();
  localStore.setItem(nameOf(id, which), created);
  return created;
}

export function storedNextKey(id: string, which: RenewedKey): string | undefined {
  return localStore.getItem(nameOf(id, which)) ?? undefined;
}

export function storeRenewedKey(id: string, which: RenewedKey): void {
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

interface NewKeys {
  readonly id: string;
  readonly ownerKey: string;
  readonly viewKey: string;
}

interface CreatedWatchlist extends DeviceWatchlist {
  readonly keys: { readonly owner: string; readonly view: string };
}

/** Creates a watchlist with one area, and saves its keys on this device. Creates none if the area is refused. */
export async function makeWatchlist(
  place: WatchedPlace,
  kind: AreaBody['kind'],
  language: Locale,
  turnstileToken: string | undefined,
): Promise<ApiResult<CreatedWatchlist>> {
  const settings = { language, timeZone: ownTimeZone(), turnstileToken };
  const apiResult = await callWatchlist<NewKeys>('', { method: 'POST', body: settings });
  if (!apiResult.ok) return apiResult;
  const { id, ownerKey, viewKey } = apiResult.value;
  const { shape, ringsKm, dwellMin, approachOnly } = place;
  const name = watchedPlaceName(place);
  const watchlist = { id, area: crypto.randomUUID(), name, keys: { owner: ownerKey, view: viewKey } };
  const body = { name, kind, shape, ringsKm, dwellMin, approachOnly };
  const put = await callWatchlist(`/${id}/areas/${watchlist.area}`, { method: 'PUT', key: ownerKey, body });
  if (!put.ok) {
    void callWatchlist(`/${id}`, { method: 'DELETE', key: ownerKey });
    return put;
  }
  rememberWatchlist(watchlist);
  return { ok: true, value: watchlist };
}

/** Deletes an unused watchlist; if that fails, its keys stay on this device, so that it can be deleted later. */
export async function unmakeWatchlist(watchlist: CreatedWatchlist): Promise<void> {
  const deleted = await callWatchlist(`/${watchlist.id}`, { method: 'DELETE', key: watchlist.keys.owner });
  if (deleted.ok) forgetWatchlist(watchlist);
}
