import { Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { AreaBody, areaBody, placeFault } from '#shared/watch/AreaBody.ts';
import { BookBody } from '#shared/watch/BookBody.ts';
import { AreaView, BookView } from '#shared/watch/BookView.ts';
import { checkedBody } from '#worker/http/checkedBody.ts';
import { hasTag } from '#worker/http/entityTag.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { jsonAnswer, problemAnswer } from '#worker/routes/describe.ts';
import { pathParametersOf } from '#worker/routes/queryOf.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { newBookKeys, shardOf } from '#worker/watch/book/bookKeys.ts';
import {
  AreaPath,
  askBook,
  askShard,
  BookPath,
  bookKeyOf,
  keyWith,
  NO_STORE,
  REFUSED,
  WRITE_REFUSED,
} from './bookRoute.ts';
import { admitNewBook, networkOf } from './callerLimits.ts';
import { stateTag } from './stateTag.ts';

const Keys = v.object({ id: v.string(), ownerKey: v.string(), viewKey: v.string() });

/** Watchbooks: watched places, without an account. No log contains a book or a key. */
export const watch = new Hono<{ Bindings: Env }>()
  .post(
    '/watch',
    describeRoute({
      summary: 'Makes a watchbook',
      description:
        'Its keys are told once. Who has the owner key may do everything with it, who has the view key may look.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(BookBody) } } },
      responses: {
        201: jsonAnswer('The book and its keys', Keys),
        400: problemAnswer('A field is not valid, or the proof of a person is missing'),
        429: problemAnswer('Too many books from your network'),
        503: REFUSED[503],
      },
    }),
    async (c) => {
      const { language, timeZone, turnstileToken } = await checkedBody(c.req.raw, BookBody);
      requireGuard(c.env);
      await admitNewBook(c.env, c.req.raw, turnstileToken);
      const keys = newBookKeys((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
      const { id, ownerKey, viewKey } = keys;
      const book = { id, ownerHash: hashOf(ownerKey), viewHash: hashOf(viewKey), language, timeZone };
      await askShard(c.env, shardOf(id), 'create', book, networkOf(c.req.raw));
      return c.json(keys, 201, NO_STORE);
    },
  )
  .get(
    '/watch/:id/state',
    describeRoute({
      summary: 'A watchbook: its areas, and what is known of each',
      description:
        'The entity tag is another with every change of a state, an area, a recipient or a delivery, and at most every 10 s as the data goes on; `serverTime` alone makes no other.',
      responses: {
        200: jsonAnswer('The book', BookView),
        304: { description: 'It is the one of If-None-Match' },
        ...REFUSED,
      },
    }),
    pathParametersOf(BookPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const view = await askBook(c.env, 'view', id, bookKeyOf(c.req.raw));
      const headers = { ...NO_STORE, etag: stateTag(view) };
      return hasTag(c.req.raw, headers.etag) ? c.body(null, 304, headers) : c.json(view, 200, headers);
    },
  )
  .delete(
    '/watch/:id',
    describeRoute({
      summary: 'Deletes a watchbook, at once',
      responses: { 204: { description: 'It is gone' }, ...REFUSED },
    }),
    pathParametersOf(BookPath),
    async (c) => {
      const { id } = c.req.valid('param');
      await askBook(c.env, 'remove', id, bookKeyOf(c.req.raw));
      return c.body(null, 204);
    },
  )
  .put(
    '/watch/:id/areas/:area',
    describeRoute({
      summary: 'Watches an area, or changes how',
      description:
        'The uuid is yours, and makes a repeat harmless. A changed area keeps its level until enough was read to lower it.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(AreaBody) } } },
      responses: {
        200: jsonAnswer('The area as it is', AreaView),
        201: jsonAnswer('The new area', AreaView),
        400: problemAnswer('A field is not valid, or the place cannot be watched'),
        409: problemAnswer('The book has as many areas as it may have, or the source of the map cannot guard one'),
        ...WRITE_REFUSED,
      },
    }),
    pathParametersOf(AreaPath),
    async (c) => {
      const { id, area } = c.req.valid('param');
      const key = await keyWith('owner', c.env, c.req.raw, id);
      requireGuard(c.env);
      const { areas, watchLeastDwellMs } = parseConfig(c.env);
      const body = await checkedBody(c.req.raw, areaBody(watchLeastDwellMs / 60_000));
      const fault = placeFault(body, areas.home);
      if (fault === 'outside-coverage') {
        const detail = 'shape: its rings must lie within the area that is always watched.';
        throw new HttpProblem(400, 'outside-coverage', detail, { errors: { shape: fault } });
      }
      if (fault) throw new HttpProblem(400, 'invalid-body', `shape: ${fault}.`, { errors: { shape: fault } });
      const { created, area: view } = await askBook(c.env, 'putArea', id, key, area, body);
      return c.json(view, created ? 201 : 200, NO_STORE);
    },
  )
  .delete(
    '/watch/:id/areas/:area',
    describeRoute({
      summary: 'Watches an area no longer',
      responses: { 204: { description: 'It is gone' }, ...REFUSED },
    }),
    pathParametersOf(AreaPath),
    async (c) => {
      const { id, area } = c.req.valid('param');
      await askBook(c.env, 'removeArea', id, bookKeyOf(c.req.raw), area);
      return c.body(null, 204);
    },
  );

/** @throws HttpProblem where silence of the source may not be taken for silence of the sky */
function requireGuard(env: Env): void {
  if (parseConfig(env).sources[0].guards) return;
  const detail =
    'Nothing is watched here: the source of this map tells too late, too roughly, or sees through no cloud.';
  throw new HttpProblem(409, 'no-guard', detail);
}
