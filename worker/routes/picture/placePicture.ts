import { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { picturedPlace, placePicturePath } from '#shared/wire/apiPaths.ts';
import { edgeCached } from '#worker/http/edgeCached.ts';
import { PlaceParameter } from '#worker/http/parameters.ts';
import { palettePng } from '#worker/picture/palettePng.ts';
import { placeImage } from '#worker/picture/placeImage.ts';
import { problemAnswer } from '#worker/routes/describe.ts';
import { payRows } from '#worker/routes/inTurn.ts';
import { queryOf } from '#worker/routes/queryOf.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';

/** A picture in no cache costs this many rows of history: some 60 to 100 ms of CPU. */
const PICTURE_ROWS = 10_000;
const CACHE = 'public, max-age=604800';

export const placePicture = new Hono<{ Bindings: Env }>().get(
  '/place.png',
  describeRoute({
    summary: 'A place on the land around it, for link previews',
    description:
      'A PNG of 1200 × 630 pixels with a mark at the place, which is rounded to 0.1 degrees. It says nothing of the sky.',
    responses: {
      200: { description: 'The picture', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
      400: problemAnswer('A parameter is not valid'),
      429: problemAnswer('Your network has used up its share of this minute: wait for Retry-After seconds'),
    },
  }),
  queryOf(v.strictObject({ ll: PlaceParameter })),
  (c) => {
    const { ll } = c.req.valid('query');
    const { areas } = parseConfig(c.env);
    return edgeCached(
      c,
      `/internal${placePicturePath(ll)}`,
      async () => {
        const png = await palettePng(placeImage(picturedPlace(ll), areas.home));
        return new Response(png, { headers: { 'content-type': 'image/png', 'cache-control': CACHE } });
      },
      { dear: true, pay: () => payRows(c, PICTURE_ROWS) },
    );
  },
);
