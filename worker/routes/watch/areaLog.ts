import { Hono } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import * as v from 'valibot';
import { NoteBody } from '#shared/watch/AreaBody.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { decodePageCursor, encodePageCursor } from '#worker/archive/strikePage.ts';
import { checkedBody } from '#worker/http/checkedBody.ts';
import { wholeNumberParameter } from '#worker/http/parameters.ts';
import { problemAnswer } from '#worker/routes/describe.ts';
import { pathParametersOf, queryOf } from '#worker/routes/queryOf.ts';
import type { Env } from '#worker/settings/Env.ts';
import { type LogPage, MOST_LINES } from '#worker/watch/book/AreaLogs.ts';
import { logCsv } from '#worker/watch/book/logLine.ts';
import { AreaPath, askBook, bookKeyOf, keyWith, NO_STORE, REFUSED, WRITE_REFUSED } from './bookRoute.ts';

const MAX_PAGE_LINES = 500;

/** The line after which a page begins. */
const CursorParameter = v.pipe(
  v.string('format'),
  v.description('The cursor from the `next` of the previous page.'),
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
    newest: v.optional(
      wholeNumberParameter(1, MAX_PAGE_LINES, 'So many of the newest lines, in one page. Not together with a cursor.'),
    ),
  }),
  v.forward(
    v.partialCheck([['cursor'], ['newest']], ({ cursor, newest }) => !(cursor && newest), 'conflict'),
    ['newest'],
  ),
);
const LogBody = v.object({
  lines: v.array(v.object({ line: v.number(), atMs: v.number(), entry: v.looseObject({ type: v.string() }) })),
  gone: v.optional(
    v.pipe(
      v.object({ lines: v.number(), untilMs: v.number() }),
      v.description('How many lines are kept no more; when the last of them was written.'),
    ),
  ),
  next: v.optional(v.pipe(v.string(), v.description('Address of the next page. Absent on the last one only.'))),
});

export const areaLog = new Hono<{ Bindings: Env }>()
  .get(
    '/watch/:id/areas/:area/log',
    describeRoute({
      summary: "An area's log",
      description: `In pages, oldest lines first: every page but the last says \`next\` (JSON) and has a Link header (JSON and CSV). With \`newest\`, one page of the newest lines. The newest ${MOST_LINES.toLocaleString('en')} lines of 400 days are kept; \`gone\` says how many older ones went. In CSV a row of the kind \`gone\` says so.`,
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
      const asked = newest === undefined ? { after: cursor, most: limit } : { newest };
      const page = await askBook(c.env, 'lines', id, bookKeyOf(c.req.raw), area, asked);
      const at = nextCursor(page);
      const next = at && `${API_ROOT}/watch/${id}/areas/${area}/log?cursor=${at}&format=${format}&limit=${limit}`;
      c.header('cache-control', 'no-store');
      if (next) c.header('link', `<${next}>; rel="next"`);
      const { lines, gone } = page;
      if (format === 'json') return c.json({ lines, ...(gone ? { gone } : {}), ...(next ? { next } : {}) });
      c.header('content-type', 'text/csv; charset=utf-8');
      c.header('content-disposition', 'attachment; filename="log.csv"');
      // A reader that had read all the deleted lines misses none here.
      return c.body(logCsv(lines, gone !== null && cursor !== gone.lines ? gone : null));
    },
  )
  .post(
    '/watch/:id/areas/:area/log',
    describeRoute({
      summary: "Writes a note into an area's log",
      description: 'With the key of the owner or of those on duty.',
      requestBody: { required: true, content: { 'application/json': { schema: resolver(NoteBody) } } },
      responses: {
        201: { description: 'It is written down' },
        400: problemAnswer('A field is not valid'),
        ...WRITE_REFUSED,
      },
    }),
    pathParametersOf(AreaPath),
    async (c) => {
      const { id, area } = c.req.valid('param');
      const key = await keyWith('duty', c.env, c.req.raw, id);
      const note = await checkedBody(c.req.raw, NoteBody);
      const line = await askBook(c.env, 'note', id, key, area, note);
      return c.json(line, 201, NO_STORE);
    },
  );

function nextCursor({ lines, more }: LogPage): string | undefined {
  const last = lines.at(-1);
  return more && last ? encodePageCursor({ atMs: last.atMs, id: String(last.line) }) : undefined;
}
