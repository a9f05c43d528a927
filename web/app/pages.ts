import type { ComponentType } from 'react';
import { withinChunkTimeout } from '#web/browser/withinChunkTimeout.ts';
import { type Locale, loadTexts, type Namespace } from '#web/i18n/index.ts';
import type { Place } from '#web/routing/routes.ts';
import { MapRoute, preloadMapPage } from './MapRoute.tsx';

export type PageComponent = ComponentType<{ eventId?: string }>;

interface PageParts {
  load: () => Promise<PageComponent>;
  /** Areas of texts the page needs beside the common ones. */
  texts: readonly Namespace[];
}

const parts: Record<Place['page'], PageParts> = {
  map: {
    load: async () => {
      if (!import.meta.env.SSR) preloadMapPage();
      return MapRoute;
    },
    texts: ['map'],
  },
  root: { load: async () => (await import('#web/pages/LanguagePage.tsx')).default, texts: [] },
  landing: { load: async () => (await import('#web/pages/LandingPage.tsx')).default, texts: ['landing', 'plans'] },
  contact: { load: async () => (await import('#web/pages/ContactPage.tsx')).default, texts: ['contact', 'form'] },
  sensors: {
    load: async () => (await import('#web/pages/SensorsPage.tsx')).default,
    texts: ['sensors', 'plans', 'form'],
  },
  about: { load: async () => (await import('#web/pages/AboutPage.tsx')).default, texts: ['about'] },
  privacy: { load: async () => (await import('#web/pages/PrivacyPage.tsx')).default, texts: [] },
  terms: { load: async () => (await import('#web/pages/TermsPage.tsx')).default, texts: [] },
  notFound: { load: async () => (await import('#web/pages/NotFoundPage.tsx')).default, texts: [] },
};

const components = new Map<Place['page'], PageComponent>();

/** Makes a page ready to render in a language: its code and its texts. Rejects with `ChunkLoadError`. */
export async function loadPage(page: Place['page'], locale: Locale): Promise<void> {
  const [component] = await withinChunkTimeout(Promise.all([parts[page].load(), loadTexts(locale, parts[page].texts)]));
  components.set(page, component);
}

/** The component of a page that `loadPage` has made ready. */
export function readyPage(page: Place['page']): PageComponent | undefined {
  return components.get(page);
}

/** Areas of texts a page needs, for those who preload them. */
export function textAreasOf(page: Place['page']): readonly Namespace[] {
  return parts[page].texts;
}
