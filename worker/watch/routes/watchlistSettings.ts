import { type Context, Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import {
  DeliveryView,
  MuteBody,
  NoteBody,
  RecipientBody,
  RecipientView,
  WatchlistPatch,
  WatchlistSettings,
} from '#shared/watch/bodies.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { decodePageCursor, encodePageCursor } from '#worker/archive/StrikeArchive.ts';
import { type Config, parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { pushSubscriptionSchema } from '#worker/http/outbound/push.ts';
import { checkedBody, checkedField, pathParametersOf, queryOf, wholeNumberParameter } from '#worker/http/parameters.ts';
import { HttpProblem, jsonResponse, problemResponse } from '#worker/http/responses.ts';
import { type LogPage, logCsv, MOST_LINES } from '#worker/watch/areaLogs.ts';
import { hookError } from '#worker/watch/recipients.ts';
import type { WatchlistKey } from '#worker/watch/watchlists.ts';
import {
  AreaPath,
  callWatchlist,
  feedRoot,
  HexId,
  ItemId,
  keyWith,
  mayTryHooks,
  NO_STORE,
  REFUSED,
  refusal,
  WatchlistPath,
  WRITE_REFUSED,
  watchlistKeyOf,
} from './watch.ts';

type Bindings = { Bindings: Env };

const FeedKey = v.object({ feedKey: v.string(), atomUrl: v.string() });
const OwnerKey = v.object({ ownerKey: v.string() });
const ViewKey = v.object({ viewKey: v.string() });
const DutyKey = v.object({ dutyKey: v.string() });
const OwnKey = v.strictObject({ key: HexId });
const OWN_KEY = { required: false, content: { 'application/json': { schema: resolver(OwnKey) } } };
const CREATED_BY_CALLER = 'Send a `key` made of 16 random bytes and store it, so a lost response loses nothing.';
const ANOTHER = 'Returned once; the next call invalidates it.';
const ACCEPTED = { 204: { description: 'Revoked' }, ...REFUSED };

/** Creates a new key, or sets the caller's own if the key type allows it. */
async function newKey(c: Context<Bindings>, id: string, which: WatchlistKey): Promise<string> {
  const key = await keyWith('owner', c.env, c.req.raw, id);
  const takesOwn = which === 'owner' || which === 'view';
  const own = takesOwn && c.req.header('content-type') ? (await checkedBody(c.req.raw, OwnKey)).key : undefined;
  return callWatchlist(c.env, 'newKey', id, key, which, own);
}

export const watchlistSettings = new Hono<Bindings>()
  .patch(
    '/watch/:id',
    describeRoute({
      summary: 'Change language and time zone',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(WatchlistPatch) } } },
      responses: {
        200: jsonResponse('The updated settings', WatchlistSettings),
        400: problemResponse('Invalid field'),
        ...WRITE_REFUSED,
      },
    }),
    pathParametersOf(WatchlistPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const key = await keyWith('owner', c.env, c.req.raw, id);
      const patch = await checkedBody(c.req.raw, WatchlistPatch);
      return c.json(await callWatchlist(c.env, 'change', id, key, patch), 200, NO_STORE);
    },
  )
  .post(
    '/watch/:id/owner-key',
    describeRoute({
      summary: 'Rotate the owner key',
      description: `The current one stops working. Store the response: without the new key nobody can change or delete the watchlist. ${CREATED_BY_CALLER} ${ANOTHER}`,
      requestBody: OWN_KEY,
      responses: { 201: jsonResponse('The key', OwnerKey), 400: problemResponse('Invalid key'), ...WRITE_REFUSED },
    }),
    pathParametersOf(WatchlistPath),
    async (c) => c.json({ ownerKey: await newKey(c, c.req.valid('param').id, 'owner') }, 201, NO_STORE),
  )
  .post(
    '/watch/:id/view-key',
    describeRoute({
      summary: 'Rotate the view key',
      description: `All holders of the old link lose access. ${CREATED_BY_CALLER} ${ANOTHER}`,
      requestBody: OWN_KEY,
      responses: { 201: jsonResponse('The key', ViewKey), 400: problemResponse('Invalid key'), ...WRITE_REFUSED },
    }),
    pathParametersOf(WatchlistPath),
    async (c) => c.json({ viewKey: await newKey(c, c.req.valid('param').id, 'view') }, 201, NO_STORE),
  )
  .post(
    '/watch/:id/feed-key',
    describeRoute({
      summary: 'Create the Atom feed URL',
      description: `Its holder can read every area’s changes. ${ANOTHER}`,
      responses: { 201: jsonResponse('The key and the Atom feed URL', FeedKey), ...WRITE_REFUSED },
    }),
    pathParametersOf(WatchlistPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const feedKey = await newKey(c, id, 'feed');
      const origin = parseConfig(c.env).publicOrigin || new URL(c.req.url).origin;
      return c.json({ feedKey, atomUrl: `${feedRoot(origin, id, feedKey)}/feed.atom` }, 201, NO_STORE);
    },
  )
  .delete(
    '/watch/:id/feed-key',
    describeRoute({ summary: 'Revoke the Atom feed URL', responses: ACCEPTED }),
    pathParametersOf(WatchlistPath),
    async (c) => {
      await callWatchlist(c.env, 'revokeKey', c.req.valid('param').id, watchlistKeyOf(c.req.raw), 'feed');
      return c.body(null, 204);
    },
  )
  .post(
    '/watch/:id/duty-key',
    describeRoute({
      summary: 'Create the duty key (read access, log entries)',
      description: ANOTHER,
      responses: { 201: jsonResponse('The key', DutyKey), ...WRITE_REFUSED },
    }),
    pathParametersOf(WatchlistPath),
    async (c) => c.json({ dutyKey: await newKey(c, c.req.valid('param').id, 'duty') }, 201, NO_STORE),
  )
  .delete(
    '/watch/:id/duty-key',
    describeRoute({ summary: 'Revoke the duty key', responses: ACCEPTED }),
    pathParametersOf(WatchlistPath),
    async (c) => {
      await callWatchlist(c.env, 'revokeKey', c.req.valid('param').id, watchlistKeyOf(c.req.raw), 'duty');
      return c.body(null, 204);
    },
  );

