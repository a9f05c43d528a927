import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode';
import type { NumberedStrike } from '#shared/strike.ts';
import type { PagePosition, StrikeQuery } from './windowQuery.ts';

/** Rows that the database may read for one page, give or take the last step: a few ms of its time. */
export const PAGE_ROWS_READ = 20_000;
const FIRST_WALK_ROWS = 2_000;
/** A walk reads each row that it passes twice: to find the edge, and to read the strikes after it. */
const READS_A_ROW = 2;

export interface WindowAnswer {
  readonly strikes: readonly NumberedStrike[];
  /** The window was searched down to this instant, inclusive; `fromMs` if all of it was. */
  readonly edgeMs: number;
  readonly rowsRead: number;
}

export interface ArchivePage {
  readonly strikes: readonly NumberedStrike[];
  /** Where the next page begins; undefined on the last one. A page without strikes may have one. */
  readonly next: PagePosition | undefined;
  readonly rowsRead: number;
}

/** As `WindowAnswer`, of whatever is kept by time. */
export interface Looked<Row> extends Omit<WindowAnswer, 'strikes'> {
  readonly rows: readonly Row[];
}

/** As `ArchivePage`, of whatever is kept by time. */
export interface HistoryPage<Row> extends Omit<ArchivePage, 'strikes'> {
  readonly rows: readonly Row[];
}

export type HistoryQuery = Pick<StrikeQuery, 'fromMs' | 'toMs' | 'before' | 'limit'>;

export interface PageEffort {
  readonly maxRowsRead?: number | undefined;
  /** Whether to look again, given the rows of the look before. */
  readonly goOn?: ((rowsRead: number) => Promise<boolean>) | undefined;
}

function endOf(before: PagePosition | undefined): number {
  if (!before) return Number.POSITIVE_INFINITY;
  return before.id === '' ? before.atMs : before.atMs + 1;
}

/**
 * The newest rows of the query, `limit` at most, and where the next page begins. `read` passes about `walkRows` rows.
 * Looks grow fourfold until the page is full, the query searched, `maxRowsRead` spent, or `goOn` says no.
 */
export async function historyPage<Row, Query extends HistoryQuery>(
  query: Query,
  read: (window: Query, walkRows: number) => Promise<Looked<Row>>,
  positionOf: (row: Row) => PagePosition,
  { maxRowsRead = PAGE_ROWS_READ, goOn = () => Promise.resolve(true) }: PageEffort = {},
): Promise<HistoryPage<Row>> {
  const wanted = query.limit + 1;
  const found: Row[] = [];
  let toMs = Math.min(query.toMs, endOf(query.before));
  let rowsRead = 0;
  for (let walkRows = Math.max(FIRST_WALK_ROWS, 2 * wanted); toMs > query.fromMs; walkRows *= 4) {
    const affordable = Math.floor((maxRowsRead - rowsRead) / READS_A_ROW);
    if (affordable <= 0) break;
    const answer = await read({ ...query, toMs, limit: wanted - found.length }, Math.min(walkRows, affordable));
    found.push(...answer.rows);
    rowsRead += answer.rowsRead;
    toMs = answer.edgeMs;
    if (found.length >= wanted || toMs <= query.fromMs) break;
    if (!(await goOn(answer.rowsRead))) break;
  }
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  if (found.length > query.limit && last) return { rows, next: positionOf(last), rowsRead };
  return { rows, next: toMs > query.fromMs ? { atMs: toMs, id: '' } : undefined, rowsRead };
}

/** A page of strikes, as `historyPage`. */
export async function strikePage(
  query: StrikeQuery,
  read: (window: StrikeQuery, walkRows: number) => Promise<WindowAnswer>,
  maxRowsRead?: number,
  goOn?: PageEffort['goOn'],
): Promise<ArchivePage> {
  const { rows, ...page } = await historyPage(
    query,
    async (...look) => {
      const { strikes, ...looked } = await read(...look);
      return { rows: strikes, ...looked };
    },
    ({ atMs, id }) => ({ atMs, id }),
    { maxRowsRead, goOn },
  );
  return { strikes: rows, ...page };
}

export function encodePageCursor({ atMs, id }: PagePosition): string {
  return encodeBase64Url(new TextEncoder().encode(`${atMs}.${id}`).buffer).replaceAll('=', '');
}

/** Undefined for a text that `encodePageCursor` did not write. */
export function decodePageCursor(token: string): PagePosition | undefined {
  if (!/^[\w-]{1,512}$/.test(token)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(decodeBase64Url(token));
    const match = /^(\d{1,15})\.(.{0,128})$/s.exec(text);
    return match?.[1] !== undefined && match[2] !== undefined ? { atMs: Number(match[1]), id: match[2] } : undefined;
  } catch {
    return undefined;
  }
}
