import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { MAX_PAGE_ROWS } from '#shared/limits.ts';
import type { Strike } from '#shared/strike.ts';
import { isoMillis, type Span } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { extentOf, type ReadExtent, StrikeBody, type StrikesAnswer, strikesOf } from '#shared/wire/StrikeBody.ts';
import type { ReportQuestion } from '#web/kit/addresses/reportAddress.ts';
import { type ApiResult, type AskOptions, ask, json } from '#web/kit/http/ask.ts';
import {
  type ReportData,
  type ReportDay,
  type ReportRow,
  reportCsv,
  reportDays,
  reportRows,
  sha256,
} from './reportRows.ts';

export interface GeneratedReport {
  readonly madeAtMs: number;
  readonly days: readonly ReportDay[];
  readonly data: ReportData;
  readonly rows: readonly ReportRow[];
  readonly csv: string;
  /** SHA-256 of `csv`. */
  readonly hash: string;
}

/** Never rejects. */
export async function makeReport(query: ReportQuestion, signal: AbortSignal): Promise<ApiResult<GeneratedReport>> {
  const madeAtMs = systemClock.now();
  const days = reportDays(query);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new RangeError('a report has a day at least');
  const loaded = await loadReport(query, [first.fromMs, last.toMs], { signal });
  if (!loaded.ok) return loaded;
  const rows = reportRows(loaded.value.strikes, query);
  const csv = reportCsv(rows, query.zone);
  return { ok: true, value: { madeAtMs, days, data: loaded.value, rows, csv, hash: await sha256(csv) } };
}

/** More rows are too many for print. */
export const MOST_STROKES = 10_000;
/** A page may be empty without being the last. */
const MOST_PAGES = 40;

const Page = v.object({
  strikes: v.array(StrikeBody),
  completeTo: v.nullable(v.string()),
  gaps: v.array(v.object({ from: v.string(), to: v.string() })),
  next: v.optional(v.string()),
});

/** Loads all strokes around the place, page by page. Never rejects; `too-wide`: there are more than a report holds. */
export async function loadReport(
  { position, radiusKm }: Pick<ReportQuestion, 'position' | 'radiusKm'>,
  [fromMs, toMs]: Span,
  options: AskOptions,
): Promise<ApiResult<ReportData>> {
  const near = `near=${position.latitude},${position.longitude}&radiusKm=${radiusKm}`;
  const within = `from=${isoMillis(fromMs)}&to=${isoMillis(toMs)}&limit=${MAX_PAGE_ROWS}`;
  const strikes: Strike[] = [];
  let extent: ReadExtent | undefined;
  let next: string | undefined = `${apiPaths.strikes}?${near}&${within}`;
  for (let pages = 0; next !== undefined; pages += 1) {
    if (pages === MOST_PAGES || strikes.length > MOST_STROKES) return { ok: false, errorKind: 'too-wide' };
    const page: ApiResult<StrikesAnswer> = await ask(next, json(Page), options);
    if (!page.ok) return page.errorKind === 'too-wide' ? { ...page, errorKind: 'broken' } : page;
    strikes.push(...strikesOf(page.value));
    extent = extentOf(page.value, extent);
    next = page.value.next;
  }
  return { ok: true, value: { strikes, completeToMs: extent?.completeToMs ?? null, gaps: extent?.gaps ?? [] } };
}
