import { Hono } from 'hono';
import { LANGUAGES } from '#shared/languages.ts';
import type { Env } from '../settings/Env.ts';

/** Serves the map's page for `/map/{eventId}` with any id, because static assets have no wildcards. */
export const assetPages = new Hono<{ Bindings: Env }>()
  .get('/map/:eventId', (c) => c.env.ASSETS.fetch(new URL('/map', c.req.url)))
  .get(`/:lang{${LANGUAGES.join('|')}}/map/:eventId`, (c) =>
    c.env.ASSETS.fetch(new URL(`/${c.req.param('lang')}/map`, c.req.url)),
  )
  .get('*', (c) => c.env.ASSETS.fetch(c.req.raw));
