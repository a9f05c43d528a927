import { bboxContains } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { parseWindow } from '#worker/dev/simulator/parseEventListQuery.ts';
import { type KnownStrike, type SourceAnswer, type SourceStandIn, startSource } from './startSource.ts';
import { type TableFormat, type TableRow, tableRow, tableText } from './tableTexts.ts';

type TableTwist = keyof ReturnType<typeof twistsOf>;
export type TableStandIn = SourceStandIn<TableTwist> & {
  /** As `TABLE_URL` takes it. */
  readonly template: string;
  /** `Authorization` of all requests, in their order. */
  readonly authorizations: readonly (string | undefined)[];
  add(...strikes: readonly KnownStrike[]): void;
};

const TYPES: Readonly<Record<TableFormat, string>> = {
  geojson: 'application/geo+json',
  csv: 'text/csv',
  ualf: 'text/plain',
};

/** A service that answers with a table: strikes of the box and time that were asked for, the newest first. */
export async function startTable(format: TableFormat, port = 0): Promise<TableStandIn> {
  const sky: Strike[] = [];
  const authorizations: (string | undefined)[] = [];
  const source = await startSource({
    port,
    twists: twistsOf(format),
    answer: ({ searchParams }, { authorization }) => {
      authorizations.push(authorization);
      return answer(format, sky, searchParams);
    },
  });
  return {
    ...source,
    template: `${source.url}/strikes?bbox={west},{south},{east},{north}&from={from}&to={to}&limit={limit}`,
    authorizations,
    add: (...strikes) =>
      void sky.push(...strikes.map((strike, index) => ({ ...strike, id: `s${sky.length + index}` }))),
  };
}

function answer(format: TableFormat, sky: readonly Strike[], query: URLSearchParams): SourceAnswer {
  const asked = parseWindow(query);
  if (!asked.ok) return { status: 400, type: 'text/plain', body: `${asked.fault.parameter}\n` };
  const { bbox, fromMs, toMs } = asked.value;
  const found = sky
    .filter(({ atMs, longitude, latitude }) => atMs >= fromMs && atMs < toMs && bboxContains(bbox, longitude, latitude))
    .sort((one, other) => other.atMs - one.atMs);
  // A service in UALF knows no limit.
  const limit = format === 'ualf' ? found.length : Number(query.get('limit') ?? found.length);
  const rows = found.slice(0, limit).map((strike) => tableRow(format, strike));
  return { status: 200, type: TYPES[format], body: tableText(format, rows, found.length) };
}

const MANY = 1_000;

/** What a table may say otherwise. */
function twistsOf(format: TableFormat) {
  const edited = (change: (rows: readonly TableRow[]) => readonly TableRow[]) => (right: SourceAnswer) => {
    const { rows, matched } = rowsOf(format, right.body);
    return { ...right, body: tableText(format, change(rows), matched) };
  };
  return {
    /** Columns and properties by other names; in UALF one column more. */
    renamed: (right: SourceAnswer) => ({ ...right, body: renamed(format, right.body) }),
    errorObject: () => ({ status: 200, type: 'application/json', body: '{"error":"Back soon"}\n' }),
    /** A row that cannot be read beside each that can. */
    badRows: edited((rows) => rows.flatMap((row) => [spoilt(row), row])),
    /** Every row twice. */
    doubled: edited((rows) => rows.flatMap((row) => [row, row])),
    /** Nothing is wrong: another order. */
    shuffled: edited((rows) => [0, 1].flatMap((rest) => rows.filter((_, index) => index % 2 === rest)).reverse()),
    /** More than twice as many rows as there may be. */
    many: edited((rows) => Array.from({ length: MANY }, (_, index) => rows[index % rows.length] ?? '')),
  };
}

function rowsOf(format: TableFormat, body: string): { readonly rows: readonly TableRow[]; readonly matched: number } {
  if (format === 'geojson') {
    const { features, numberMatched } = JSON.parse(body) as { features: object[]; numberMatched: number };
    return { rows: features, matched: numberMatched };
  }
  const lines = body.split(/\r?\n/).filter((line) => line !== '');
  const rows = format === 'csv' ? lines.slice(1) : lines;
  return { rows, matched: rows.length };
}

function spoilt(row: TableRow): TableRow {
  return typeof row === 'string' ? row.replace('.', 'x') : { ...row, geometry: null };
}

function renamed(format: TableFormat, body: string): string {
  if (format === 'ualf') return body.replaceAll('\n', '\t0\n');
  return format === 'csv' ? body.replace('seen at', 'seen') : body.replaceAll('"features"', '"items"');
}