const MAX_PAGE_LINES = 500;

/** The line after which a page begins. */
const CursorParameter = v.pipe(
  v.string('format'),
  v.description('Cursor from `next` of the previous page.'),
  v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
    const line = decodePageCursor(dataset.value)?.id ?? '';
    if (/^\d{1,15}$/.test(line)) return Number(line);
    addIssue({ message: 'format' });
    return NEVER;
  }),
);
const LogQuery = v.pipe(
  v.strictObject({
    format: v.optional(v.picklist(['json', 'csv'], 'format'), 'json'),
    limit: v.optional(wholeNumberParameter(1, MAX_PAGE_LINES, 'Lines per page.'), String(MAX_PAGE_LINES)),
    cursor: v.optional(CursorParameter),
    newest: v.optional(wholeNumberParameter(1, MAX_PAGE_LINES, 'Number of latest lines, one page; not with a cursor.')),
  }),
  v.forward(
    v.partialCheck([['cursor'], ['newest']], ({ cursor, newest }) => !(cursor && newest), 'conflict'),
    ['newest'],
  ),
);
const LogBody = v.object({
  lines: v.array(v.object({ line: v.number(), atMs: v.number(), entry: v.looseObject({ type: v.string() }) })),
  pruned: v.optional(
    v.pipe(
      v.object({ lines: v.number(), untilMs: v.number() }),
      v.description('Deleted lines: count, and time of the last one.'),
    ),
  ),
  next: v.optional(v.pipe(v.string(), v.description('URL of the next page; absent on the last page.'))),
});

export const areaLog = new Hono<{ Bindings: Env }>()
  .get(
    '/watch/:id/areas/:area/log',
    describeRoute({
      summary: 'Get an area’s log',
      description: `Pages, oldest first; follow \`next\` (JSON) or the Link header (JSON and CSV). With \`newest\`, one page of the latest lines. Retains the latest ${MOST_LINES.toLocaleString('en')} lines for 400 days; \`pruned\` says how many were pruned. CSV has a row of kind \`pruned\` for them.`,
      responses: {
        200: {
          description: 'A page of lines',
          content: { 'application/json': { schema: resolver(LogBody) }, 'text/csv': {} },
        },
        ...REFUSED,
      },
    }),
    pathParametersOf(AreaPath),
    queryOf(LogQuery),
    async (c) => {
      const { id, area } = c.req.valid('param');
      const { format, limit, cursor = 0, newest } = c.req.valid('query');
      const requested = newest === undefined ? { after: cursor, most: limit } : { newest };
      const page = await callWatchlist(c.env, 'lines', id, watchlistKeyOf(c.req.raw), area, requested);
      const at = nextCursor(page);
      const next = at && `${API_ROOT}/watch/${id}/areas/${area}/log?cursor=${at}&format=${format}&limit=${limit}`;
      c.header('cache-control', 'no-store');
      if (next) c.header('link', `<${next}>; rel="next"`);
      const { lines, pruned } = page;
      if (format === 'json') return c.json({ lines, ...(pruned ? { pruned } : {}), ...(next ? { next } : {}) });
      c.header('content-type', 'text/csv; charset=utf-8');
      c.header('content-disposition', 'attachment; filename="log.csv"');
      // A reader that had read all the deleted lines misses none here.
      return c.body(logCsv(lines, pruned !== null && cursor !== pruned.lines ? pruned : null));
    },
  )
  .post(
    '/watch/:id/areas/:area/log',
    describeRoute({
      summary: 'Add a note to an area’s log',
      description: 'Needs the owner or duty key.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(NoteBody) } } },
      responses: {
        201: { description: 'Recorded' },
        400: problemResponse('Invalid field'),
        ...WRITE_REFUSED,
      },
    }),
    pathParametersOf(AreaPath),
    async (c) => {
      const { id, area } = c.req.valid('param');
      const key = await keyWith('duty', c.env, c.req.raw, id);
      const note = await checkedBody(c.req.raw, NoteBody);
      const line = await callWatchlist(c.env, 'note', id, key, area, note);
      return c.json(line, 201, NO_STORE);
    },
  );

