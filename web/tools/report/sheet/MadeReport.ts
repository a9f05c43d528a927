import { systemClock } from '#shared/time/Clock.ts';
import type { Asked } from '#web/kit/http/ask.ts';
import type { ReportQuestion } from '#web/kit/routing/reportAddress.ts';
import { loadReport, type ReportData } from '#web/tools/report/data/loadReport.ts';
import { type ReportDay, reportDays } from '#web/tools/report/data/reportDays.ts';
import { type ReportRow, reportCsv, reportRows, sha256 } from '#web/tools/report/data/reportRows.ts';

/** A report that was made. */
export interface MadeReport {
  readonly madeAtMs: number;
  readonly days: readonly ReportDay[];
  readonly data: ReportData;
  readonly rows: readonly ReportRow[];
  readonly csv: string;
  /** SHA-256 of `csv`. */
  readonly hash: string;
}

/** Makes the report. Never rejects. */
export async function makeReport(question: ReportQuestion, signal: AbortSignal): Promise<Asked<MadeReport>> {
  const madeAtMs = systemClock.now();
  const days = reportDays(question);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new RangeError('a report has a day at least');
  const loaded = await loadReport(question, [first.fromMs, last.toMs], { signal });
  if (!loaded.ok) return loaded;
  const rows = reportRows(loaded.value.strikes, question);
  const csv = reportCsv(rows, question.zone);
  return { ok: true, value: { madeAtMs, days, data: loaded.value, rows, csv, hash: await sha256(csv) } };
}
