import { Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import {
  AreaBody,
  AreaView,
  areaBody,
  placeError,
  WatchlistBody,
  type WatchlistRight,
  WatchlistView,
} from '#shared/watch/bodies.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import { log } from '#worker/http/outbound/log.ts';
import { checkedBody, pathParametersOf } from '#worker/http/parameters.ts';
import { available, HttpProblem, hasTag, jsonResponse, problemResponse } from '#worker/http/responses.ts';
import { callerAt, clientNetworks, NOBODY, verifyTurnstile } from '#worker/http/visitors.ts';
import { withTimeout } from '#worker/relay/streams.ts';
import { watchStub } from '#worker/stubs.ts';
import type { WatchlistRefusal, WatchlistResult } from '#worker/watch/areaOperations.ts';
import { MOST_WRITES, spacingSeconds, type WriteKind } from '#worker/watch/limits.ts';
import type { ChatMessage, OperationArgs, OperationName, OperationResult } from '#worker/watch/operations.ts';
import { postTelegramResponse } from '#worker/watch/send.ts';
import { newWatchlistKeys, SHARDS, shardOf } from '#worker/watch/watchlists.ts';

/** 16 random bytes: a key, or a watchlist's id, whose first digit names the object that holds it. */
export const HexId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'format'));
/** The id of an area or a recipient: its owner's own uuid. */
export const ItemId = v.pipe(v.string(), v.uuid('format'), v.toLowerCase());

export const WatchlistPath = v.strictObject({ id: HexId });
export const AreaPath = v.strictObject({ id: HexId, area: ItemId });

export const NO_STORE = { 'cache-control': 'no-store' };

export const REFUSED = {
  401: problemResponse('Missing, malformed or wrong key'),
  403: problemResponse('Owner key required'),
  404: problemResponse('Watchlist, area or recipient not found'),
  503: problemResponse('Temporarily unavailable: retry after the Retry-After delay'),
};

export const WRITE_REFUSED = {
  ...REFUSED,
  429: problemResponse('Write limit reached: `detail` says which; retry after the Retry-After delay'),
};

export function feedRoot(origin: string, id: string, feedKey: string): string {
  return `${origin}${API_ROOT}/watch/${id}/feeds/${feedKey}`;
}

const BEARER = /^Bearer ([0-9a-f]{32})$/;

/**
 * The key in the request's `Authorization`.
 * @throws HttpProblem 401 if there is none, or none that could be a key
 */
export function watchlistKeyOf(request: Request): string {
  const header = request.headers.get('authorization');
  if (header === null) throw new HttpProblem(401, 'unauthorized', 'Authorization: a Bearer key is required.');
  const key = BEARER.exec(header)?.[1];
  if (!key) throw new HttpProblem(401, 'unauthorized', 'Authorization: must be Bearer followed by 32 hex digits.');
  return key;
}

/**
 * The key in the request's `Authorization`, once the watchlist's object has confirmed that it grants the right. Call
 * before reading a body, so that unauthorised bodies are not validated.
 * @throws HttpProblem 401, 403 or 404
 */
export async function keyWith(needed: WatchlistRight, env: Env, request: Request, id: string): Promise<string> {
  const key = watchlistKeyOf(request);
  await callWatchlist(env, 'may', id, key, needed);
  return key;
}

type WatchlistOperation = {
  [Name in OperationName]: OperationResult<Name> extends WatchlistResult<unknown> ? Name : never;
}[OperationName];

type Granted<Name extends WatchlistOperation> = Extract<OperationResult<Name>, { readonly ok: true }>['value'];

/**
 * Calls the watchlist's object. The operation's first argument must be the watchlist's id.
 * @throws HttpProblem with the reason of the refusal
 */
export function callWatchlist<Name extends WatchlistOperation>(env: Env, name: Name, ...args: OperationArgs<Name>) {
  return queryShard(env, shardOf(String(args[0])), name, ...args);
}

/** Like `callWatchlist`, for an operation with another first argument. */
async function queryShard<Name extends WatchlistOperation>(
  env: Env,
  shard: string,
  name: Name,
  ...args: OperationArgs<Name>
): Promise<Granted<Name>> {
  const watchlistResult: WatchlistResult<unknown> = await available(
    'watchlist store',
    watchStub(env, shard).request(name, ...args),
  );
  return grantedBy(watchlistResult) as Granted<Name>;
}

/** @throws HttpProblem with the reason of the refusal */
function grantedBy<Result>(response: WatchlistResult<Result>): Result {
  if (response.ok) return response.value;
  throw refusal(response.refusal);
}

