import type { Locale } from '#web/i18n/index.ts';
import { type BookPlace, bookPath } from '#web/routing/routes.ts';

/** The keys of a watchbook that this browser holds: the owner's does everything, the viewer's looks. */
export interface BookKeys {
  readonly owner?: string;
  readonly view?: string;
}

const KEY = /^[0-9a-f]{32}$/;

/** Reads the keys from a fragment, `#owner=KEY`, `#view=KEY` or both. They never leave the browser in an address. */
export function parseBookKeys(hash: string): BookKeys {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const [owner, view] = [fields.get('owner') ?? '', fields.get('view') ?? ''];
  return { ...(KEY.test(owner) ? { owner } : {}), ...(KEY.test(view) ? { view } : {}) };
}

export function formatBookKeys({ owner, view }: BookKeys): string {
  const fields = [...(owner ? [`owner=${owner}`] : []), ...(view ? [`view=${view}`] : [])];
  return fields.length === 0 ? '' : `#${fields.join('&')}`;
}

/** The link to an area's panel for whoever is to have `keys`. */
export function bookLink(place: BookPlace, keys: BookKeys, locale: Locale): string {
  return bookPath(place, locale) + formatBookKeys(keys);
}
