import { type Context, Hono } from 'hono';
import { systemClock } from '#shared/Clock.ts';
import { NAMED_PLACES, type NamedPlace, nearestNames, placeOfSlug, placesNear } from '#shared/geo/NamedPlaces.ts';
import { placePath } from '#shared/http.ts';
import { placePageTexts } from '#shared/i18n/serverTexts.ts';
import { LANGUAGES, type Language } from '#shared/languages.ts';
import { CountArchive } from '#worker/archive/counts.ts';
import { missingHtml, placeHead, placeHtml } from '#worker/features/places/placeHtml.ts';
import {
  factsOf,
  type HomeSky,
  readHomeSky,
  readPlaceCounts,
  SkyCache,
  unpackHomeSky,
} from '#worker/features/places/placeSky.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { edgeCached, remembered } from '#worker/http/edgeCached.ts';
import { log } from '#worker/http/outbound/log.ts';
import { HttpProblem } from '#worker/http/responses.ts';
import { feedStub, nowcastStub } from '#worker/stubs.ts';
import { payRows } from '../../archive/inQueue.ts';

type PlaceContext = Context<{ Bindings: Env }>;

const CACHE = 'public, max-age=15';
/** An uncached page, or one of no place, costs this many rows of history. */
const PAGE_ROWS = 2_000;
const NEIGHBOURS = 8;
const SIMILAR = 6;

const skies = new SkyCache(systemClock);

/** Shared by all places and languages, in the data centre's cache and in this isolate's memory. */
function homeSky(c: PlaceContext): Promise<HomeSky | undefined> {
  return skies.now(
    async () => {
      const { areas } = parseConfig(c.env);
      const packed = await edgeCached(c, '/internal/places/sky', async () => {
        const sources = { feed: feedStub(c.env), nowcast: nowcastStub(c.env), home: areas.home };
        const sky = await readHomeSky({ ...sources, nowMs: systemClock.now() });
        return new Response(sky, { headers: { 'cache-control': CACHE } });
      });
      return unpackHomeSky(await packed.text());
    },
    (reason) => log('warn', 'places.sky', { reason }),
  );
}

/** Undefined if the archive is busy or does not respond: the page says so. */
async function countsOf(c: PlaceContext, at: NamedPlace, nowMs: number) {
  const { areas, historyDays } = parseConfig(c.env);
  const archive = new CountArchive(c.env.DB, areas.home);
  const read = () => readPlaceCounts(archive, { at, home: areas.home, historyDays, nowMs });
  return read().catch(() => undefined);
}

async function placePage(c: PlaceContext, place: NamedPlace, language: Language): Promise<Response> {
  const ownMs = systemClock.now();
  const [sky, counts] = await Promise.all([homeSky(c), countsOf(c, place, ownMs)]);
  const { source, publicOrigin } = parseConfig(c.env);
  const { title, description, image, jsonLd } = placeHead(
    { place, language, sky },
    publicOrigin || new URL(c.req.url).origin,
  );
  const page = {
    ...{ place, language, sky, counts, nowMs: sky?.nowMs ?? ownMs },
    facts: factsOf(place, sky, ownMs),
    neighbours: placesNear(NAMED_PLACES, place, NEIGHBOURS),
  };
  const content = (text: string) => ({ element: (element: Element) => void element.setAttribute('content', text) });
  const rewriter = new HTMLRewriter()
    .on('title', { element: (element) => void element.setInnerContent(title) })
    .on('meta[name="description"], meta[property="og:description"]', content(description))
    .on('meta[property="og:title"], meta[property="og:image:alt"]', content(title))
    .on('meta[property="og:image"]', content(image))
    .on('script[type="application/ld+json"]', {
      element: (element) => void element.setInnerContent(jsonLd, { html: true }),
    });
  return filled(
    c,
    rewriter,
    {
      ...{ path: placePath(place.slug, language), language, html: placeHtml(page), status: 200 },
      isWhole: sky !== undefined && counts !== undefined,
    },
    source === 'simulated',
  );
}

