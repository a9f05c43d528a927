import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { PagePosition, StrikeQuery } from './StrikeArchive.ts';

const FIRST_STEP_MS = 6 * HOUR_MS;

/**
 * Cuts a span into windows, newest first, each twice as long as the one before. A page of the newest strikes then reads
 * about twice the rows it returns, however long the span.
 */
export function pageSteps(fromMs: number, toMs: number): { fromMs: number; toMs: number }[] {
  const steps: { fromMs: number; toMs: number }[] = [];
  let lengthMs = FIRST_STEP_MS;
  for (let endMs = toMs; endMs > fromMs; endMs -= lengthMs, lengthMs *= 2) {
    steps.push({ fromMs: Math.max(fromMs, endMs - lengthMs), toMs: endMs });
  }
  return steps;
}

export interface StrikePage {
  readonly strikes: readonly NumberedStrike[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: PagePosition | undefined;
}

/** The newest `limit` strikes of the query, and where the next page begins. `read` queries the archive. */
export async function strikePage(
  query: StrikeQuery,
  read: (window: StrikeQuery) => Promise<NumberedStrike[]>,
): Promise<StrikePage> {
  const wanted = query.limit + 1;
  const found: NumberedStrike[] = [];
  const endMs = Math.min(query.toMs, (query.before?.atMs ?? query.toMs) + 1);
  for (const step of pageSteps(query.fromMs, endMs)) {
    found.push(...(await read({ ...query, ...step, limit: wanted - found.length })));
    if (found.length >= wanted) break;
  }
  const strikes = found.slice(0, query.limit);
  const last = strikes.at(-1);
  return { strikes, next: found.length > query.limit && last ? { atMs: last.atMs, id: last.id } : undefined };
}
