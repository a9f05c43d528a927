import { percentDecoded, placePath } from '#shared/http.ts';
import { isLocale, type Locale } from '#web/kit/i18n/locales.ts';

/** Paths of the public pages, after the optional language. */
export const pagePaths = {
  landing: '',
  map: '/map',
  watch: '/watch',
  analytics: '/analytics',
  proof: '/proof',
  fires: '/fires',
  lookUp: '/look-up',
  report: '/report',
  api: '/api',
  contact: '/contact',
  privacy: '/privacy',
  dataNotice: '/privacy/data',
  terms: '/terms',
  accessibility: '/accessibility',
  sensors: '/sensor-infrastructure',
  about: '/about',
  places: '/places',
  status: '/status',
} as const;

export type PublicPage = keyof typeof pagePaths;

/**
 * The embedded map, which no page of the site links to, and the shell of a town's or peak's page, which the Worker
 * fills.
 */
const sitePaths = { ...pagePaths, embed: '/embed', place: '/place' } as const;

export type SitePage = keyof typeof sitePaths;

export const PUBLIC_PAGES = Object.keys(pagePaths) as PublicPage[];
const SITE_PAGES = Object.keys(sitePaths) as SitePage[];

/** An area of a watchlist. The path never contains its keys. */
export interface WatchlistPlace {
  readonly id: string;
  readonly area: string;
}

/**
 * `locale` if the path contains one; `eventId` on the map of one strike; `watchlist` on the panel of a watchlist's
 * area; `slug` of a place.
 */
export interface Route {
  readonly page: SitePage | 'root' | 'notFound';
  readonly locale?: Locale;
  readonly eventId?: string;
  readonly watchlist?: WatchlistPlace;
  readonly slug?: string;
}

const EVENT_PATH = /^\/map\/([^/]+)$/;
const PLACE_PATH = /^\/place\/([^/]+)$/;
const WATCHLIST_PATH = /^\/watch\/([0-9a-f]{32})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function parsePath(pathname: string): Route {
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  if (path === '') return { page: 'root' };
  const end = path.indexOf('/', 1);
  const [first, rest] = end < 0 ? [path.slice(1), ''] : [path.slice(1, end), path.slice(end)];
  if (!isLocale(first)) {
    const route = pageAt(path);
    // A place's page exists only with a language.
    return route.page === 'place' ? { page: 'notFound' } : route;
  }
  return { ...pageAt(rest), locale: first };
}

/** Returns `/map`, or `/en/map` with a locale. The landing page without one gives `/`, the neutral page. */
export function pathOf(page: SitePage, locale?: Locale): string {
  const path = locale ? `/${locale}${sitePaths[page]}` : sitePaths[page];
  return path === '' ? '/' : path;
}

export function eventPath(eventId: string, locale?: Locale): string {
  return `${pathOf('map', locale)}/${encodeURIComponent(eventId)}`;
}

export function watchlistPath({ id, area }: WatchlistPlace, locale?: Locale): string {
  return `${pathOf('watch', locale)}/${id}/${area}`;
}

function pageAt(path: string): Route {
  const page = SITE_PAGES.find((key) => sitePaths[key] === path);
  if (page) return { page };
  const [, id, area] = WATCHLIST_PATH.exec(path) ?? [];
  if (id && area) return { page: 'watch', watchlist: { id, area } };
  const slug = PLACE_PATH.exec(path)?.[1];
  if (slug) return { page: 'place', slug };
  const eventId = percentDecoded(EVENT_PATH.exec(path)?.[1] ?? '') || undefined;
  return eventId === undefined ? { page: 'notFound' } : { page: 'map', eventId };
}

/** Returns the address of a route in a language; the landing page's if the route does not exist. */
export function inLanguage(route: Route, locale: Locale): string {
  if (route.page === 'root' || route.page === 'notFound') return pathOf('landing', locale);
  if (route.watchlist) return watchlistPath(route.watchlist, locale);
  if (route.slug) return placePath(route.slug, locale);
  return route.eventId === undefined ? pathOf(route.page, locale) : eventPath(route.eventId, locale);
}
