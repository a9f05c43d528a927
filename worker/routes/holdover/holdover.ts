import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { formatHoldover, type HoldoverFormat } from '#shared/holdover/formatHoldover.ts';
import { HoldoverBody } from '#shared/holdover/HoldoverBody.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { jsonAnswer, problemAnswer } from '#worker/routes/describe.ts';
import { queryOf } from '#worker/routes/queryOf.ts';
import type { Env } from '#worker/settings/Env.ts';
import { HoldoverQuery, holdoverAddress, readHoldover } from './readHoldover.ts';

const CACHE = 'public, max-age=60';

/** What was not read stands in headers too: CSV has no other place for it. */
export function holdoverAnswer(format: HoldoverFormat, list: HoldoverBody, caching: string): Response {
  const { contentType, body } = formatHoldover(format, list);
  const unread = list.unread.map(({ from, to }) => `${from}/${to}`).join(', ') || 'none';
  return new Response(body, {
    headers: {
      ...{ 'content-type': contentType, 'cache-control': caching },
      ...{ 'complete-to': list.completeTo ?? 'none', unread },
    },
  });
}

export const HOLDOVER_SAID =
  'Flashes of the last days by cells of 2 km, ordered by the fires that lightning is expected to have lit there and nobody has seen yet: one in 840 flashes (Pineda 2022), times what of such fires is still unseen so long after. The range is that of two such curves; it does not hold how wrong one in 840 may be, some three times either way. A cell that is not listed is not without fire, and no cause is told. Give `bbox` or `region`, 1,200 km across at most. At most eight pages of the history are searched, newest first (`searched`), and count against the same share of your network. GeoJSON has a square for each cell, KML too, GPX a waypoint. Not for the protection of life or property.';

export const holdover = new Hono<{ Bindings: Env }>().get(
  '/holdover',
  describeRoute({
    summary: 'Where lightning may have lit fires that nobody has seen yet',
    description: HOLDOVER_SAID,
    responses: {
      200: jsonAnswer('The list', HoldoverBody),
      400: problemAnswer('A parameter is not valid'),
      429: problemAnswer('Your network has used up its share of this minute: wait for Retry-After seconds'),
      503: problemAnswer('Too many ask at this moment, or the archive does not answer: wait for Retry-After seconds'),
    },
  }),
  queryOf(HoldoverQuery),
  (c) => {
    const query = c.req.valid('query');
    return edgeCached(c, `/internal${apiPaths.holdover}${holdoverAddress(query)}`, async () =>
      holdoverAnswer(query.format, await readHoldover(c, query), CACHE),
    );
  },
);
