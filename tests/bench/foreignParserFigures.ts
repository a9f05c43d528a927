import * as v from 'valibot';
import { isEmail } from '#shared/contact.ts';
import { csvRow, readCsv } from '#shared/csv.ts';
import { readHotspots } from '#shared/fires/readHotspots.ts';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { parseBBox, parseDecimal } from '#shared/geo/BBox.ts';
import { NAMED_PLACES } from '#shared/places/NamedPlaces.ts';
import { nearestNames } from '#shared/places/nearestNames.ts';
import { parseIsoInstant } from '#shared/time/isoTime.ts';
import { decodeFeedEvent } from '#shared/wire/feedCodec.ts';
import { refusedForMs } from '#shared/wire/reconnectDelay.ts';
import { decodePageCursor } from '#worker/archive/strikePage.ts';
import { messageText } from '#worker/contact/outbox.ts';
import { writeLfl } from '#worker/dev/standIns/sources/mtgLi/writeLfl.ts';
import { STAND_IN_DECLARATIONS } from '#worker/dev/standIns/sources/tableTexts.ts';
import { sieveRows } from '#worker/fires/firms/sieveRows.ts';
import { byteRange } from '#worker/http/byteRange.ts';
import { hasTag } from '#worker/http/entityTag.ts';
import { sentKey } from '#worker/keys/keyText.ts';
import { retryAfterMs } from '#worker/outbound/classifyAnswer.ts';
import { boundedLines } from '#worker/outbound/readBounded.ts';
import { parseFormBody, parseJsonBody } from '#worker/routes/closed/contact.ts';
import { parseFileName } from '#worker/sources/mtgLi/fileName.ts';
import { readLfl } from '#worker/sources/mtgLi/readLfl.ts';
import { parseSearchAnswer } from '#worker/sources/mtgLi/searchAnswer.ts';
import { jsonOf } from '#worker/sources/port/askSource.ts';
import { parseEventList } from '#worker/sources/provider/parseEventList.ts';
import { tableReader } from '#worker/sources/table/readTable.ts';
import { TableDeclaration } from '#worker/sources/table/TableDeclaration.ts';
import { type Figure, SHOWN, timeAtMost } from './Figure.ts';

/** A parser of text from outside: a source, a visitor, a program of somebody else. */
export interface ForeignParser {
  readonly name: string;
  /** What makes it read as far as it can, around what is repeated. */
  readonly before?: string;
  readonly after?: string;
  /** What it is likely to stumble over when repeated, beside `PIECES`. */
  readonly pieces?: readonly string[];
  parse(text: string): unknown;
}

/** What parsers stumble over when it is repeated. */
export const PIECES = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    ',',
    ';',
    '"',
    '""',
    '" ',
    "'",
    'a',
    '0',
    '9.',
    '-',
    '=',
    '+',
    '<',
    '<!--',
    '\\',
    '%',
    'é',
  ],
  ...['[', '[],', '{"a":', '{},', 'a,b\n', '1,', '"a","b"\n', ' x', '\u2028', '\u0000', '／'],
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
    ...STAND_IN_DECLARATIONS.csv,
    ...{ ellipseShare: undefined, delimiter: ',', finalLineBreak: false },
    fields: { time: 'time', timeUnit: 'iso', latitude: 'lat', longitude: 'lon' },
  }),
  geojson: table(STAND_IN_DECLARATIONS.geojson),
  ualf: table(STAND_IN_DECLARATIONS.ualf),
};

