import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { isEmail } from '#shared/contact.ts';
import { csvRow, readCsv } from '#shared/csv.ts';
import { readHotspots } from '#shared/fires/readHotspots.ts';
import { HOME_BOX, parseBBox, parseDecimal } from '#shared/geo/BBox.ts';
import { NAMED_PLACES, nearestNames } from '#shared/geo/NamedPlaces.ts';
import { parseIsoInstant } from '#shared/time.ts';
import { refusedForMs } from '#shared/wire/apiPaths.ts';
import { decodeFeedEvent } from '#shared/wire/FeedEvent.ts';
import { decodePageCursor } from '#worker/archive/StrikeArchive.ts';
import { FAKE_DECLARATIONS } from '#worker/dev/fakes/startTable.ts';
import { parseFormBody, parseJsonBody } from '#worker/features/contact/contactRoutes.ts';
import { messageText } from '#worker/features/contact/outbox.ts';
import { filterRows } from '#worker/features/fires/firms.ts';
import { sentKey } from '#worker/http/keys/apiKeys.ts';
import { retryAfterMs } from '#worker/http/outbound/classifyResponse.ts';
import { boundedLines } from '#worker/http/outbound/readBounded.ts';
import { byteRange, hasTag } from '#worker/http/responses.ts';
import { parseSearchResponse } from '#worker/sources/mtgLi.ts';
import { parseFileName } from '#worker/sources/mtgLiFile.ts';
import { parseEventList } from '#worker/sources/provider.ts';
import { jsonOf } from '#worker/sources/source.ts';
import { tableReader } from '#worker/sources/table.ts';
import { TableDeclaration } from '#worker/sources/tableRows.ts';

/** A parser of text from outside: a source, a visitor, a program of somebody else. */
interface ExternalParser {
  readonly name: string;
  /** What makes it read as far as it can, around what is repeated. */
  readonly before?: string;
  readonly after?: string;
  /** What it is likely to stumble over when repeated, beside `CHUNKS`. */
  readonly chunks?: readonly string[];
  parse(text: string): unknown;
}

/** What parsers stumble over when it is repeated. */
const CHUNKS = [
  ...[' ', '\t', '\n', '\r\n', '\r', ',', ';', '"', '""', '" ', "'", 'a', '0', '9.', '-', '=', '+', '<', '<!--'],
  ...['\\', '%', 'é', '[', '[],', '{"a":', '{},', 'a,b\n', '1,', '"a","b"\n', ' x', '\u2028', '\u0000', '／'],
];

const headed = (headers: Record<string, string>) => new Request('https://example.org/', { headers });
/** As a header may be: without breaks, in Latin-1, without blanks around it. */
const headerText = (text: string) => text.replaceAll(/[^\t\x20-\x7e]/g, '').trim();

const rowsFirms =
  'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,confidence,version,bright_ti5,frp,daynight\n';
const rowFirms = '41.7,23.1,331.2,0.39,0.36,2026-07-20,0048,N,n,2.0NRT,289.7,3.4,N\n';
const AT_MS = Date.UTC(2026, 6, 20, 18);

const table = (changes: object) => tableReader(v.parse(TableDeclaration, changes));
const readTable = {
  csv: table({
    ...FAKE_DECLARATIONS.csv,
    ellipseShare: undefined,
    delimiter: ',',
    finalLineBreak: false,
    fields: { time: 'time', timeUnit: 'iso', latitude: 'lat', longitude: 'lon' },
  }),
  geojson: table(FAKE_DECLARATIONS.geojson),
  ualf: table(FAKE_DECLARATIONS.ualf),
};

