import type { Context } from 'hono';
import type { NumberedStrike } from '#shared/strike.ts';
import type { StoredRecord } from '#worker/archive/HomeRecord.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import {
  type ArchivePage,
  type HistoryPage,
  type HistoryQuery,
  historyPage,
  type Looked,
  PAGE_ROWS_READ,
  strikePage,
} from '#worker/archive/strikePage.ts';
import type { PagePosition, StrikeQuery } from '#worker/archive/windowQuery.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { LOOK_MS, othersTurn } from '#worker/http/inPieces.ts';
import type { Env } from '#worker/settings/Env.ts';
import { inTurn } from './inTurn.ts';

export type RecordedPage = ArchivePage & { readonly record: StoredRecord };

/** Looks between which others have their turn. */
function paced<Look extends unknown[], Answer>(read: (...look: Look) => Promise<Answer>) {
  return async (...look: Look): Promise<Answer> => {
    await othersTurn(LOOK_MS);
    return read(...look);
  };
}

/**
 * A page from D1 and the record of home. The client waits for its turn, and pays for the rows; and for each strike as for
 * `workRows` more, which is what the Worker does with it.
 */
export async function scannedPage(
  c: Context<{ Bindings: Env }>,
  window: StrikeQuery,
  workRows = 0,
): Promise<RecordedPage> {
  const archive = new StrikeArchive(c.env.DB);
  const { page, record } = await inTurn(c, async (giveWay) => {
    // Before the page: what is read meanwhile may be missing from it, and must not be called read.
    const known = await archive.record();
    const read = paced((...look: Parameters<typeof archive.window>) => archive.window(...look));
    const found = await strikePage(window, read, PAGE_ROWS_READ, giveWay);
    return { page: found, record: known, rowsRead: found.rowsRead + workRows * found.strikes.length };
  });
  return { ...page, record };
}

/** A page of what else is kept by time, as `historyPage` reads it. The client pays, and waits for its turn. */
export function scannedRows<Row, Query extends HistoryQuery>(
  c: Context<{ Bindings: Env }>,
  query: Query,
  read: (window: Query, walkRows: number) => Promise<Looked<Row>>,
  positionOf: (row: Row) => PagePosition,
): Promise<HistoryPage<Row>> {
  return inTurn(c, (giveWay) => historyPage(query, paced(read), positionOf, { goOn: giveWay }));
}

/** What all pages that one request reads may cost together. */
export const REQUEST_ROWS = 100_000;
/** A page may cost so much more than any before it, by sorting what it found. */
const DEARER_ROWS = 17_000;

/** Of a request that reads several pages: given what each cost, says whether the next one will stay within `REQUEST_ROWS`. */
export function pageAllowance(): (rowsRead: number) => boolean {
  let [all, dearest] = [0, 0];
  return (rowsRead) => {
    all += rowsRead;
    dearest = Math.max(dearest, rowsRead);
    return all + dearest + DEARER_ROWS <= REQUEST_ROWS;
  };
}

/**
 * The first of the pages after `before` that holds anything, or the last one, and what all of them cost: where a page without
 * rows would be taken for the end.
 * @throws HttpProblem 503 if nothing was found so far and there is more to search
 */
export async function firstFound<Page extends { readonly next: PagePosition | undefined; readonly rowsRead: number }>(
  read: (before: PagePosition | undefined) => Promise<Page>,
  isEmpty: (page: Page) => boolean,
  before: PagePosition | undefined,
): Promise<Page> {
  const mayGoOn = pageAllowance();
  let rowsRead = 0;
  for (let from = before; ; ) {
    const page = await read(from);
    rowsRead += page.rowsRead;
    from = page.next;
    if (!from || !isEmpty(page)) return { ...page, rowsRead };
    if (!mayGoOn(page.rowsRead)) break;
  }
  const detail = 'Nothing was found in what one call may search: ask for a larger box or a shorter time.';
  throw new HttpProblem(503, 'busy', detail, { retryAfterSeconds: 5 });
}

export interface Searched {
  readonly edgeMs: number;
  readonly record: StoredRecord;
}

/** Newest first, as many pages as one request may read; the client pays for each as `scannedPage` says. `visit` says whether to go on. */
export async function scannedPages(
  c: Context<{ Bindings: Env }>,
  window: Omit<StrikeQuery, 'before'>,
  visit: (strikes: readonly NumberedStrike[]) => boolean,
  workRows = 0,
): Promise<Searched> {
  const mayGoOn = pageAllowance();
  let before: PagePosition | undefined;
  let record: StoredRecord | undefined;
  for (;;) {
    const found = await scannedPage(c, { ...window, before }, workRows);
    record ??= found.record;
    before = found.next;
    if (!visit(found.strikes) || !before || !mayGoOn(found.rowsRead)) break;
  }
  // A page may end between two strikes of one millisecond.
  return { edgeMs: before ? before.atMs + 1 : window.fromMs, record };
}
