import type { ComponentType } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { type Locale, loadTexts, type Namespace } from '#web/kit/i18n/index.ts';
import type { Route } from '#web/kit/routing/routes.ts';
import { EmbedRoute, MapRoute, preloadMapPage } from './MapRoute.tsx';

interface PageProps {
  readonly eventId?: string;
}

type PageComponent = ComponentType<PageProps>;

type PageModule = { readonly default: PageComponent };

/** Every page's module except the map's, which loads separately and is not prerendered. */
const modules = import.meta.glob<PageModule>(['../pages/*Page.tsx', '!../pages/MapPage.tsx']);

interface PageParts {
  readonly file: string;
  readonly texts: readonly Namespace[];
}

/** The files that a page's HTML names, and those that load before it is shown, follow from here. */
const parts: Record<Route['page'], PageParts> = {
  root: { file: 'LanguagePage', texts: [] },
  landing: { file: 'LandingPage', texts: ['landing', 'plans'] },
  map: { file: 'MapPage', texts: ['map'] },
  embed: { file: 'MapPage', texts: ['map', 'embed'] },
  watch: { file: 'WatchPage', texts: ['watch', 'book', 'recipients', 'place'] },
  analytics: { file: 'AnalyticsPage', texts: ['analytics', 'place'] },
  proof: { file: 'ProofPage', texts: ['verdict'] },
  api: { file: 'ApiPage', texts: ['api', 'plans', 'embed'] },
  report: { file: 'ReportPage', texts: ['report', 'place'] },
  lookUp: { file: 'LookUpPage', texts: ['lookUp', 'place'] },
  contact: { file: 'ContactPage', texts: ['contact', 'form'] },
  sensors: { file: 'SensorsPage', texts: ['sensors', 'plans', 'form'] },
  about: { file: 'AboutPage', texts: ['about'] },
  privacy: { file: 'PrivacyPage', texts: [] },
  terms: { file: 'TermsPage', texts: [] },
  notFound: { file: 'NotFoundPage', texts: [] },
};

async function loadComponent(page: Route['page']): Promise<PageComponent> {
  if (page === 'map' || page === 'embed') {
    if (!import.meta.env.SSR) preloadMapPage();
    return page === 'map' ? MapRoute : EmbedRoute;
  }
  const load = modules[`../pages/${parts[page].file}.tsx`];
  if (!load) throw new Error(`web/site/pages has no ${parts[page].file}.tsx`);
  return (await load()).default;
}

const components = new Map<Route['page'], PageComponent>();

/** Loads a page's code and texts. Rejects with `ChunkLoadError`. */
export async function loadPage(page: Route['page'], locale: Locale): Promise<void> {
  const [component] = await withinChunkTimeout(
    Promise.all([loadComponent(page), loadTexts(locale, parts[page].texts)]),
  );
  components.set(page, component);
}

export function readyPage(page: Route['page']): PageComponent | undefined {
  return components.get(page);
}

export function textAreasOf(page: Route['page']): readonly Namespace[] {
  return parts[page].texts;
}

export function pageFileOf(page: Route['page']): string {
  return parts[page].file;
}
