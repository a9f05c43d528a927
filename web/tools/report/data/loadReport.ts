import * as v from 'valibot';
import { MAX_PAGE_ROWS } from '#shared/limits.ts';
import type { Strike } from '#shared/strike.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { mergedSpans, type Span } from '#shared/time/spans.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { StrikeBody } from '#shared/wire/StrikeBody.ts';
import type { ReportQuestion } from '#web/kit/routing/reportAddress.ts';

const TIMEOUT_MS = 20_000;
/** Beyond that nobody reads a table on paper. */
export const MOST_STROKES = 10_000;
/** A page may be empty and not the last. */
const MOST_PAGES = 40;

const Page = v.object({
  strikes: v.array(StrikeBody),
  completeTo: v.nullable(v.string()),
  unread: v.array(v.object({ from: v.string(), to: v.string() })),
  next: v.optional(v.string()),
});

/** What the archive holds for a report. */
export interface ReportData {
  readonly strikes: readonly Strike[];
  /** Up to when it was read; null if nothing is known to have been. */
  readonly completeToMs: number | null;
  /** What was not read before that, oldest first. */
  readonly unread: readonly Span[];
}

/**
 * Why there is none. `network`: no answer within 20 s. `busy`: too many ask, or this network asked for too much; `waitS`
 * seconds later it can be asked again. `many`: more strokes than a report holds. `server`: what came is no answer.
 */
export type LoadFault = 'network' | 'busy' | 'many' | 'server';

export type LoadedReport =
  | { readonly ok: true; readonly data: ReportData }
  | { readonly ok: false; readonly fault: LoadFault; readonly waitS?: number };

/** Reads all strokes around the place between the instants, page by page. Never rejects. */
export async function loadReport(
  { position, radiusKm }: Pick<ReportQuestion, 'position' | 'radiusKm'>,
  [fromMs, toMs]: Span,
  fetchPage: typeof fetch,
  signal: AbortSignal,
): Promise<LoadedReport> {
  const near = `near=${position.latitude},${position.longitude}&radiusKm=${radiusKm}`;
  const within = `from=${isoMillis(fromMs)}&to=${isoMillis(toMs)}&limit=${MAX_PAGE_ROWS}`;
  const strikes: Strike[] = [];
  const unread: Span[] = [];
  let completeToMs: number | null = Number.POSITIVE_INFINITY;
  let next: string | undefined = `${apiPaths.strikes}?${near}&${within}`;
  for (let pages = 0; next !== undefined; pages += 1) {
    if (pages === MOST_PAGES || strikes.length > MOST_STROKES) return { ok: false, fault: 'many' };
    const page = await load(next, fetchPage, signal);
    if (!page.ok) return page;
    const { completeTo } = page.body;
    strikes.push(...page.body.strikes.map(({ timestamp, ...strike }) => ({ ...strike, atMs: Date.parse(timestamp) })));
    unread.push(...page.body.unread.map(({ from, to }): Span => [Date.parse(from), Date.parse(to)]));
    completeToMs = completeTo === null || completeToMs === null ? null : Math.min(completeToMs, Date.parse(completeTo));
    next = page.body.next;
  }
  return { ok: true, data: { strikes, completeToMs, unread: mergedSpans(unread) } };
}

async function load(path: string, fetchPage: typeof fetch, signal: AbortSignal) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetchPage(path, { signal: AbortSignal.any([signal, timeout]) }).catch(() => undefined);
  if (!response) return { ok: false, fault: 'network' } as const;
  const waitS = Number(response.headers.get('retry-after'));
  if (response.status === 429 || response.status === 503)
    return { ok: false, fault: 'busy', ...(waitS > 0 ? { waitS } : {}) } as const;
  const body = v.safeParse(Page, await response.json().catch(() => undefined));
  return response.ok && body.success
    ? ({ ok: true, body: body.output } as const)
    : ({ ok: false, fault: 'server' } as const);
}
