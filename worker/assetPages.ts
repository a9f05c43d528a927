import { type Context, Hono } from 'hono';
import { systemClock } from '#shared/Clock.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { percentDecoded } from '#shared/http.ts';
import { LANGUAGES, type Language, languageOf } from '#shared/languages.ts';
import { securityHeaders } from '#shared/securityHeaders.ts';
import { parseIsoInstant } from '#shared/time.ts';
import { placePicturePath } from '#shared/wire/apiPaths.ts';
import type { Env } from '#worker/http/Env.ts';
import { placeOfLink } from '#worker/http/parameters.ts';

type PageContext = Context<{ Bindings: Env }>;

/** The title of a shared strike; undefined if there is nothing to name it after. */
type StrikeTitle = (at: Position, atMs: number, language: Language) => string | undefined;

/** A shared link's preview has the place as text and as a picture. */
async function strikePage(c: PageContext, titleOf: StrikeTitle, language?: Language): Promise<Response> {
  const page = await c.env.ASSETS.fetch(new URL(language ? `/${language}/map` : '/map', c.req.url));
  const place = placeOfLink(c.req.query('ll'));
  if (!place || page.status !== 200) return page;
  const atMs = parseIsoInstant(c.req.query('at') ?? '');
  const title = atMs === undefined ? undefined : titleOf(place, atMs, languageOf(language));
  const rewriter = new HTMLRewriter();
  if (title !== undefined) {
    rewriter
      .on('title', { element: (element) => void element.setInnerContent(title) })
      .on('meta[property="og:title"], meta[property="og:image:alt"]', {
        element: (element) => void element.setAttribute('content', title),
      });
  }
  return rewriter
    .on('meta[property="og:image"]', {
      element: (image) => {
        const { origin } = new URL(image.getAttribute('content') ?? c.req.url);
        image.setAttribute('content', origin + placePicturePath(place));
      },
    })
    .transform(page);
}

/** False for malformed percent-encoding such as `%E0%A4%A`. */
const isWritten = (path: string) => percentDecoded(path) !== undefined;

/** In the URL's language. Never cached: a file missing during a release may exist a moment later. */
async function missingPage(c: PageContext): Promise<Response> {
  const [, language] = new URL(c.req.url).pathname.split('/');
  const path = LANGUAGES.some((each) => each === language) ? `/${language}/404` : '/404';
  const page = await c.env.ASSETS.fetch(new URL(path, c.req.url));
  const headers = new Headers(page.headers);
  headers.set('cache-control', 'no-store');
  headers.delete('etag');
  return new Response(page.body, { status: 404, headers });
}

/** Existing files are served without the Worker. */
async function fileOrMissing(c: PageContext): Promise<Response> {
  const file = await c.env.ASSETS.fetch(c.req.raw);
  if (file.status !== 404) return file;
  await file.body?.cancel();
  return missingPage(c);
}

/** Serves pages whose URLs end in the id of a strike or a watchlist, because static assets have no wildcards. */
export const assetPages = (titleOf: StrikeTitle) =>
  new Hono<{ Bindings: Env }>()
    .use((c, next) => (isWritten(new URL(c.req.url).pathname) ? next() : missingPage(c)))
    .get('/map/:eventId', (c) => strikePage(c, titleOf))
    .get(`/:lang{${LANGUAGES.join('|')}}/map/:eventId`, (c) => strikePage(c, titleOf, languageOf(c.req.param('lang'))))
    .get('/watch/:watchlist/:area', (c) => c.env.ASSETS.fetch(new URL('/watch', c.req.url)))
    .get(`/:lang{${LANGUAGES.join('|')}}/watch/:watchlist/:area`, (c) =>
      c.env.ASSETS.fetch(new URL(`/${c.req.param('lang')}/watch`, c.req.url)),
    )
    .get('*', fileOrMissing);

const PATH = '/.well-known/security.txt';
const DAY_S = 86_400;
/** RFC 9116 recommends less than a year. Counted from each response, so it never expires. */
const VALID_S = 360 * DAY_S;

/** Contact for security reports (RFC 9116): `PUBLIC_EMAIL`. If it is not set, the file does not exist. */
export const securityTxt = new Hono<{ Bindings: Env }>().get(PATH, (c, next) => {
  const { PUBLIC_EMAIL: email, PUBLIC_ORIGIN: origin = '' } = c.env;
  if (!email) return next();
  const lines = [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(systemClock.now() + VALID_S * 1_000).toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    ...(origin === '' ? [] : [`Canonical: ${origin}${PATH}`]),
  ];
  const headers = {
    ...securityHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': `public, max-age=${DAY_S}`,
  };
  return c.body(`${lines.join('\n')}\n`, 200, headers);
});