/** The page for a missing place lists similar names. */
async function missingPlace(c: PlaceContext, slug: string, language: Language): Promise<Response> {
  const html = missingHtml(language, nearestNames(slug, NAMED_PLACES, SIMILAR));
  const rewriter = new HTMLRewriter()
    .on('title', { element: (element) => void element.setInnerContent(placePageTexts[language].missing.title) })
    .on('link[rel="canonical"], link[rel="alternate"], meta[property="og:url"], script[type="application/ld+json"]', {
      element: (element) => void element.remove(),
    });
  const { pathname: path } = new URL(c.req.url);
  return filled(c, rewriter, { path, language, html, status: 404, isWhole: false }, true);
}

interface Filling {
  /** The page's own path. */
  readonly path: string;
  readonly language: Language;
  readonly html: string;
  readonly status: 200 | 404;
  /** An incomplete page, because a service did not respond, is not cached. */
  readonly isWhole: boolean;
}

interface Shell {
  readonly html: string;
  readonly headers: Headers;
}

/** Changes only with a release, which starts another isolate. */
const SHELL_MS = 60_000;
const shells = new Map(LANGUAGES.map((language) => [language, remembered<Shell>(SHELL_MS, systemClock)]));

async function shellOf(c: PlaceContext, language: Language): Promise<Shell> {
  const load = async () => {
    const response = await c.env.ASSETS.fetch(new URL(`/${language}/place`, c.req.url));
    // An empty page must be neither remembered nor cached.
    if (response.status !== 200) {
      throw new HttpProblem(503, 'unavailable', 'The page is temporarily unavailable.', { retryAfterSeconds: 5 });
    }
    return { html: await response.text(), headers: response.headers };
  };
  return shells.get(language)?.(load) ?? load();
}

/** The language's shell filled with a page. */
async function filled(
  c: PlaceContext,
  rewriter: HTMLRewriter,
  { path, language, html, status, isWhole }: Filling,
  hidden: boolean,
) {
  const slug = path.slice(placePath('', language).length);
  const shell = await shellOf(c, language);
  const headers = new Headers(shell.headers);
  headers.delete('etag');
  headers.set('cache-control', isWhole ? CACHE : 'no-store');
  if (hidden) headers.set('x-robots-tag', 'noindex');
  const addressed = (name: 'href' | 'content') => ({
    element: (element: Element) => void element.setAttribute(name, `${element.getAttribute(name)}/${slug}`),
  });
  return rewriter
    .on('link[rel="canonical"], link[rel="alternate"], a[hreflang]', addressed('href'))
    .on('meta[property="og:url"]', addressed('content'))
    .on('meta[name="robots"]', {
      element: (element) => void element.setAttribute('content', hidden ? 'noindex' : 'index, follow'),
    })
    .on('[data-slot="place"]', {
      element: (element) => void element.setAttribute('data-of', path).setInnerContent(html, { html: true }),
    })
    .transform(new Response(shell.html, { status, headers }));
}

/** Pages of towns and peaks: a prerendered shell for each language, filled here. */
export const places = new Hono<{ Bindings: Env }>()
  .get(`/:lang{${LANGUAGES.join('|')}}/place`, (c) => c.redirect(`/${c.req.param('lang')}/places`, 301))
  .get(`/:lang{${LANGUAGES.join('|')}}/place/:slug/`, (c) =>
    // The path as sent: Hono's own path is decoded, and headers may not contain decoded characters.
    c.redirect(new URL(c.req.url).pathname.slice(0, -1), 301),
  )
  .get(`/:lang{${LANGUAGES.join('|')}}/place/:slug`, (c) => {
    const language = c.req.param('lang') as Language;
    const slug = c.req.param('slug');
    const place = placeOfSlug(slug);
    return edgeCached(
      c,
      `/internal/places/${language}/${place?.slug ?? `missing/${encodeURIComponent(slug)}`}`,
      () => (place ? placePage(c, place, language) : missingPlace(c, slug, language)),
      { dear: true, pay: () => payRows(c, PAGE_ROWS) },
    );
  });
