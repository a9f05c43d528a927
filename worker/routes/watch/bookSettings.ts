import { type Context, Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { BookPatch, BookSettings } from '#shared/watch/BookBody.ts';
import { checkedBody } from '#worker/http/checkedBody.ts';
import { jsonAnswer, problemAnswer } from '#worker/routes/describe.ts';
import { pathParametersOf } from '#worker/routes/queryOf.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import type { BookKey } from '#worker/watch/book/BookLedger.ts';
import {
  askBook,
  BookPath,
  bookKeyOf,
  feedRoot,
  HexId,
  keyWith,
  NO_STORE,
  REFUSED,
  WRITE_REFUSED,
} from './bookRoute.ts';

type Bindings = { Bindings: Env };

const FeedKey = v.object({ feedKey: v.string(), atomUrl: v.string() });
const OwnerKey = v.object({ ownerKey: v.string() });
const ViewKey = v.object({ viewKey: v.string() });
const DutyKey = v.object({ dutyKey: v.string() });
const OwnKey = v.strictObject({ key: HexId });
const OWN_KEY = { required: false, content: { 'application/json': { schema: resolver(OwnKey) } } };
const MADE_BY_CALLER = 'Send a `key` that you made of 16 random bytes and keep, so that a lost answer loses nothing.';
const ANOTHER = 'It is told once. Another call makes the one before useless.';
const TAKEN = { 204: { description: 'It is good no more' }, ...REFUSED };

/** Makes a new key, or takes the caller's own where one may be sent. */
async function newKey(c: Context<Bindings>, id: string, which: BookKey): Promise<string> {
  const key = await keyWith('owner', c.env, c.req.raw, id);
  const takesOwn = which === 'owner' || which === 'view';
  const own = takesOwn && c.req.header('content-type') ? (await checkedBody(c.req.raw, OwnKey)).key : undefined;
  return askBook(c.env, 'newKey', id, key, which, own);
}

export const bookSettings = new Hono<Bindings>()
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
    pathParametersOf(BookPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const key = await keyWith('owner', c.env, c.req.raw, id);
      const patch = await checkedBody(c.req.raw, BookPatch);
      return c.json(await askBook(c.env, 'change', id, key, patch), 200, NO_STORE);
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
    pathParametersOf(BookPath),
    async (c) => c.json({ ownerKey: await newKey(c, c.req.valid('param').id, 'owner') }, 201, NO_STORE),
  )
  .post(
    '/watch/:id/view-key',
    describeRoute({
      summary: 'Makes a new view key; the one before is good no more',
      description: `All who have the old link stop seeing the book. ${MADE_BY_CALLER} ${ANOTHER}`,
      requestBody: OWN_KEY,
      responses: { 201: jsonAnswer('The key', ViewKey), 400: problemAnswer('The key is not valid'), ...WRITE_REFUSED },
    }),
    pathParametersOf(BookPath),
    async (c) => c.json({ viewKey: await newKey(c, c.req.valid('param').id, 'view') }, 201, NO_STORE),
  )
  .post(
    '/watch/:id/feed-key',
    describeRoute({
      summary: 'Makes the address of a watchbook’s feeds',
      description: `It lets its holder read the changes of all areas. ${ANOTHER}`,
      responses: { 201: jsonAnswer('The key, and the address of the Atom feed', FeedKey), ...WRITE_REFUSED },
    }),
    pathParametersOf(BookPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const feedKey = await newKey(c, id, 'feed');
      const origin = parseConfig(c.env).publicOrigin || new URL(c.req.url).origin;
      return c.json({ feedKey, atomUrl: `${feedRoot(origin, id, feedKey)}/feed.atom` }, 201, NO_STORE);
    },
  )
  .delete(
    '/watch/:id/feed-key',
    describeRoute({ summary: 'Makes the address of a watchbook’s feeds useless', responses: TAKEN }),
    pathParametersOf(BookPath),
    async (c) => {
      await askBook(c.env, 'takeKeyBack', c.req.valid('param').id, bookKeyOf(c.req.raw), 'feed');
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
    pathParametersOf(BookPath),
    async (c) => c.json({ dutyKey: await newKey(c, c.req.valid('param').id, 'duty') }, 201, NO_STORE),
  )
  .delete(
    '/watch/:id/duty-key',
    describeRoute({ summary: 'Makes the key of those on duty useless', responses: TAKEN }),
    pathParametersOf(BookPath),
    async (c) => {
      await askBook(c.env, 'takeKeyBack', c.req.valid('param').id, bookKeyOf(c.req.raw), 'duty');
      return c.body(null, 204);
    },
  );
