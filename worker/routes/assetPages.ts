import { type Context, Hono } from 'hono';
import { percentDecoded } from '#shared/http/percentDecoded.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { placePicturePath } from '#shared/wire/apiPaths.ts';
import { placeOfLink } from '#worker/http/parameters.ts';
import type { Env } from '#worker/settings/Env.ts';

type PageContext = Context<{ Bindings: Env }>;

async function strikePage(c: PageContext, path: string): Promise<Response> {
  const page = await c.env.ASSETS.fetch(new URL(path, c.req.url));
  const place = placeOfLink(c.req.query('ll'));
  if (!place || page.status !== 200) return page;
  return new HTMLRewriter()
    .on('meta[property="og:image"]', {
      element: (image) => {
        const { origin } = new URL(image.getAttribute('content') ?? c.req.url);
        image.setAttribute('content', origin + placePicturePath(place));
      },
    })
    .transform(page);
}

/** `%E0%A4%A`, for instance, is no text. */
const isWritten = (path: string) => percentDecoded(path) !== undefined;

/** In the address's language. Never cached: a file missing during a release is there a moment later. */
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

/** Serves pages whose addresses end in an id, of a strike or a watchbook, because static assets have no wildcards. */
export const assetPages = new Hono<{ Bindings: Env }>()
  .use((c, next) => (isWritten(new URL(c.req.url).pathname) ? next() : missingPage(c)))
  .get('/map/:eventId', (c) => strikePage(c, '/map'))
  .get(`/:lang{${LANGUAGES.join('|')}}/map/:eventId`, (c) => strikePage(c, `/${c.req.param('lang')}/map`))
  .get('/watch/:book/:area', (c) => c.env.ASSETS.fetch(new URL('/watch', c.req.url)))
  .get(`/:lang{${LANGUAGES.join('|')}}/watch/:book/:area`, (c) =>
    c.env.ASSETS.fetch(new URL(`/${c.req.param('lang')}/watch`, c.req.url)),
  )
  .get('*', fileOrMissing);
