import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { DEFAULT_PAGE_ROWS, MAX_HISTORY_WINDOW_MS, MAX_PAGE_ROWS } from '#shared/limits.ts';
import type { NumberedStrike, StrikeHint } from '#shared/strike.ts';
import { NumberedStrikeBody, StrikeBody } from '#shared/wire/StrikeBody.ts';
import { decodePageCursor, encodePageCursor } from '../archive/pageCursor.ts';
import { StrikeArchive } from '../archive/StrikeArchive.ts';
import { strikePage } from '../archive/strikePage.ts';
import type { PagePosition } from '../archive/windowQuery.ts';
import { available } from '../http/available.ts';
import { HttpProblem } from '../http/HttpProblem.ts';
import {
  BBoxParameter,
  InstantParameter,
  PlaceParameter,
  StrikeIdParameter,
  wholeNumberParameter,
} from '../http/parameters.ts';
import { feedStub } from '../objects/objectStubs.ts';
import type { Env } from '../settings/Env.ts';
import { jsonAnswer, problemAnswer } from './describe.ts';
import { formatStrikes, STRIKE_FORMATS, strikeJson } from './formatStrikes.ts';
import { NoQuery, pathOf, queryOf } from './queryOf.ts';

const StrikesBody = v.object({ strikes: v.array(StrikeBody), next: v.optional(v.string()) });

const CursorParameter = v.pipe(
  v.string('format'),
  v.description('The cursor from the `next` of the previous page.'),
  v.rawTransform<string, PagePosition>(({ dataset, addIssue, NEVER }) => {
    const position = decodePageCursor(dataset.value);
    if (position) return position;
    addIssue({ message: 'format' });
    return NEVER;
  }),
);

export const StrikesQuery = v.pipe(
  v.strictObject({
    bbox: BBoxParameter,
    from: InstantParameter,
    to: InstantParameter,
    limit: v.optional(wholeNumberParameter(1, MAX_PAGE_ROWS, 'Rows per page.')),
    cursor: v.optional(CursorParameter),
    format: v.optional(v.picklist(STRIKE_FORMATS, 'format'), 'json'),
  }),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => from < to, 'reversed'),
    ['to'],
  ),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => to - from <= MAX_HISTORY_WINDOW_MS, 'too-wide'),
    ['from'],
  ),
);

/** The hints of a shared link, with which a strike that was never archived can be found at the provider. */
const HintQuery = v.strictObject({ at: v.optional(InstantParameter), ll: v.optional(PlaceParameter) });

async function findAtProvider(env: Env, id: string, hint: StrikeHint): Promise<NumberedStrike | undefined> {
  const found = await available('feed', feedStub(env).find(id, hint));
  if (found === 'busy') throw new HttpProblem(503, 'busy', 'Try again in a moment.', { retryAfterSeconds: 5 });
  return found === 'unknown' ? undefined : found;
}

const CACHE_FOUND = 'public, max-age=86400';
const CACHE_LIST = 'public, max-age=5';

function nextAddress(address: string, position: PagePosition | undefined): string | undefined {
  if (!position) return undefined;
  const url = new URL(address);
  url.searchParams.set('cursor', encodePageCursor(position));
  return `${url.pathname}${url.search}`;
}

/** The history: pages of strikes, and single strikes by id or ordinal. */
export const strikes = new Hono<{ Bindings: Env }>()
  .get(
    '/strikes',
    describeRoute({
      summary: 'Strikes in a box and time span, newest first',
      description:
        'Never cut silently: every page but the last says `next` (JSON, GeoJSON) and has a Link header (every format). Follow it until there is none: a call searches for so long and no longer, so a page may have fewer strikes than `limit`, or none at all, and still a next one. Cursors are opaque. `from` is inclusive, `to` exclusive; they are at most 31 days apart.',
      responses: { 200: jsonAnswer('A page of strikes', StrikesBody), 400: problemAnswer('A parameter is not valid') },
    }),
    queryOf(StrikesQuery),
    async (c) => {
      const { bbox, from, to, limit, cursor, format } = c.req.valid('query');
      const archive = new StrikeArchive(c.env.DB);
      const query = { bbox, fromMs: from, toMs: to, before: cursor, limit: limit ?? DEFAULT_PAGE_ROWS };
      const page = await available(
        'archive',
        strikePage(query, (...look) => archive.window(...look)),
      );
      const next = nextAddress(c.req.url, page.next);
      const { contentType, body } = formatStrikes(format, page.strikes, next);
      const headers = { 'content-type': contentType, 'cache-control': CACHE_LIST };
      return c.body(body, 200, next ? { ...headers, link: `<${next}>; rel="next"` } : headers);
    },
  )
  .get(
    '/strikes/by-ordinal/:ordinal',
    describeRoute({
      summary: 'One strike by its ordinal',
      responses: { 200: jsonAnswer('The strike', NumberedStrikeBody), 404: problemAnswer('No such strike') },
    }),
    pathOf(v.strictObject({ ordinal: wholeNumberParameter(1, Number.MAX_SAFE_INTEGER, 'The ordinal.') })),
    queryOf(NoQuery),
    async (c) => {
      const { ordinal } = c.req.valid('param');
      const strike = await available('archive', new StrikeArchive(c.env.DB).byOrdinal(ordinal));
      if (!strike) throw new HttpProblem(404, 'not-found', 'No strike has this ordinal.');
      return c.json({ ...strikeJson(strike), ordinal }, 200, { 'cache-control': CACHE_FOUND });
    },
  )
  .get(
    '/strikes/:id',
    describeRoute({
      summary: "One strike by the provider's id",
      description:
        'With `at` and `ll`, the time and place in a shared link, a strike missing from the archive is also looked up at the provider.',
      responses: { 200: jsonAnswer('The strike', NumberedStrikeBody), 404: problemAnswer('No such strike') },
    }),
    pathOf(v.strictObject({ id: StrikeIdParameter })),
    queryOf(HintQuery),
    async (c) => {
      const { id } = c.req.valid('param');
      const { at, ll } = c.req.valid('query');
      const archived = await available('archive', new StrikeArchive(c.env.DB).byId(id));
      const hint = at !== undefined && ll ? { atMs: at, ...ll } : undefined;
      const strike = archived ?? (hint && (await findAtProvider(c.env, id, hint)));
      if (!strike) throw new HttpProblem(404, 'not-found', 'No strike has this id.');
      return c.json({ ...strikeJson(strike), ordinal: strike.ordinal }, 200, { 'cache-control': CACHE_FOUND });
    },
  );
