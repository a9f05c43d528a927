import type { AreaBody } from '#shared/watch/bodies.ts';
import type { WatchedPlace } from '#web/kit/addresses/watchAddress.ts';
import type { ApiResult } from '#web/kit/http/ask.ts';
import { type Locale, ownTimeZone } from '#web/kit/i18n/index.ts';
import { watchedPlaceName } from '#web/tools/watch/watchedArea.ts';
import { callWatchlist } from './callWatchlist.ts';
import { type DeviceWatchlist, forgetWatchlist, rememberWatchlist } from './deviceWatchlists.ts';

interface NewKeys {
  readonly id: string;
  readonly ownerKey: string;
  readonly viewKey: string;
}

interface MadeWatchlist extends DeviceWatchlist {
  readonly keys: { readonly owner: string; readonly view: string };
}

/** Creates a watchlist with one area, and saves its keys on this device. Creates none if the area is refused. */
export async function makeWatchlist(
  place: WatchedPlace,
  kind: AreaBody['kind'],
  language: Locale,
  turnstileToken: string | undefined,
): Promise<ApiResult<MadeWatchlist>> {
  const settings = { language, timeZone: ownTimeZone(), turnstileToken };
  const made = await callWatchlist<NewKeys>('', { method: 'POST', body: settings });
  if (!made.ok) return made;
  const { id, ownerKey, viewKey } = made.value;
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
export async function unmakeWatchlist(watchlist: MadeWatchlist): Promise<void> {
  const gone = await callWatchlist(`/${watchlist.id}`, { method: 'DELETE', key: watchlist.keys.owner });
  if (gone.ok) forgetWatchlist(watchlist);
}
