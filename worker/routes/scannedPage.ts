import type { Context } from 'hono';
import { systemClock } from '#shared/time/Clock.ts';
import type { StoredRecord } from '../archive/HomeRecord.ts';
import { ScanQueue } from '../archive/ScanQueue.ts';
import { StrikeArchive } from '../archive/StrikeArchive.ts';
import { PAGE_ROWS_READ, type StrikePage, strikePage } from '../archive/strikePage.ts';
import type { StrikeQuery } from '../archive/windowQuery.ts';
import { available } from '../http/available.ts';
import { HttpProblem } from '../http/HttpProblem.ts';
import { clientOf, RateBudget } from '../http/RateBudget.ts';
import { log } from '../observability/log.ts';
import type { Env } from '../settings/Env.ts';

const BUSY_RETRY_S = 2;

/** One scan takes what D1 gives: it runs one statement at a time. Longer waits are better spent by the client. */
const scans = new ScanQueue(
  { slots: 1, maxWaiting: 8, maxWaitMs: 2_000, slotMs: 5_000 },
  systemClock,
  (delayMs, work) => setTimeout(work, delayMs),
);

/** A unit of `HISTORY_RATE` pays for five full pages: the limiter is called seldom, because a call may cost what a page does. */
const budget = new RateBudget({ what: 'the history', costAUnit: 5 * PAGE_ROWS_READ, clock: systemClock, log });

/** Between two looks, whatever came meanwhile is answered: without a pause a chain of scans keeps the thread to itself. */
const othersTurn = () => new Promise<void>((resume) => setTimeout(resume, 1));

export type RecordedPage = StrikePage & { readonly record: StoredRecord };

/** A page from D1 and what was read of home, paid for by the client and read in its turn. */
export async function scannedPage(c: Context<{ Bindings: Env }>, window: StrikeQuery): Promise<RecordedPage> {
  const archive = new StrikeArchive(c.env.DB);
  const client = clientOf(c.req.header('cf-connecting-ip'));
  budget.check(client);
  const scan = scans.run(client, async (giveWay) => {
    // It may have been spent meanwhile, by those who were ahead.
    budget.check(client);
    const read: Parameters<typeof strikePage>[1] = async (...look) => {
      await othersTurn();
      return archive.window(...look);
    };
    // Before the page: what is read meanwhile may be missing from it, and must not be called read.
    const record = await archive.record();
    const page = await strikePage(window, read, PAGE_ROWS_READ, giveWay);
    await budget.charge(c.env.HISTORY_RATE, client, page.rowsRead);
    return { ...page, record };
  });
  // Outlives a client who leaves: a scan that is dropped half-way would keep its slot, and cost nothing.
  c.executionCtx.waitUntil(scan.catch(() => {}));
  const page = await available('archive', scan);
  if (page !== 'busy') return page;
  throw new HttpProblem(503, 'busy', 'Too many ask for history at this moment.', { retryAfterSeconds: BUSY_RETRY_S });
}