export function refusal(why: WatchlistRefusal): HttpProblem {
  return PROBLEMS[why]();
}

const PROBLEMS: Readonly<Record<WatchlistRefusal, () => HttpProblem>> = {
  'unknown-watchlist': () => new HttpProblem(404, 'not-found', 'Watchlist not found.'),
  'unknown-area': () => new HttpProblem(404, 'not-found', 'Area not found.'),
  'wrong-key': () => new HttpProblem(401, 'unauthorized', 'Authorization: this key does not belong to the watchlist.'),
  'owner-only': () => new HttpProblem(403, 'owner-only', 'The owner key is required.'),
  'duty-only': () => new HttpProblem(403, 'owner-only', 'The owner key or duty key is required.'),
  'too-many-areas': () => new HttpProblem(409, 'too-many', 'Limit reached: 10 areas per watchlist.'),
  'unknown-recipient': () => new HttpProblem(404, 'not-found', 'Recipient not found.'),
  'unknown-feed': () => new HttpProblem(404, 'not-found', 'Feed not found, or its key has been revoked.'),
  'no-place': () =>
    new HttpProblem(400, 'invalid-body', 'url or subscription is required.', { errors: { url: 'required' } }),
  'already-clear': () =>
    new HttpProblem(400, 'invalid-body', 'untilClearOf: this area is already clear.', {
      errors: { untilClearOf: 'clear' },
    }),
  'unproven-watchlist': () =>
    new HttpProblem(409, 'too-many', 'Limit reached: one area until a recipient has been reached.'),
  'too-many-recipients': () => new HttpProblem(409, 'too-many', 'Limit reached: 10 recipients per watchlist.'),
  'too-many-webhooks': () => new HttpProblem(409, 'too-many', 'Limit reached: 3 webhooks per watchlist.'),
  'too-many-tests': () =>
    new HttpProblem(429, 'rate-limited', 'Test limit reached. Try again in an hour.', { retryAfterSeconds: 3_600 }),
  'too-many-watchlists': () =>
    new HttpProblem(503, 'busy', 'No more watchlists can be created today.', { retryAfterSeconds: 3_600 }),
  'too-many-notes': () => tooManyWrites('notes', 'log notes'),
  'too-many-mutes': () => tooManyWrites('mutes', 'mutes'),
  'too-many-settings': () => tooManyWrites('settings', 'changes to settings, keys, areas and recipients'),
  'shard-full': () =>
    new HttpProblem(503, 'busy', 'No capacity for more areas at the moment.', { retryAfterSeconds: 3_600 }),
};

function tooManyWrites(kind: WriteKind, text: string): HttpProblem {
  const detail = `Limit reached: ${MOST_WRITES[kind]} ${text} per hour.`;
  return new HttpProblem(429, 'rate-limited', detail, { retryAfterSeconds: spacingSeconds(kind) });
}

/** Counting must not delay the response to an owner. */
const COUNT_WITHIN_MS = 1_000;

/** The caller's wide network; '' on a developer's machine. */
export function networkOf(request: Request): string {
  const address = addressOf(request);
  return callerAt(address) === NOBODY ? '' : clientNetworks(address).wide;
}

/**
 * Limits a network's new watchlists per minute, except on a developer's machine, and requires a Turnstile proof.
 * @throws HttpProblem 429 over the limit; 400 without a valid Turnstile token
 */
export async function admitNewWatchlist(env: Env, request: Request, token: string | undefined): Promise<void> {
  await checkRate(env, networkOf(request));
  const secret = parseConfig(env).turnstileSecret;
  if (secret === undefined) return;
  const challenge = {
    token,
    action: 'watch',
    id: crypto.randomUUID(),
    address: addressOf(request),
    host: new URL(request.url).hostname,
  } as const;
  const verdict = await verifyTurnstile({ secret, fetch: (...call) => fetch(...call) }, challenge);
  // If Turnstile does not respond, visitors are admitted: the limits still apply.
  if (verdict === 'unknown') log('error', 'watch.turnstile', { reason: 'no answer' });
  if (verdict !== 'refused') return;
  const errors = { turnstileToken: 'proofRequired' };
  throw new HttpProblem(400, 'invalid-body', 'turnstileToken: proofRequired.', { errors });
}

/**
 * True if the caller's network may cause attempts at the webhooks of this request. A domain is counted in one object
 * for all watchlists: otherwise sixteen shards would give sixteen shares. If no network is known, or that object does
 * not respond, only each watchlist's own object counts.
 */
