import { Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { MuteBody, RecipientBody } from '#shared/watch/RecipientBody.ts';
import { DeliveryView, RecipientView } from '#shared/watch/RecipientView.ts';
import { checkedBody, checkedField } from '#worker/http/checkedBody.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { pushSubscriptionSchema } from '#worker/push/pushSubscription.ts';
import { jsonAnswer, problemAnswer } from '#worker/routes/describe.ts';
import { pathParametersOf } from '#worker/routes/queryOf.ts';
import { type Config, parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { hookFault } from '#worker/watch/deliver/webhook.ts';
import {
  AreaPath,
  askBook,
  BookPath,
  bookKeyOf,
  HexId,
  ItemId,
  keyWith,
  NO_STORE,
  REFUSED,
  refusal,
  WRITE_REFUSED,
} from './bookRoute.ts';
import { mayTryHooks } from './callerLimits.ts';

type Bindings = { Bindings: Env };

const RecipientPath = v.strictObject({ id: HexId, recipient: ItemId });
const Deliveries = v.object({ deliveries: v.array(DeliveryView) });

/** @throws HttpProblem 400 that says why the address may not be used */
function checkPlace(body: RecipientBody, config: Config, requestHost: string): void {
  if (body.channel === 'webhook') {
    if (body.url === undefined) return;
    const own = config.publicOrigin === '' ? requestHost : new URL(config.publicOrigin).hostname;
    const fault = hookFault(body.url, { ownHosts: [own], allowsLoopback: config.insecureHooks });
    if (fault) throw new HttpProblem(400, 'invalid-body', `url: ${fault}.`, { errors: { url: fault } });
    return;
  }
  const isSetUp = body.channel === 'push' ? config.vapid : config.watchBot;
  if (!isSetUp) {
    throw new HttpProblem(400, 'invalid-body', 'channel: notSetUp.', { errors: { channel: 'notSetUp' } });
  }
  if (body.channel === 'push' && body.subscription) {
    checkedField('subscription', body.subscription, pushSubscriptionSchema(config.localPushHosts));
  }
}

export const recipients = new Hono<Bindings>()
  .put(
    '/watch/:id/recipients/:recipient',
    describeRoute({
      summary: 'Tells somebody of the areas of a watchbook, or changes how',
      description:
        'A webhook is challenged first: it gets a signed POST `{type: "watch.challenge", data: {challenge}}`, and answers 200 with `{challenge}`. Its messages are signed as Standard Webhooks have it, with the `secret` of this answer. With `escalateAfterMin` a recipient is told only of what nobody confirmed within so many minutes, by a push receipt or by acknowledging; if everybody who can hear comes after others, the first is told at once.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(RecipientBody) } } },
      responses: {
        200: jsonAnswer('The recipient as it is', RecipientView),
        201: jsonAnswer('The new recipient', RecipientView),
        400: problemAnswer('A field is not valid'),
        409: problemAnswer('The book has as many recipients as it may have'),
        ...WRITE_REFUSED,
      },
    }),
    pathParametersOf(RecipientPath),
    async (c) => {
      const { id, recipient } = c.req.valid('param');
      const key = await keyWith('owner', c.env, c.req.raw, id);
      const body = await checkedBody(c.req.raw, RecipientBody);
      const config = parseConfig(c.env);
      const { origin, hostname } = new URL(c.req.url);
      checkPlace(body, config, hostname);
      const isTried = body.channel === 'webhook' && body.url !== undefined;
      const mayBeTried = !isTried || (await mayTryHooks(c.env, c.req.raw, id, key, { id: recipient, url: body.url }));
      const site = config.publicOrigin || origin;
      const { created, recipient: view } = await askBook(
        c.env,
        'putRecipient',
        id,
        key,
        recipient,
        body,
        site,
        mayBeTried,
      );
      return c.json(view, created ? 201 : 200, NO_STORE);
    },
  )
  .delete(
    '/watch/:id/recipients/:recipient',
    describeRoute({
      summary: 'Tells somebody no longer',
      responses: { 204: { description: 'It is gone' }, ...REFUSED },
    }),
    pathParametersOf(RecipientPath),
    async (c) => {
      const { id, recipient } = c.req.valid('param');
      await askBook(c.env, 'removeRecipient', id, bookKeyOf(c.req.raw), recipient);
      return c.body(null, 204);
    },
  )
  .post(
    '/watch/:id/recipients/:recipient/test',
    describeRoute({
      summary: 'Sends a test, or to a webhook that has proved nothing yet a challenge',
      responses: { 202: { description: 'It is on its way' }, 429: problemAnswer('Five an hour'), ...REFUSED },
    }),
    pathParametersOf(RecipientPath),
    async (c) => {
      const { id, recipient } = c.req.valid('param');
      const key = bookKeyOf(c.req.raw);
      if (!(await mayTryHooks(c.env, c.req.raw, id, key, { id: recipient }))) throw refusal('too-many-tests');
      await askBook(c.env, 'testRecipient', id, key, recipient);
      return c.body(null, 202);
    },
  )
  .post(
    '/watch/:id/recipients/:recipient/mute',
    describeRoute({
      summary: 'Mutes a recipient for so many minutes, or until an all-clear if that comes first; 0 ends it',
      description:
        'The key is the owner’s, or the one that stands in the links of the recipient’s own messages. An all-clear, and sight after blindness, come through. `untilClearOf` is an area whose level is above clear.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(MuteBody) } } },
      responses: {
        200: jsonAnswer('The recipient as it is', RecipientView),
        400: problemAnswer('A field is not valid'),
        ...WRITE_REFUSED,
      },
    }),
    pathParametersOf(RecipientPath),
    async (c) => {
      const { id, recipient } = c.req.valid('param');
      const key = bookKeyOf(c.req.raw);
      await askBook(c.env, 'mayMute', id, key, recipient);
      const mute = await checkedBody(c.req.raw, MuteBody);
      const view = await askBook(c.env, 'muteRecipient', id, key, recipient, mute);
      return c.json(view, 200, NO_STORE);
    },
  )
  .post(
    '/watch/:id/areas/:area/drill',
    describeRoute({
      summary: 'Sends every recipient a message that is marked as a drill, by the whole chain',
      responses: { 202: { description: 'It is on its way' }, 429: problemAnswer('Five an hour'), ...REFUSED },
    }),
    pathParametersOf(AreaPath),
    async (c) => {
      const { id, area } = c.req.valid('param');
      const key = bookKeyOf(c.req.raw);
      if (!(await mayTryHooks(c.env, c.req.raw, id, key, {}))) throw refusal('too-many-tests');
      await askBook(c.env, 'drill', id, key, area);
      return c.body(null, 202);
    },
  )
  .get(
    '/watch/:id/deliveries',
    describeRoute({
      summary: 'The newest 200 messages of a watchbook, and how far each came',
      responses: { 200: jsonAnswer('The messages, newest first', Deliveries), ...REFUSED },
    }),
    pathParametersOf(BookPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const deliveries = await askBook(c.env, 'deliveries', id, bookKeyOf(c.req.raw));
      return c.json({ deliveries }, 200, NO_STORE);
    },
  );
