import { Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { available } from '#worker/http/available.ts';
import { checkedBody } from '#worker/http/checkedBody.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { watchStub } from '#worker/objects/objectStubs.ts';
import { jsonAnswer, problemAnswer } from '#worker/routes/describe.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { SHARDS, shardOf } from '#worker/watch/book/bookKeys.ts';
import { postTelegramAnswer } from '#worker/watch/deliver/sendOne.ts';
import type { ChatMessage } from '#worker/watch/operations/ownOperations.ts';
import { NO_STORE } from './bookRoute.ts';

type Bindings = { Bindings: Env };

const Receipt = v.strictObject({ token: v.pipe(v.string('textExpected'), v.regex(/^[0-9a-f]{32}$/, 'format')) });
const PublicKey = v.object({ publicKey: v.string() });

const ChatId = v.pipe(v.number(), v.integer());
const Update = v.object({
  message: v.object({
    chat: v.object({ id: ChatId }),
    text: v.optional(v.pipe(v.string(), v.maxLength(4_096)), ''),
    migrate_to_chat_id: v.optional(ChatId),
  }),
});
const COMMAND = /^\/(start|stop|areas|seen|test)(?:@\w+)?(?:\s+([0-9a-f]{32}))?\s*$/;

/** The command in a Bot API `Update`, or that its chat moved; undefined if it is none of ours. */
function chatMessageOf(update: unknown): ChatMessage | undefined {
  const parsed = v.safeParse(Update, update);
  if (!parsed.success) return undefined;
  const { chat, text, migrate_to_chat_id: movedTo } = parsed.output.message;
  if (movedTo !== undefined) return { chatId: chat.id, command: 'moved', movedTo };
  const [, command, token] = COMMAND.exec(text) ?? [];
  if (command === undefined || (command === 'start') !== (token !== undefined)) return undefined;
  return { chatId: chat.id, command: command as ChatMessage['command'], ...(token === undefined ? {} : { token }) };
}

/** Receipts of push messages, and messages to the bot. */
export const watchArrivals = new Hono<Bindings>()
  .get(
    '/watch/vapid',
    describeRoute({
      summary: 'The key by which a browser subscribes to push messages',
      responses: { 200: jsonAnswer('The key', PublicKey), 404: problemAnswer('This deployment sends none') },
    }),
    (c) => {
      const { vapid } = parseConfig(c.env);
      if (!vapid) throw new HttpProblem(404, 'not-found', 'This deployment sends no push messages.');
      return c.json({ publicKey: vapid.keys.publicKey }, 200, NO_STORE);
    },
  )
  .post(
    '/watch/receipts',
    describeRoute({
      summary: 'Says that a push message arrived',
      description: 'The token stands in the encrypted message alone, and is good once.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(Receipt) } } },
      responses: {
        204: { description: 'Noted' },
        400: problemAnswer('A field is not valid'),
        404: problemAnswer('No message waits for this token'),
      },
    }),
    async (c) => {
      const { token } = await checkedBody(c.req.raw, Receipt);
      const isKnown = await available('watch', watchStub(c.env, shardOf(token)).ask('receipt', token));
      if (!isKnown) throw new HttpProblem(404, 'not-found', 'No message waits for this token.');
      return c.body(null, 204);
    },
  )
  .post('/telegram', describeRoute({ hide: true }), async (c) => {
    const { watchBot } = parseConfig(c.env);
    const secret = c.req.header('x-telegram-bot-api-secret-token');
    if (!watchBot || secret === undefined || hashOf(secret) !== hashOf(watchBot.secret)) {
      throw new HttpProblem(401, 'unauthorized', 'X-Telegram-Bot-Api-Secret-Token: is missing or wrong.');
    }
    const message = chatMessageOf(await c.req.json().catch(() => null));
    if (!message) return c.body(null, 200);
    // A start token names its shard; anything else may concern every book.
    const shards = message.token === undefined ? SHARDS : [shardOf(message.token)];
    const answers = await available(
      'watch',
      Promise.all(shards.map((shard) => watchStub(c.env, shard).ask('chat', message))),
    );
    const text = [...new Set(answers.filter((answer) => answer !== null))].join('\n');
    if (text !== '') c.executionCtx.waitUntil(postTelegramAnswer(watchBot, message.chatId, text, fetch));
    return c.body(null, 200);
  });
