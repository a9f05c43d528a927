import { type Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import { pathParametersOf } from '#worker/http/parameters.ts';
import { HttpProblem, hasTag, problemResponse } from '#worker/http/responses.ts';
import { atomFeed, capAlert, episodeOf } from '#worker/watch/feeds.ts';
import { callWatchlist, feedRoot, HexId, ItemId, REFUSED } from './watch.ts';

type Bindings = { Bindings: Env };

const AtomPath = v.strictObject({ id: HexId, feedKey: HexId });
const CapPath = v.strictObject({
  id: HexId,
  feedKey: HexId,
  area: ItemId,
  change: v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}\.xml$/, 'format')),
});
const NO_FEED = problemResponse('Feed not found, or its key was revoked');

function siteOf(c: Context<Bindings>): { readonly origin: string; readonly isSimulated: boolean } {
  const { publicOrigin, source } = parseConfig(c.env);
  return { origin: publicOrigin || new URL(c.req.url).origin, isSimulated: source === 'simulated' };
}

/** The document, or 304 if the reader has it. The URL contains a key, so the response forbids sending a referrer. */
function result(c: Context<Bindings>, type: string, document: string): Response {
  const tag = `"${hashOf(document).slice(0, 32)}"`;
  c.header('cache-control', 'private, max-age=15');
  c.header('etag', tag);
  c.header('referrer-policy', 'no-referrer');
  c.header('x-robots-tag', 'noindex');
  if (hasTag(c.req.raw, tag)) return c.body(null, 304);
  c.header('content-type', type);
  return c.body(document);
}

/** A watchlist's changes for readers that cannot send a key: Atom and the Common Alerting Protocol. */
export const watchFeeds = new Hono<Bindings>()
  .get(
    '/watch/:id/feeds/:feedKey/feed.atom',
    describeRoute({
      summary: 'Get the latest 100 changes as an Atom feed',
      description: 'Rises, falls, data lost and restored. Each entry links to its CAP 1.2 alert.',
      responses: {
        200: { description: 'The feed', content: { 'application/atom+xml': {} } },
        304: { description: 'Not modified' },
        404: NO_FEED,
        503: REFUSED[503],
      },
    }),
    pathParametersOf(AtomPath),
    async (c) => {
      const { id, feedKey } = c.req.valid('param');
      const watchlist = await callWatchlist(c.env, 'feed', id, feedKey);
      const site = siteOf(c);
      const document = atomFeed(watchlist, feedRoot(site.origin, id, feedKey), site);
      return result(c, 'application/atom+xml; charset=utf-8', document);
    },
  )
  .get(
    '/watch/:id/feeds/:feedKey/cap/:area/:change',
    describeRoute({
      summary: 'Get one change as CAP 1.2 (`{change}.xml`)',
      responses: {
        200: { description: 'The message', content: { 'application/cap+xml': {} } },
        304: { description: 'Not modified' },
        404: NO_FEED,
        503: REFUSED[503],
      },
    }),
    pathParametersOf(CapPath),
    async (c) => {
      const { id, feedKey, area: areaId, change } = c.req.valid('param');
      const watchlist = await callWatchlist(c.env, 'feed', id, feedKey, areaId);
      const area = watchlist.areas.find((one) => one.id === areaId);
      const changes = watchlist.changes.map((one) => one.change);
      const episode = area ? episodeOf(changes, Number.parseInt(change, 10)) : [];
      if (!area || episode.length === 0) throw new HttpProblem(404, 'not-found', 'Change not found in this feed.');
      return result(c, 'application/cap+xml; charset=utf-8', capAlert(watchlist, area, episode, siteOf(c)));
    },
  );