export const FOREIGN_PARSERS: readonly ForeignParser[] = [
  { name: 'CSV', parse: (text) => readCsv(text, ',', { rows: 1e9, fields: 1e9 }, () => {}) },
  { name: 'a table in CSV', before: 'time,lat,lon\n', parse: readTable.csv },
  {
    name: 'a table in GeoJSON',
    before: '{"type":"FeatureCollection","features":[',
    after: '0]}',
    pieces: ['{"geometry":{"type":"Point","coordinates":[1,2]}},'],
    parse: readTable.geojson,
  },
  { name: 'a table in UALF', pieces: ['2\t', '2\t\n'], parse: readTable.ualf },
  {
    name: 'FIRMS',
    before: rowsFirms,
    pieces: [rowFirms, ','.repeat(12).concat('\n')],
    parse: (text) => readHotspots(text, 'noaa-20', AT_MS),
  },
  {
    name: 'FIRMS, of Africa',
    before: rowsFirms,
    pieces: [rowFirms],
    // Its bound on lines is an error, which the client tells as one.
    parse: (text) => sieveRows(boundedLines(new Response(text), 1e9, 600_000), HOME_BOX).catch(String),
  },
  {
    name: 'events of the provider',
    before: '{"events":[',
    after: '0]}',
    pieces: ['{"id":1},'],
    parse: (text) => parseEventList(jsonOf(text), 600),
  },
  {
    name: 'a search of EUMETSAT',
    before: '{"features":[',
    after: '0]}',
    pieces: ['{"id":"LI-2-LFL--FD--","properties":{"date":"a/b"}},'],
    parse: (text) => parseSearchAnswer(jsonOf(text), 'https://example.org', 'c'),
  },
  {
    name: 'a name of EUMETSAT',
    pieces: ['LI-2-LFL--FD--', 'LI-2-LFL--FD--CHK-BODY-', '_C_EUMT_'],
    parse: parseFileName,
  },
  { name: 'a body in JSON', pieces: ['{"message":'], parse: parseJsonBody },
  { name: 'a form', before: 'message=', pieces: ['&a=b', '%0d%0a'], parse: parseFormBody },
  {
    name: 'a contact message',
    parse: (text) => messageText('id', { name: 'a', email: 'b', subject: 'c', message: text }),
  },
  { name: 'an address of mail', before: 'a@', pieces: ['@', '.', 'a.'], parse: isEmail },
  { name: 'a decimal number', before: '+', after: 'x', pieces: ['0.', '1e', '.'], parse: parseDecimal },
  { name: 'a box', before: '1,2,3,', after: 'x', pieces: ['1,', '1e9,'], parse: (text) => parseBBox(text) },
  { name: 'an instant', before: '2026-07-01T12:00:00.', pieces: ['0', '+03:00'], parse: parseIsoInstant },
  { name: 'a cursor', pieces: ['MTIz'], parse: decodePageCursor },
  {
    name: 'a key',
    before: 'Basic ',
    pieces: ['Basic ', 'Bearer ', 'YTpi'],
    parse: (text) => sentKey(headed({ authorization: headerText(text) }), 'read'),
  },
  { name: 'a range', before: 'bytes=', parse: (text) => byteRange(new Headers({ range: headerText(text) }), '"a"') },
  {
    name: 'tags',
    pieces: ['W/', 'W/"a",', '*'],
    parse: (text) => hasTag(headed({ 'if-none-match': headerText(text) }), '"a"'),
  },
  {
    name: 'Retry-After',
    before: '1',
    pieces: ['Thu, 01 Jan '],
    parse: (text) => [retryAfterMs(text, AT_MS), refusedForMs(503, text)],
  },
  { name: 'an event of the stream', before: '{"t":"', after: '"}', parse: (text) => decodeFeedEvent('hello', text) },
  { name: 'a slug of no place', pieces: ['shch', 'aa', 'Щ'], parse: (text) => nearestNames(text, NAMED_PLACES, 6) },
  { name: 'a cell of CSV, to write', pieces: ['=', '＝', ';=', '"='], parse: (text) => csvRow([text]) },
];

/** About `length` characters that repeat `piece`. */
export function repeatedIn({ before = '', after = '' }: ForeignParser, piece: string, length: number): string {
  return before + piece.repeat(Math.ceil(length / piece.length)) + after;
}

/** Milliseconds of this thread's processor that the parser takes for the text: a clock would count whoever else runs. */
export async function parseMs({ parse }: ForeignParser, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await parse(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const LENGTH = 5_000_000;
const MOST_MS = 1_000;

/** 5 MB of what each parser takes longest for, of the pieces that parsers stumble over. */
export async function worstOf(parser: ForeignParser): Promise<{ readonly ms: number; readonly piece: string }> {
  let worst = { ms: 0, piece: '' };
  for (const piece of [...PIECES, ...(parser.pieces ?? [])]) {
    const ms = await parseMs(parser, repeatedIn(parser, piece, LENGTH));
    if (ms > worst.ms) worst = { ms, piece };
  }
  // A pause of the machine is not the parser's: the worst is measured twice.
  return { ...worst, ms: Math.min(worst.ms, await parseMs(parser, repeatedIn(parser, worst.piece, LENGTH))) };
}

const HDF5 =
  'W_XX-EUMETSAT-Darmstadt,IMG+SAT,MTI1+LI-2-LFL--FD--CHK-BODY--ARC-NC4E_C_EUMT_20261029130020_L2PF_OPE_20261029125003_20261029130003_N__O_0078_0001.nc';
/** So many bytes of zeros in one chunk. */
const INFLATED_BYTES = 200_000_000;

export async function foreignParserFigures(): Promise<Figure[]> {
  const common = { group: 'parsers', unit: 'ms', ...timeAtMost(MOST_MS, 2 * MOST_MS) } as const;
  const figures: Figure[] = [];
  for (const parser of FOREIGN_PARSERS) {
    const { ms, piece } = await worstOf(parser);
    figures.push({ ...common, name: `${parser.name}, 5 MB of ${JSON.stringify(piece).slice(0, 24)}`, ours: ms });
  }
  const fromMs = Date.UTC(2026, 9, 29, 12, 50, 3);
  const hostile = await writeLfl({
    ...{ fromMs, toMs: fromMs + 600_000, flashes: [], fault: 'large-chunks', chunkBytes: INFLATED_BYTES },
  });
  const lfl: ForeignParser = {
    name: 'HDF5',
    parse: () => {
      try {
        return readLfl(hostile, HDF5);
      } catch (error) {
        return error;
      }
    },
  };
  const short = `${rowsFirms}${'1\n'.repeat(12_000_000)}`;
  const firms: ForeignParser = { name: 'FIRMS', parse: (text) => readHotspots(text, 'noaa-20', AT_MS) };
  const inflates = `HDF5 of ${hostile.length.toLocaleString('en')} bytes that inflates to ${INFLATED_BYTES / 1e6} MB`;
  const heldBefore = process.memoryUsage().heapUsed;
  figures.push({ ...common, name: inflates, ours: await parseMs(lfl, '') });
  figures.push({ ...common, name: 'FIRMS of 24 MB in short rows', ours: await parseMs(firms, short) });
  const heldMb = (process.memoryUsage().heapUsed - heldBefore) / 1e6;
  figures.push({ group: 'parsers', name: 'held after both, before collection', unit: 'MB', ours: heldMb, ...SHOWN });
  return figures;
}