function nextCursor({ lines, more }: LogPage): string | undefined {
  const last = lines.at(-1);
  return more && last ? encodePageCursor({ atMs: last.atMs, id: String(last.line) }) : undefined;
}

const RecipientPath = v.strictObject({ id: HexId, recipient: ItemId });
const Deliveries = v.object({ deliveries: v.array(DeliveryView) });

/** @throws HttpProblem 400 with the reason why the address may not be used */
function checkPlace(body: RecipientBody, config: Config, requestHost: string): void {
  if (body.channel === 'webhook') {
    if (body.url === undefined) return;
    const own = config.publicOrigin === '' ? requestHost : new URL(config.publicOrigin).hostname;
    const error = hookError(body.url, { ownHosts: [own], allowsLoopback: config.insecureHooks });
    if (error) throw new HttpProblem(400, 'invalid-body', `url: ${error}.`, { errors: { url: error } });
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
      summary: 'Add or update a recipient',
      description:
        'A webhook must pass a challenge first: it gets a signed POST `{type: "watch.challenge", data: {challenge}}`, and answers 200 with `{challenge}`. Messages are signed per Standard Webhooks with the returned `secret`. With `escalateAfterMin`, the recipient is notified only if nobody has acknowledged after that many minutes; a push receipt counts. If no one is notified immediately, the first in line is.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(RecipientBody) } } },
      responses: {
        200: jsonResponse('The stored recipient', RecipientView),
        201: jsonResponse('The new recipient', RecipientView),
        400: problemResponse('Invalid field'),
        409: problemResponse('Limit reached'),
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
      const { created, recipient: view } = await callWatchlist(
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
      summary: 'Delete a recipient',
      responses: { 204: { description: 'Deleted' }, ...REFUSED },
    }),
    pathParametersOf(RecipientPath),
    async (c) => {
      const { id, recipient } = c.req.valid('param');
      await callWatchlist(c.env, 'removeRecipient', id, watchlistKeyOf(c.req.raw), recipient);
      return c.body(null, 204);
    },
  )
  .post(
    '/watch/:id/recipients/:recipient/test',
    describeRoute({
      summary: 'Send a test, or a challenge to an unverified webhook',
      responses: {
        202: { description: 'Accepted for delivery' },
        429: problemResponse('Limit: 5 per hour'),
        ...REFUSED,
      },
    }),
    pathParametersOf(RecipientPath),
    async (c) => {
      const { id, recipient } = c.req.valid('param');
      const key = watchlistKeyOf(c.req.raw);
      if (!(await mayTryHooks(c.env, c.req.raw, id, key, { id: recipient }))) throw refusal('too-many-tests');
      await callWatchlist(c.env, 'testRecipient', id, key, recipient);
      return c.body(null, 202);
    },
  )
  .post(
    '/watch/:id/recipients/:recipient/mute',
    describeRoute({
      summary: 'Mute a recipient for some minutes or until the all-clear; 0 unmutes',
      description:
        'Use the owner key, or the key from the recipient’s own messages. All-clear and data-restored messages are still delivered. `untilClearOf` must be an area that is not clear.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(MuteBody) } } },
      responses: {
        200: jsonResponse('The stored recipient', RecipientView),
        400: problemResponse('Invalid field'),
        ...WRITE_REFUSED,
      },
    }),
    pathParametersOf(RecipientPath),
    async (c) => {
      const { id, recipient } = c.req.valid('param');
      const key = watchlistKeyOf(c.req.raw);
      await callWatchlist(c.env, 'mayMute', id, key, recipient);
      const mute = await checkedBody(c.req.raw, MuteBody);
      const view = await callWatchlist(c.env, 'muteRecipient', id, key, recipient, mute);
      return c.json(view, 200, NO_STORE);
    },
  )
  .post(
    '/watch/:id/areas/:area/drill',
    describeRoute({
      summary: 'Send a drill to every recipient through the real delivery chain',
      responses: {
        202: { description: 'Accepted for delivery' },
        429: problemResponse('Limit: 5 per hour'),
        ...REFUSED,
      },
    }),
    pathParametersOf(AreaPath),
    async (c) => {
      const { id, area } = c.req.valid('param');
      const key = watchlistKeyOf(c.req.raw);
      if (!(await mayTryHooks(c.env, c.req.raw, id, key, {}))) throw refusal('too-many-tests');
      await callWatchlist(c.env, 'drill', id, key, area);
      return c.body(null, 202);
    },
  )
  .get(
    '/watch/:id/deliveries',
    describeRoute({
      summary: 'List the latest 200 messages with delivery status',
      responses: { 200: jsonResponse('The messages, newest first', Deliveries), ...REFUSED },
    }),
    pathParametersOf(WatchlistPath),
    async (c) => {
      const { id } = c.req.valid('param');
      const deliveries = await callWatchlist(c.env, 'deliveries', id, watchlistKeyOf(c.req.raw));
      return c.json({ deliveries }, 200, NO_STORE);
    },
  );
