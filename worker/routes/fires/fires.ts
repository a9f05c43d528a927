import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { FiresBody, MOST_FIRES } from '#shared/fires/FiresBody.ts';
import { WholeFireBody } from '#shared/fires/WholeFireBody.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { FireTable } from '#worker/fires/FireTable.ts';
import { HotspotTable, NO_SOURCES } from '#worker/fires/HotspotTable.ts';
import { hotspotByKey, hotspotsOfFire } from '#worker/fires/hotspotReads.ts';
import { available } from '#worker/http/available.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { BBoxParameter, InstantParameter, RegionParameter } from '#worker/http/parameters.ts';
import { jsonAnswer, problemAnswer } from '#worker/routes/describe.ts';
import { NoQuery, queryOf } from '#worker/routes/queryOf.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { CACHE_FIRES, fireBody, firesContext, wholeFireBody } from './firesBody.ts';

const USUAL_MS = 7 * DAY_MS;
const MOST_HOTSPOTS = 2_000;

const FiresQuery = v.pipe(
  v.strictObject({
    bbox: v.optional(BBoxParameter),
    region: v.optional(RegionParameter),
    since: v.optional(InstantParameter),
  }),
  v.forward(
    v.partialCheck(
      [['bbox'], ['region']],
      ({ bbox, region }) => bbox === undefined || region === undefined,
      'conflict',
    ),
    ['region'],
  ),
);

export const fires = new Hono<{ Bindings: Env }>()
  .get(
    '/fires',
    describeRoute({
      summary: 'Fires that satellites saw at home, and whether lightning lit them',
      description:
        'Fires, the last seen first, that were seen since `since` (7 days ago if absent) in `bbox` or in `region` (home if neither is given; not both); 2,000 at most. A fire is hotspots that belong together; a hotspot may be a furnace or a flare. No fire in the list does not mean that nothing burns: satellites pass some times a day, clouds hide, and `sources` says how late they are. A chance is no cause. Hotspots: NASA FIRMS. Not for the protection of life or property.',
      responses: {
        200: jsonAnswer('Fires, and the satellites that were asked', FiresBody),
        400: problemAnswer('A parameter is not valid'),
        503: problemAnswer('They cannot be read at the moment: wait for Retry-After seconds'),
      },
    }),
    queryOf(FiresQuery),
    async (c) => {
      const { bbox, region, since } = c.req.valid('query');
      const config = parseConfig(c.env);
      const { areas, fires: access } = config;
      const nowMs = systemClock.now();
      const sinceMs = since ?? nowMs - USUAL_MS;
      const [seen, rows] = await available(
        'list of fires',
        Promise.all([
          new FireTable(c.env.DB).seenSince(region ?? [bbox ?? areas.home], sinceMs, MOST_FIRES),
          access ? new HotspotTable(c.env.DB).sources() : NO_SOURCES,
        ]),
      );
      const body: FiresBody = { fires: seen.map(fireBody), ...firesContext(rows, config, nowMs) };
      return c.json(body, 200, { 'cache-control': CACHE_FIRES });
    },
  )
  .get(
    '/fires/:id',
    describeRoute({
      summary: 'One fire whole: what each pass of a satellite saw of it',
      description:
        'All that the list tells of the fire, its sightings and its hotspots, the newest first and 2,000 at most. Of fires that grow together the older one stays: what is known of the other then says 404, and names the one that stays. Hotspots: NASA FIRMS. Not for the protection of life or property.',
      responses: {
        200: jsonAnswer('The fire', WholeFireBody),
        400: problemAnswer('A parameter is not valid'),
        404: problemAnswer(
          'There is no such fire, or it is kept no longer, or it has grown together with an older one',
        ),
        503: problemAnswer('It cannot be read at the moment: wait for Retry-After seconds'),
      },
    }),
    queryOf(NoQuery),
    async (c) => {
      const id = c.req.param('id');
      const { DB } = c.env;
      const [fire, hotspots] = await available(
        'fire',
        Promise.all([new FireTable(DB).byId(id), hotspotsOfFire(DB, id, MOST_HOTSPOTS + 1)]),
      );
      if (!fire) throw await noSuchFire(DB, id);
      const body = wholeFireBody(fire, hotspots, MOST_HOTSPOTS, parseConfig(c.env).source);
      return c.json(body, 200, { 'cache-control': CACHE_FIRES });
    },
  );

/** A fire is named after its first hotspot, which tells of the fire that it has become part of. */
async function noSuchFire(db: D1Database, id: string): Promise<HttpProblem> {
  const now = (await available('fire', hotspotByKey(db, id)))?.fire;
  const detail =
    now && now !== id ? `This fire has grown together with an older one: ${now}.` : 'No fire that is kept has this id.';
  return new HttpProblem(404, 'not-found', detail);
}