export async function mayTryHooks(
  env: Env,
  request: Request,
  ...requested: OperationArgs<'domainsTried'>
): Promise<boolean> {
  const network = networkOf(request);
  if (network === '') return true;
  const [watchlist] = requested;
  const domains = await watchStub(env, shardOf(watchlist))
    .request('domainsTried', ...requested)
    .catch(() => []);
  const counted = domains.map((domain) => watchStub(env, shardOf(hashOf(domain))).request('countTry', domain, network));
  const results = await Promise.all(counted.map((one) => withTimeout(COUNT_WITHIN_MS, one).catch(() => true)));
  return results.every(Boolean);
}

function addressOf(request: Request): string {
  return request.headers.get('cf-connecting-ip') ?? '';
}

async function checkRate(env: Env, network: string): Promise<void> {
  if (network === '') return;
  const { success } = await env.WATCH_RATE.limit({ key: network });
  if (success) return;
  throw new HttpProblem(429, 'rate-limited', 'Too many watchlists were created from your network.', {
    retryAfterSeconds: 60,
  });
}

const STEP_MS = 10_000;

/**
 * The entity tag of a watchlist's state. `completeTo` and `receivedAt` change with every poll, so they count in steps
 * of 10 s: after a 304, a panel shows an age at most 10 s too great, and never too small.
 */
export function stateTag({ areas, feed, ...rest }: WatchlistView): string {
  const steps = areas.map(({ completeTo, ...area }) => ({ ...area, completeTo: stepOf(completeTo) }));
  return `"${hashOf(JSON.stringify([rest, steps, stepOf(feed.receivedAt)])).slice(0, 32)}"`;
}

function stepOf(atMs: number | null): number | null {
  return atMs === null ? null : Math.floor(atMs / STEP_MS);
}

const Keys = v.object({ id: v.string(), ownerKey: v.string(), viewKey: v.string() });

