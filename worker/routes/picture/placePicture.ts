import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { placePicturePath } from '#shared/wire/apiPaths.ts';
import { edgeCached } from '../../http/edgeCached.ts';
import { PlaceParameter } from '../../http/parameters.ts';
import { palettePng } from '../../picture/palettePng.ts';
import { placeImage } from '../../picture/placeImage.ts';
import { parseConfig } from '../../settings/config.ts';
import type { Env } from '../../settings/Env.ts';
import { problemAnswer } from '../describe.ts';
import { queryOf } from '../queryOf.ts';

const CACHE = 'public, max-age=604800';

/** The picture that messengers show beside a link to a strike. */
export const placePicture = new Hono<{ Bindings: Env }>().get(
  '/place.png',
  describeRoute({
    summary: 'A place on the land around it, for link previews',
    description:
      'A PNG of 1200 × 630 pixels with a mark at the place, which is rounded to 0.01 degrees. It says nothing of the sky.',
    responses: {
      200: { description: 'The picture', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
      400: problemAnswer('A parameter is not valid'),
    },
  }),
  queryOf(v.strictObject({ ll: PlaceParameter })),
  (c) => {
    const { ll } = c.req.valid('query');
    const { areas } = parseConfig(c.env);
    return edgeCached(
      `${new URL(c.req.url).origin}/internal${placePicturePath(ll)}`,
      (work) => c.executionCtx.waitUntil(work),
      async () => {
        const png = await palettePng(placeImage(ll, areas.home));
        return new Response(png, { headers: { 'content-type': 'image/png', 'cache-control': CACHE } });
      },
    );
  },
);
