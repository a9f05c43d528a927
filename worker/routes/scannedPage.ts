import type { Context } from 'hono';
import type { NumberedStrike } from '#shared/strike.ts';
import { NOTHING_KNOWN, type StoredRecord } from '#worker/archive/HomeRecord.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { type ArchivePage, PAGE_ROWS_READ, strikePage } from '#worker/archive/strikePage.ts';
import type { PagePosition, StrikeQuery } from '#worker/archive/windowQuery.ts';
import { othersTurn } from '#worker/http/inPieces.ts';
import type { Env } from '#worker/settings/Env.ts';
import { inTurn } from './inTurn.ts';

export type RecordedPage = ArchivePage & { readonly record: StoredRecord };

/** A page from D1 and the record of home. The client pays, and waits for its turn. */
export function scannedPage(c: Context<{ Bindings: Env }>, window: StrikeQuery): Promise<RecordedPage> {
  const archive = new StrikeArchive(c.env.DB);
  return inTurn(c, async (giveWay) => {
    const read: Parameters<typeof strikePage>[1] = async (...look) => {
      await othersTurn();
      return archive.window(...look);
    };
    // Before the page: what is read meanwhile may be missing from it, and must not be called read.
    const record = await archive.record();
    const page = await strikePage(window, read, PAGE_ROWS_READ, giveWay);
    return { ...page, record };
  });
}

export interface Searched {
  readonly edgeMs: number;
  readonly record: StoredRecord;
}

/** Newest first, at most `maxPages`; the client pays for each. `visit` says whether to go on. */
export async function scannedPages(
  c: Context<{ Bindings: Env }>,
  window: Omit<StrikeQuery, 'before'>,
  maxPages: number,
  visit: (strikes: readonly NumberedStrike[]) => boolean,
): Promise<Searched> {
  let before: PagePosition | undefined;
  let record = NOTHING_KNOWN;
  for (let page = 0; page < maxPages; page += 1) {
    const found = await scannedPage(c, { ...window, before });
    if (page === 0) record = found.record;
    before = found.next;
    if (!visit(found.strikes) || !before) break;
  }
  // A page may end between two strikes of one millisecond.
  return { edgeMs: before ? before.atMs + 1 : window.fromMs, record };
}
