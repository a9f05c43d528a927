import type { Context } from 'hono';
import { systemClock } from '#shared/Clock.ts';
import { ROWS_A_UNIT } from '#shared/plans.ts';
import { PAGE_ROWS_READ } from '#worker/archive/StrikeArchive.ts';
import type { Env } from '#worker/http/Env.ts';
import { log } from '#worker/http/outbound/log.ts';
import { RateBudget } from '#worker/http/RateBudget.ts';
import { available, HttpProblem, LOOK_MS, yieldTask } from '#worker/http/responses.ts';
import { type GiveWay, ScanQueue } from '#worker/http/ScanQueue.ts';
import { callerOf, chargeTrial } from '../http/keys/requireKey.ts';

const BUSY_RETRY_S = 2;

/** D1 runs one statement at a time. For longer waits, the client should retry. */
const scans = new ScanQueue(
  { slots: 1, maxWaiting: 8, maxWaitMs: 2_000, slotMs: 5_000 },
  systemClock,
  (delayMs, work) => setTimeout(work, delayMs),
  () => log('warn', 'scan.slot-lost', { queue: 'history' }),
);

/** One unit pays for five full pages, because a call of the limiter may cost as much as a page. */
const budget = new RateBudget({ what: 'history', costAUnit: 5 * PAGE_ROWS_READ, clock: systemClock, log });

interface Search {
  readonly rowsRead: number;
}

const unitsOf = (rows: number) => Math.floor(rows / ROWS_A_UNIT);

/** Runs the search in fair order, paid from the key's units or from the network's fair share. */
async function paidScan<Result extends Search>(
  c: Context<{ Bindings: Env }>,
  search: (giveWay: GiveWay) => Promise<Result>,
): Promise<Result | 'busy'> {
  const caller = callerOf(c);
  const bearer = c.get('bearer');
  if (bearer) {
    const costOf = (result: Result | 'busy') => (result === 'busy' ? 0 : unitsOf(result.rowsRead));
    const scan = () => scans.run(caller, (giveWay) => yieldTask(LOOK_MS).then(() => search(giveWay)));
    return bearer.payWork(unitsOf(PAGE_ROWS_READ), scan, costOf);
  }
  budget.check(caller);
  const scanned = await scans.run(caller, async (giveWay) => {
    // Callers ahead may have used up the share meanwhile.
    budget.check(caller);
    await yieldTask(LOOK_MS);
    const result = await search(giveWay);
    await budget.charge(c.env.HISTORY_RATE, caller, result.rowsRead);
    return result;
  });
  if (scanned !== 'busy') await chargeTrial(c, unitsOf(scanned.rowsRead));
  return scanned;
}

/**
 * Charges the caller for `rows` of history.
 * @throws HttpProblem 429 if its share is used up
 */
export async function payRows(c: Context<{ Bindings: Env }>, rows: number): Promise<void> {
  const bearer = c.get('bearer');
  const units = unitsOf(rows);
  if (bearer) {
    return bearer.payWork(
      units,
      async () => {},
      () => units,
    );
  }
  const caller = callerOf(c);
  budget.check(caller);
  await budget.charge(c.env.HISTORY_RATE, caller, rows);
  budget.check(caller);
  await chargeTrial(c, units);
}

/**
 * Searches the archive in fair order, and charges the caller for the rows.
 * @throws HttpProblem 429 if its share is used up, 503 if there are too many requests or the archive does not respond
 */
export async function inQueue<Result extends Search>(
  c: Context<{ Bindings: Env }>,
  search: (giveWay: GiveWay) => Promise<Result>,
): Promise<Result> {
  const scan = paidScan(c, search);
  // Continues after the client left: a scan dropped half-way would keep its slot, and cost nothing.
  c.executionCtx.waitUntil(scan.catch(() => {}));
  const result = await available('archive', scan);
  if (result !== 'busy') return result;
  throw new HttpProblem(503, 'busy', 'Too many history requests at the moment.', { retryAfterSeconds: BUSY_RETRY_S });
}
