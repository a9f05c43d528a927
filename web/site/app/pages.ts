import type { ComponentType } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { type Locale, loadTexts, type Namespace } from '#web/kit/i18n/index.ts';
import type { Route } from '#web/kit/routing/routes.ts';
import { isToolPage } from '#web/map/tools/mapTools.ts';
import type { MapRouteProps } from './MapRoute.tsx';

type PageModule = { readonly default: ComponentType };

/** Every page's module, or its tool's panel, except the map's, which loads separately and is not prerendered. */
const modules = new Map(
  Object.entries(
    import.meta.glob<PageModule>(['../pages/*Page.tsx', '../legal/*Page.tsx', '!../pages/MapPage.tsx']),
  ).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1), load]),
);

interface PageParts {
  readonly file: string;
  readonly texts: readonly Namespace[];
}

/** Determines the files that a page's HTML names, and those that load before it is shown. */
const parts: Record<Route['page'], PageParts> = {
  root: { file: 'LanguagePage', texts: [] },
  landing: { file: 'LandingPage', texts: ['landing', 'plans', 'mapTools'] },
  map: { file: 'MapPage', texts: ['map', 'sky', 'mapTools'] },
  embed: { file: 'MapPage', texts: ['map', 'sky'] },
  watch: { file: 'WatchPage', texts: ['watch', 'mapTools'] },
  analytics: { file: 'AnalyticsPage', texts: ['analytics', 'mapTools'] },
  proof: { file: 'VerificationPage', texts: ['verdict'] },
  api: { file: 'ApiPage', texts: ['api'] },
  report: { file: 'ReportPage', texts: ['report', 'mapTools'] },
  fires: { file: 'FiresPage', texts: ['fires', 'mapTools'] },
  lookUp: { file: 'LookUpPage', texts: ['lookUp', 'mapTools'] },
  contact: { file: 'ContactPage', texts: ['form'] },
  sensors: { file: 'SensorsPage', texts: ['sensors', 'plans', 'form'] },
  about: { file: 'AboutPage', texts: ['about'] },
  places: { file: 'PlacesPage', texts: ['places'] },
  status: { file: 'StatusPage', texts: ['status'] },
  privacy: { file: 'PrivacyPage', texts: [] },
  dataNotice: { file: 'DataNoticePage', texts: ['dataNotice'] },
  terms: { file: 'TermsPage', texts: [] },
  accessibility: { file: 'AccessibilityPage', texts: ['accessibility'] },
  place: { file: 'PlacePage', texts: [] },
  notFound: { file: 'NotFoundPage', texts: [] },
};

const components = new Map<Route['page'], ComponentType>();
let mapRoute: ComponentType<MapRouteProps> | undefined;

/** Loads a page's code and texts. Rejects with `ChunkLoadError`. */
export async function loadPage(page: Route['page'], locale: Locale): Promise<void> {
  // If a tool has been open, its map may be mounted too.
  const ofTheMap = mapRoute && isToolPage(page) ? (['map', 'sky'] as const) : [];
  await withinChunkTimeout(
    Promise.all([loadMap(page), loadComponent(page), loadTexts(locale, [...parts[page].texts, ...ofTheMap])]),
  );
}

async function loadComponent(page: Route['page']): Promise<void> {
  if (page === 'map' || page === 'embed') return;
  const load = modules.get(`${parts[page].file}.tsx`);
  if (!load) throw new Error(`web/site has no page ${parts[page].file}.tsx`);
  components.set(page, (await load()).default);
}

async function loadMap(page: Route['page']): Promise<void> {
  if (!isToolPage(page) && page !== 'embed') return;
  const { MapRoute, EmbedRoute, preloadMapPage } = await import('./MapRoute.tsx');
  if (!import.meta.env.SSR && (page === 'map' || page === 'embed')) preloadMapPage();
  components.set('embed', EmbedRoute);
  mapRoute = MapRoute;
}

/** The page, or the panel of a tool of the map; the map itself has none. */
export function readyPage(page: Route['page']): ComponentType | undefined {
  return components.get(page);
}

/** The frame around every tool's panel. */
export function readyMapRoute(): ComponentType<MapRouteProps> | undefined {
  return mapRoute;
}

export function textAreasOf(page: Route['page']): readonly Namespace[] {
  return parts[page].texts;
}

export function pageFileOf(page: Route['page']): string {
  return parts[page].file;
}