const EXTERNAL_PARSERS: readonly ExternalParser[] = [
  { name: 'CSV', parse: (text) => readCsv(text, ',', { rows: 1e9, fields: 1e9 }, () => {}) },
  { name: 'a table in CSV', before: 'time,lat,lon\n', parse: readTable.csv },
  {
    name: 'a table in GeoJSON',
    before: '{"type":"FeatureCollection","features":[',
    after: '0]}',
    chunks: ['{"geometry":{"type":"Point","coordinates":[1,2]}},'],
    parse: readTable.geojson,
  },
  { name: 'a table in UALF', chunks: ['2\t', '2\t\n'], parse: readTable.ualf },
  {
    name: 'FIRMS',
    before: rowsFirms,
    chunks: [rowFirms, ','.repeat(12).concat('\n')],
    parse: (text) => readHotspots(text, 'noaa-20', AT_MS),
  },
  {
    name: 'FIRMS, of Africa',
    before: rowsFirms,
    chunks: [rowFirms],
    // Its bound on lines is an error, which the client tells as one.
    parse: (text) => filterRows(boundedLines(new Response(text), 1e9, 600_000), HOME_BOX).catch(String),
  },
  {
    name: 'events of the provider',
    before: '{"events":[',
    after: '0]}',
    chunks: ['{"id":1},'],
    parse: (text) => parseEventList(jsonOf(text), 600),
  },
  {
    name: 'a search of EUMETSAT',
    before: '{"features":[',
    after: '0]}',
    chunks: ['{"id":"LI-2-LFL--FD--","properties":{"date":"a/b"}},'],
    parse: (text) => parseSearchResponse(jsonOf(text), 'https://example.org', 'c'),
  },
  {
    name: 'a name of EUMETSAT',
    chunks: ['LI-2-LFL--FD--', 'LI-2-LFL--FD--CHK-BODY-', '_C_EUMT_'],
    parse: parseFileName,
  },
  { name: 'a body in JSON', chunks: ['{"message":'], parse: parseJsonBody },
  { name: 'a form', before: 'message=', chunks: ['&a=b', '%0d%0a'], parse: parseFormBody },
  {
    name: 'a contact message',
    parse: (message) => messageText('id', { name: 'a', email: 'b', subject: 'c', message }),
  },
  { name: 'an address of mail', before: 'a@', chunks: ['@', '.', 'a.'], parse: isEmail },
  { name: 'a decimal number', before: '+', after: 'x', chunks: ['0.', '1e', '.'], parse: parseDecimal },
  { name: 'a box', before: '1,2,3,', after: 'x', chunks: ['1,', '1e9,'], parse: (text) => parseBBox(text) },
  { name: 'an instant', before: '2026-07-01T12:00:00.', chunks: ['0', '+03:00'], parse: parseIsoInstant },
  { name: 'a cursor', chunks: ['MTIz'], parse: decodePageCursor },
  {
    name: 'a key',
    before: 'Basic ',
    chunks: ['Basic ', 'Bearer ', 'YTpi'],
    parse: (text) => sentKey(headed({ authorization: headerText(text) }), 'read'),
  },
  { name: 'a range', before: 'bytes=', parse: (text) => byteRange(new Headers({ range: headerText(text) }), '"a"') },
  {
    name: 'tags',
    chunks: ['W/', 'W/"a",', '*'],
    parse: (text) => hasTag(headed({ 'if-none-match': headerText(text) }), '"a"'),
  },
  {
    name: 'Retry-After',
    before: '1',
    chunks: ['Thu, 01 Jan '],
    parse: (text) => [retryAfterMs(text, AT_MS), refusedForMs(503, text)],
  },
  { name: 'an event of the stream', before: '{"t":"', after: '"}', parse: (text) => decodeFeedEvent('hello', text) },
  { name: 'a slug of no place', chunks: ['shch', 'aa', 'Щ'], parse: (text) => nearestNames(text, NAMED_PLACES, 6) },
  { name: 'a cell of CSV, to write', chunks: ['=', '＝', ';=', '"='], parse: (text) => csvRow([text]) },
];

/** About `length` characters that repeat `chunk`. */
function repeatedIn({ before = '', after = '' }: ExternalParser, chunk: string, length: number): string {
  return before + chunk.repeat(Math.ceil(length / chunk.length)) + after;
}

/** Milliseconds of this thread's processor that the parser takes for the text: a clock would count whoever else runs. */
async function parseMs({ parse }: ExternalParser, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await parse(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const LENGTH = 4_000;
/** Sixteen times the text takes sixteen times as long, or 256 times if time grows by its square: a busy machine makes neither of the other. */
const TIMES = 16;
const MOST_GROWTH = 64;
/** What takes no longer is too short to be compared. */
const SHORT_MS = 20;
const ATTEMPTS = 9;

/** How many times as long `TIMES` as much text takes, at the least of as many tries as it takes to be sure. */
async function growthOf(parser: ExternalParser, chunk: string): Promise<number> {
  const [little, much] = [repeatedIn(parser, chunk, LENGTH), repeatedIn(parser, chunk, TIMES * LENGTH)];
  // As often as the other is long: processors count their time in steps of some milliseconds, and one reading may be none.
  const often = async (text: string) => {
    for (let time = 0; time < TIMES; time += 1) await parser.parse(text);
  };
  let [littleMs, muchMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tried = 0; tried < ATTEMPTS; tried += 1) {
    muchMs = Math.min(muchMs, await parseMs(parser, much));
    if (muchMs <= SHORT_MS) return 0;
    littleMs = Math.min(littleMs, (await parseMs({ ...parser, parse: often }, little)) / TIMES);
    if (muchMs / littleMs < MOST_GROWTH) break;
  }
  return muchMs / littleMs;
}

describe('time grows with the length, and no faster, of', () => {
  test.each(EXTERNAL_PARSERS.map((parser) => [parser.name, parser] as const))('%s', async (_, parser) => {
    const any = fc.constantFrom(...CHUNKS, ...(parser.chunks ?? []));
    const chunk = fc.array(any, { minLength: 1, maxLength: 3 }).map((some) => some.join(''));
    await fc.assert(
      fc.asyncProperty(chunk, async (sampled) => {
        expect(await growthOf(parser, sampled)).toBeLessThan(MOST_GROWTH);
      }),
      { numRuns: 60, seed: 42, endOnFailure: true },
    );
  });
});
