import type { AreaBody } from '#shared/watch/bodies.ts';
import type { WatchedPlace } from '#web/kit/addresses/watchAddress.ts';
import type { ApiResult } from '#web/kit/http/ask.ts';
import { type Locale, ownTimeZone } from '#web/kit/i18n/index.ts';
import { watchedPlaceName } from '#web/tools/watch/watchedArea.ts';
import { callBook } from './callBook.ts';
import { type DeviceBook, forgetBook, rememberBook } from './deviceBooks.ts';

interface NewKeys {
  readonly id: string;
  readonly ownerKey: string;
  readonly viewKey: string;
}

interface MadeBook extends DeviceBook {
  readonly keys: { readonly owner: string; readonly view: string };
}

/** Makes a watchbook with one area, and keeps its keys on this device. Makes none if the area is refused. */
export async function makeBook(
  place: WatchedPlace,
  kind: AreaBody['kind'],
  language: Locale,
  turnstileToken: string | undefined,
): Promise<ApiResult<MadeBook>> {
  const settings = { language, timeZone: ownTimeZone(), turnstileToken };
  const made = await callBook<NewKeys>('', { method: 'POST', body: settings });
  if (!made.ok) return made;
  const { id, ownerKey, viewKey } = made.value;
  const { shape, ringsKm, dwellMin, approachOnly } = place;
  const name = watchedPlaceName(place);
  const book = { id, area: crypto.randomUUID(), name, keys: { owner: ownerKey, view: viewKey } };
  const body = { name, kind, shape, ringsKm, dwellMin, approachOnly };
  const put = await callBook(`/${id}/areas/${book.area}`, { method: 'PUT', key: ownerKey, body });
  if (!put.ok) {
    void callBook(`/${id}`, { method: 'DELETE', key: ownerKey });
    return put;
  }
  rememberBook(book);
  return { ok: true, value: book };
}

/** Deletes a book that is of no use; where that fails, its keys stay on this device, and can end it. */
export async function unmakeBook(book: MadeBook): Promise<void> {
  const gone = await callBook(`/${book.id}`, { method: 'DELETE', key: book.keys.owner });
  if (gone.ok) forgetBook(book);
}
