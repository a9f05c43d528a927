import { Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { BookPatch, BookSettings } from '#shared/watch/BookBody.ts';
import { checkedBody } from '#worker/http/checkedBody.ts';
import { watchStub } from '#worker/objects/objectStubs.ts';
import { jsonAnswer, problemAnswer } from '#worker/routes/describe.ts';
import { pathOf } from '#worker/routes/queryOf.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { shardOf } from '#worker/watch/book/bookKeys.ts';
import { bearerKey } from '#worker/watch/watchRequest.ts';
import { askWatch, BookId, feedRoot, REFUSED, WRITE_REFUSED } from './bookRoute.ts';

const BookPath = v.strictObject({ id: BookId });
const FeedKey = v.object({ feedKey: v.string(), atomUrl: v.string() });
const OwnerKey = v.object({ ownerKey: v.string() });
const ViewKey = v.object({ viewKey: v.string() });
const DutyKey = v.object({ dutyKey: v.string() });
const OwnKey = v.strictObject({ key: BookId });
const OWN_KEY = { required: false, content: { 'application/json': { schema: resolver(OwnKey) } } };
const MADE_BY_CALLER = 'Send a `key` that you made of 16 random bytes and keep, so that a lost answer loses nothing.';
const ANOTHER = 'It is told once. Another call makes the one before useless.';
const TAKEN = { 204: { description: 'It is good no more' }, ...REFUSED };

/** A watchbook’s settings, and its keys. */
export const bookSettings = new Hono<{ Bindings: Env }>()
  .patch(
    '/watch/:id',
    describeRoute({
      summary: 'Changes in which language, and in which zone’s time, a watchbook speaks',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(BookPatch) } } },
      responses: {
        200: jsonAnswer('As it is now', BookSettings),
        400: problemAnswer('A field is not valid'),
        ...WRITE_REFUSED,
      },
    }),
    pathOf(BookPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const key = bearerKey(c.req.raw);
      const patch = await checkedBody(c.req.raw, BookPatch);
      const settings = await askWatch(watchStub(c.env, shardOf(id)).change(id, key, patch));
      return c.json(settings, 200, { 'cache-control': 'no-store' });
    },
  )
  .post(
    '/watch/:id/owner-key',
    describeRoute({
      summary: 'Makes a new owner key; the one of this call is good no more',
      description: `Keep the answer: nobody can change or end the book without the new key. ${MADE_BY_CALLER} ${ANOTHER}`,
      requestBody: OWN_KEY,
      responses: { 201: jsonAnswer('The key', OwnerKey), 400: problemAnswer('The key is not valid'), ...WRITE_REFUSED },
    }),
    pathOf(BookPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const bearer = bearerKey(c.req.raw);
      const own = await ownKey(c.req.raw);
      const ownerKey = await askWatch(watchStub(c.env, shardOf(id)).newKey(id, bearer, 'owner', own));
      return c.json({ ownerKey }, 201, { 'cache-control': 'no-store' });
    },
  )
  .post(
    '/watch/:id/view-key',
    describeRoute({
      summary: 'Makes a new view key; the one before is good no more',
      description: `All who have the old link stop seeing the book. ${MADE_BY_CALLER} ${ANOTHER}`,
      requestBody: OWN_KEY,
      responses: { 201: jsonAnswer('The key', ViewKey), 400: problemAnswer('The key is not valid'), ...WRITE_REFUSED },
    }),
    pathOf(BookPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const bearer = bearerKey(c.req.raw);
      const own = await ownKey(c.req.raw);
      const viewKey = await askWatch(watchStub(c.env, shardOf(id)).newKey(id, bearer, 'view', own));
      return c.json({ viewKey }, 201, { 'cache-control': 'no-store' });
    },
  )
  .post(
    '/watch/:id/feed-key',
    describeRoute({
      summary: 'Makes the address of a watchbook’s feeds',
      description: `It lets its holder read the changes of all areas. ${ANOTHER}`,
      responses: { 201: jsonAnswer('The key, and the address of the Atom feed', FeedKey), ...WRITE_REFUSED },
    }),
    pathOf(BookPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const feedKey = await askWatch(watchStub(c.env, shardOf(id)).newKey(id, bearerKey(c.req.raw), 'feed'));
      const origin = parseConfig(c.env).publicOrigin || new URL(c.req.url).origin;
      const atomUrl = `${feedRoot(origin, id, feedKey)}/feed.atom`;
      return c.json({ feedKey, atomUrl }, 201, { 'cache-control': 'no-store' });
    },
  )
  .delete(
    '/watch/:id/feed-key',
    describeRoute({ summary: 'Makes the address of a watchbook’s feeds useless', responses: TAKEN }),
    pathOf(BookPath),
    async (c) => {
      const { id } = c.req.valid('param');
      await askWatch(watchStub(c.env, shardOf(id)).takeKeyBack(id, bearerKey(c.req.raw), 'feed'));
      return c.body(null, 204);
    },
  )
  .post(
    '/watch/:id/duty-key',
    describeRoute({
      summary: 'Makes the key of those on duty: they may look, and write into the logs',
      description: ANOTHER,
      responses: { 201: jsonAnswer('The key', DutyKey), ...WRITE_REFUSED },
    }),
    pathOf(BookPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const dutyKey = await askWatch(watchStub(c.env, shardOf(id)).newKey(id, bearerKey(c.req.raw), 'duty'));
      return c.json({ dutyKey }, 201, { 'cache-control': 'no-store' });
    },
  )
  .delete(
    '/watch/:id/duty-key',
    describeRoute({ summary: 'Makes the key of those on duty useless', responses: TAKEN }),
    pathOf(BookPath),
    async (c) => {
      const { id } = c.req.valid('param');
      await askWatch(watchStub(c.env, shardOf(id)).takeKeyBack(id, bearerKey(c.req.raw), 'duty'));
      return c.body(null, 204);
    },
  );

/** The key that the caller made; undefined if there is no body. */
async function ownKey(request: Request): Promise<string | undefined> {
  return request.headers.has('content-type') ? (await checkedBody(request, OwnKey)).key : undefined;
}
