import { Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { HoldoverBody } from '#shared/holdover/HoldoverBody.ts';
import { MarkBody, MarksBody, MarkView, markFault, markOf } from '#shared/holdover/MarkBody.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { isoSeconds } from '#shared/time/isoTime.ts';
import { checkedBody } from '#worker/http/checkedBody.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { jsonAnswer, problemAnswer } from '#worker/routes/describe.ts';
import { HOLDOVER_SAID, holdoverAnswer } from '#worker/routes/holdover/holdover.ts';
import { HoldoverQuery, readHoldover } from '#worker/routes/holdover/readHoldover.ts';
import { pathParametersOf, queryOf } from '#worker/routes/queryOf.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import type { KeptMark } from '#worker/watch/book/BookMarks.ts';
import { askBook, BookPath, bookKeyOf, HexId, ItemId, keyWith, NO_STORE, REFUSED, WRITE_REFUSED } from './bookRoute.ts';

const MarkPath = v.strictObject({ id: HexId, mark: ItemId });

function viewOf({ id, kind, atMs, place, rainMm, name, note, recordedMs }: KeptMark): MarkView {
  return {
    ...{ id, kind, at: isoSeconds(atMs), place: place as MarkView['place'], recorded: isoSeconds(recordedMs) },
    ...(rainMm === undefined ? {} : { rainMm }),
    ...(name === '' ? {} : { name }),
    ...(note === '' ? {} : { note }),
  };
}

export const marks = new Hono<{ Bindings: Env }>()
  .put(
    '/watch/:id/marks/:mark',
    describeRoute({
      summary: 'Says of a place that lightning struck that it was looked at, that it rained, or that a fire was found',
      description:
        'With the duty or the owner key. The uuid is yours, and makes a repeat harmless. A mark says something of flashes before its time only: a check on the ground leaves a tenth of what is expected, one from the air half, 8 mm of rain or more half, less rain all; a fire that was found closes the cell. Each kind counts once. None of it says that nothing burns. It is written into the logs of all areas, without who said it.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(MarkBody) } } },
      responses: {
        200: jsonAnswer('The mark as it is', MarkView),
        201: jsonAnswer('The new mark', MarkView),
        400: problemAnswer('A field is not valid, or the place is none of which all is read'),
        409: problemAnswer('The book has as many marks of the last 14 days as it may have'),
        413: problemAnswer('The body is too large'),
        ...WRITE_REFUSED,
      },
    }),
    pathParametersOf(MarkPath),
    async (c) => {
      const { id, mark } = c.req.valid('param');
      const key = await keyWith('duty', c.env, c.req.raw, id);
      const body = await checkedBody(c.req.raw, MarkBody);
      const fault = markFault(body, parseConfig(c.env).areas.home, systemClock.now());
      if (fault) {
        const code = fault.rule === 'outside-coverage' ? fault.rule : 'invalid-body';
        throw new HttpProblem(400, code, `${fault.field}: ${fault.rule}.`, { errors: { [fault.field]: fault.rule } });
      }
      const told = { id: mark, ...markOf(body), name: body.name, note: body.note };
      const { created, mark: kept } = await askBook(c.env, 'putMark', id, key, told);
      return c.json(viewOf(kept), created ? 201 : 200, NO_STORE);
    },
  )
  .get(
    '/watch/:id/marks',
    describeRoute({
      summary: 'The marks of a watchbook, the newest first',
      description:
        'With any key of the book; names and notes are for the duty and the owner key, for 90 days. A mark is kept for 400 days, 200 at most of a book; after 14 days it changes no list any more.',
      responses: { 200: jsonAnswer('The marks', MarksBody), ...REFUSED },
    }),
    pathParametersOf(BookPath),
    async (c) => {
      const kept = await askBook(c.env, 'marks', c.req.valid('param').id, bookKeyOf(c.req.raw));
      return c.json({ marks: kept.map(viewOf) } satisfies MarksBody, 200, NO_STORE);
    },
  )
  .delete(
    '/watch/:id/marks/:mark',
    describeRoute({
      summary: 'Takes a mark back',
      description: 'With the owner key. It is written into the logs.',
      responses: { 204: { description: 'It is gone' }, ...REFUSED },
    }),
    pathParametersOf(MarkPath),
    async (c) => {
      const { id, mark } = c.req.valid('param');
      await askBook(c.env, 'removeMark', id, bookKeyOf(c.req.raw), mark);
      return c.body(null, 204);
    },
  )
  .get(
    '/watch/:id/holdover',
    describeRoute({
      summary: 'As `GET /holdover`, after the marks of the watchbook',
      description: `${HOLDOVER_SAID} With any key of the book. Names and notes of marks are in none of the formats.`,
      responses: {
        200: jsonAnswer('The list', HoldoverBody),
        400: problemAnswer('A parameter is not valid'),
        429: problemAnswer('Your network has used up its share of this minute: wait for Retry-After seconds'),
        ...REFUSED,
      },
    }),
    pathParametersOf(BookPath),
    queryOf(HoldoverQuery),
    async (c) => {
      const query = c.req.valid('query');
      const kept = await askBook(c.env, 'marks', c.req.valid('param').id, bookKeyOf(c.req.raw));
      return holdoverAnswer(query.format, await readHoldover(c, query, kept), NO_STORE['cache-control']);
    },
  );
