import { Hono } from 'hono';
import { LANGUAGES } from '#shared/languages.ts';
import type { Env } from '../settings/Env.ts';

/** Serves the pages whose addresses end in an id, a strike's or a watchbook's, because static assets have no wildcards. */
export const assetPages = new Hono<{ Bindings: Env }>()
  .get('/map/:eventId', (c) => c.env.ASSETS.fetch(new URL('/map', c.req.url)))
  .get(`/:lang{${LANGUAGES.join('|')}}/map/:eventId`, (c) =>
    c.env.ASSETS.fetch(new URL(`/${c.req.param('lang')}/map`, c.req.url)),
  )
  .get('/watch/:book/:area', (c) => c.env.ASSETS.fetch(new URL('/watch', c.req.url)))
  .get(`/:lang{${LANGUAGES.join('|')}}/watch/:book/:area`, (c) =>
    c.env.ASSETS.fetch(new URL(`/${c.req.param('lang')}/watch`, c.req.url)),
  )
  .get('*', (c) => c.env.ASSETS.fetch(c.req.raw));
