import { Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { NewWallBody, WallBody, WallKeys } from '#shared/watch/WallBody.ts';
import { type WallRight, WallTable } from '#worker/features/walls/WallTable.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import { checkedBody, pathParametersOf } from '#worker/http/parameters.ts';
import { available, HttpProblem, jsonResponse, problemResponse } from '#worker/http/responses.ts';
import { saltOf } from '#worker/http/visitors.ts';
import { newWatchlistKey, newWatchlistKeys } from '#worker/watch/watchlists.ts';
import { admitNewWatchlist, HexId, NO_STORE, networkOf, watchlistKeyOf } from '../../watch/routes/watch.ts';

const WallPath = v.strictObject({ id: HexId });
const ViewKey = v.object({ viewKey: v.string() });
/** A setup has at most 12 views and 200 corners. */
const MOST_BYTES = 4_096;

const REFUSED = {
  401: problemResponse('Missing or malformed key'),
  404: problemResponse('Wall not found, or the key was replaced'),
  503: problemResponse('Temporarily unavailable: retry after the Retry-After delay'),
};
const EDIT_REFUSED = {
  ...REFUSED,
  403: problemResponse('Edit key required'),
  429: problemResponse('Limit: 20 changes per minute'),
};

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

/** Stored setups of wall displays, without an account. No log contains an id or a key. */
export const walls = new Hono<{ Bindings: Env }>()
  .post(
    '/walls',
    describeRoute({
      summary: 'Save a wall setup',
      description: 'Keys are returned once: the edit key allows changes, the view key allows display.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(NewWallBody) } } },
      responses: {
        201: jsonResponse('The new wall and its keys', WallKeys),
        400: problemResponse('Invalid field, or missing Turnstile token'),
        413: problemResponse('Setup too long'),
        415: problemResponse('The content type is not JSON'),
        429: problemResponse('Too many walls from your network'),
        503: REFUSED[503],
      },
    }),
    async (c) => {
      const { turnstileToken, ...setup } = await checkedBody(c.req.raw, NewWallBody, MOST_BYTES);
      await admitNewWatchlist(c.env, c.req.raw, turnstileToken);
      const { id, viewKey, ownerKey: editKey } = newWatchlistKeys(random);
      const network = networkOf(c.req.raw);
      const nowMs = systemClock.now();
      const wall = {
        id,
        viewKey,
        editKey,
        setup: JSON.stringify(setup),
        network: await hashedToday(c.env, network, nowMs),
      };
      const { watchDailyCap } = parseConfig(c.env);
      const added = await available('wall store', new WallTable(c.env.OUTBOX_DB).add(wall, nowMs, watchDailyCap));
      if (added === 'full') {
        throw new HttpProblem(503, 'busy', 'No more walls can be saved today.', { retryAfterSeconds: 3_600 });
      }
      if (added === 'share') {
        throw new HttpProblem(429, 'rate-limited', 'Too many walls were saved from your network today.', {
          retryAfterSeconds: 3_600,
        });
      }
      return c.json({ id, viewKey, editKey }, 201, NO_STORE);
    },
  )
  .get(
    '/walls/:id',
    describeRoute({
      summary: 'Get a wall setup',
      description: 'Open walls poll it every few minutes.',
      responses: { 200: jsonResponse('The setup', WallBody), ...REFUSED },
    }),
    pathParametersOf(WallPath),
    async (c) => {
      const { setup } = await granted(c.env, c.req.raw, c.req.valid('param').id, 'view');
      return c.json(JSON.parse(setup) as WallBody, 200, NO_STORE);
    },
  )
  .put(
    '/walls/:id',
    describeRoute({
      summary: 'Update a wall setup',
      description: 'Open walls apply it within five minutes.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(WallBody) } } },
      responses: { 204: { description: 'Updated' }, 400: problemResponse('Invalid field'), ...EDIT_REFUSED },
    }),
    pathParametersOf(WallPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const { table } = await granted(c.env, c.req.raw, id, 'edit');
      const setup = await checkedBody(c.req.raw, WallBody, MOST_BYTES);
      await available('wall store', table.change(id, JSON.stringify(setup)));
      return c.body(null, 204, NO_STORE);
    },
  )
  .post(
    '/walls/:id/view-key',
    describeRoute({
      summary: 'Rotate the view key',
      description: 'Walls using the old one keep their last setup.',
      responses: { 201: jsonResponse('The new key', ViewKey), ...EDIT_REFUSED },
    }),
    pathParametersOf(WallPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const { table } = await granted(c.env, c.req.raw, id, 'edit');
      const viewKey = newWatchlistKey(random);
      await available('wall store', table.replaceViewKey(id, viewKey));
      return c.json({ viewKey }, 201, NO_STORE);
    },
  )
  .delete(
    '/walls/:id',
    describeRoute({
      summary: 'Delete a wall setup',
      responses: { 204: { description: 'Deleted' }, ...EDIT_REFUSED },
    }),
    pathParametersOf(WallPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const { table } = await granted(c.env, c.req.raw, id, 'edit');
      await available('wall store', table.remove(id));
      return c.body(null, 204, NO_STORE);
    },
  );

/** The network as a hash that cannot be traced once the day's salt is deleted. */
async function hashedToday(env: Env, network: string, nowMs: number): Promise<string | null> {
  if (network === '') return null;
  const salt = await available('wall store', saltOf(env.OUTBOX_DB, nowMs));
  return hashOf(`${salt} wall ${network}`);
}

/** @throws HttpProblem unless the request's key grants the right to the wall */
async function granted(env: Env, request: Request, id: string, needed: WallRight) {
  const key = watchlistKeyOf(request);
  const table = new WallTable(env.OUTBOX_DB);
  const read = await available('wall store', table.read(id, key, systemClock.now()));
  if (!read) throw new HttpProblem(404, 'not-found', 'Wall not found, or wrong key.');
  if (needed === 'edit' && read.right === 'view') throw new HttpProblem(403, 'owner-only', 'The edit key is required.');
  if (needed === 'edit' && !(await env.WATCH_RATE.limit({ key: `wall ${id}` })).success) {
    throw new HttpProblem(429, 'rate-limited', 'Limit reached: 20 changes per minute.', {
      retryAfterSeconds: 60,
    });
  }
  return { table, setup: read.setup };
}