/** Watchlists: watched places, without an account. No log contains a watchlist or a key. */
export const watch = new Hono<{ Bindings: Env }>()
  .post(
    '/watch',
    describeRoute({
      summary: 'Create a watchlist',
      description: 'Keys are returned once: the owner key grants full access, the view key read access.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(WatchlistBody) } } },
      responses: {
        201: jsonResponse('The new watchlist and its keys', Keys),
        400: problemResponse('Invalid field, or missing Turnstile token'),
        429: problemResponse('Too many watchlists from your network'),
        503: REFUSED[503],
      },
    }),
    async (c) => {
      const { language, timeZone, turnstileToken } = await checkedBody(c.req.raw, WatchlistBody);
      requireAlertSupport(c.env);
      await admitNewWatchlist(c.env, c.req.raw, turnstileToken);
      const keys = newWatchlistKeys((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
      const { id, ownerKey, viewKey } = keys;
      const watchlist = { id, ownerHash: hashOf(ownerKey), viewHash: hashOf(viewKey), language, timeZone };
      await queryShard(c.env, shardOf(id), 'create', watchlist, networkOf(c.req.raw));
      return c.json(keys, 201, NO_STORE);
    },
  )
  .get(
    '/watch/:id/state',
    describeRoute({
      summary: 'Get a watchlist with its areas’ states',
      description:
        'The ETag changes with any area, recipient or delivery, and at most every 10 s with new data; `serverTime` does not change it.',
      responses: {
        200: jsonResponse('The watchlist', WatchlistView),
        304: { description: 'Not modified' },
        ...REFUSED,
      },
    }),
    pathParametersOf(WatchlistPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const view = await callWatchlist(c.env, 'view', id, watchlistKeyOf(c.req.raw));
      const headers = { ...NO_STORE, etag: stateTag(view) };
      return hasTag(c.req.raw, headers.etag) ? c.body(null, 304, headers) : c.json(view, 200, headers);
    },
  )
  .delete(
    '/watch/:id',
    describeRoute({
      summary: 'Delete a watchlist immediately',
      responses: { 204: { description: 'Deleted' }, ...REFUSED },
    }),
    pathParametersOf(WatchlistPath),
    async (c) => {
      const { id } = c.req.valid('param');
      await callWatchlist(c.env, 'remove', id, watchlistKeyOf(c.req.raw));
      return c.body(null, 204);
    },
  )
  .put(
    '/watch/:id/areas/:area',
    describeRoute({
      summary: 'Create or update an area',
      description:
        'You choose the UUID, so retries are safe. An edited area keeps its level until there is enough data to lower it.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(AreaBody) } } },
      responses: {
        200: jsonResponse('The stored area', AreaView),
        201: jsonResponse('The new area', AreaView),
        400: problemResponse('Invalid field, or the place cannot be monitored'),
        409: problemResponse('Limit reached, or alerts are not supported by this map’s source'),
        ...WRITE_REFUSED,
      },
    }),
    pathParametersOf(AreaPath),
    async (c) => {
      const { id, area } = c.req.valid('param');
      const key = await keyWith('owner', c.env, c.req.raw, id);
      requireAlertSupport(c.env);
      const { areas, watchLeastDwellMs } = parseConfig(c.env);
      const body = await checkedBody(c.req.raw, areaBody(watchLeastDwellMs / 60_000));
      const error = placeError(body, areas.home);
      if (error === 'outside-coverage') {
        const detail = 'shape: all rings must lie inside the home area.';
        throw new HttpProblem(400, 'outside-coverage', detail, { errors: { shape: error } });
      }
      if (error) throw new HttpProblem(400, 'invalid-body', `shape: ${error}.`, { errors: { shape: error } });
      const { created, area: view } = await callWatchlist(c.env, 'putArea', id, key, area, body);
      return c.json(view, created ? 201 : 200, NO_STORE);
    },
  )
  .delete(
    '/watch/:id/areas/:area',
    describeRoute({
      summary: 'Delete an area',
      responses: { 204: { description: 'Deleted' }, ...REFUSED },
    }),
    pathParametersOf(AreaPath),
    async (c) => {
      const { id, area } = c.req.valid('param');
      await callWatchlist(c.env, 'removeArea', id, watchlistKeyOf(c.req.raw), area);
      return c.body(null, 204);
    },
  );

/** @throws HttpProblem if the source does not support alerts */
function requireAlertSupport(env: Env): void {
  if (parseConfig(env).sources[0].supportsAlerts) return;
  const detail =
    'Alerts are unavailable: this map’s source is too slow, too inaccurate, or cannot detect all lightning.';
  throw new HttpProblem(409, 'alerts-unsupported', detail);
}

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

/** The command in a Bot API `Update`, or the move of its chat; undefined for anything else. */
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
      summary: 'Get the VAPID public key for push subscriptions',
      responses: { 200: jsonResponse('The key', PublicKey), 404: problemResponse('Push is not enabled') },
    }),
    (c) => {
      const { vapid } = parseConfig(c.env);
      if (!vapid) throw new HttpProblem(404, 'not-found', 'Push messages are not enabled.');
      return c.json({ publicKey: vapid.keys.publicKey }, 200, NO_STORE);
    },
  )
  .post(
    '/watch/receipts',
    describeRoute({
      summary: 'Confirm that a push message arrived',
      description: 'The single-use token is inside the encrypted message.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(Receipt) } } },
      responses: {
        204: { description: 'Recorded' },
        400: problemResponse('Invalid field'),
        404: problemResponse('Unknown or already used token'),
      },
    }),
    async (c) => {
      const { token } = await checkedBody(c.req.raw, Receipt);
      const isKnown = await available('watchlist store', watchStub(c.env, shardOf(token)).request('receipt', token));
      if (!isKnown) throw new HttpProblem(404, 'not-found', 'Unknown or already used token.');
      return c.body(null, 204);
    },
  )
  .post('/telegram', describeRoute({ hide: true }), async (c) => {
    const { watchBot } = parseConfig(c.env);
    const secret = c.req.header('x-telegram-bot-api-secret-token');
    if (!watchBot || secret === undefined || hashOf(secret) !== hashOf(watchBot.secret)) {
      throw new HttpProblem(401, 'unauthorized', 'X-Telegram-Bot-Api-Secret-Token is missing or wrong.');
    }
    const message = chatMessageOf(await c.req.json().catch(() => null));
    if (!message) return c.body(null, 200);
    // A start token names its shard; anything else may concern every watchlist.
    const shards = message.token === undefined ? SHARDS : [shardOf(message.token)];
    const results = await available(
      'watchlist store',
      Promise.all(shards.map((shard) => watchStub(c.env, shard).request('chat', message))),
    );
    const text = [...new Set(results.filter((result) => result !== null))].join('\n');
    if (text !== '') c.executionCtx.waitUntil(postTelegramResponse(watchBot, message.chatId, text, fetch));
    return c.body(null, 200);
  });
