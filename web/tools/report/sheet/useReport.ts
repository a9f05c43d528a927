import { useEffect, useState } from 'react';
import { systemClock } from '#shared/time/Clock.ts';
import type { ReportQuestion } from '#web/kit/routing/reportAddress.ts';
import { type LoadFault, loadReport, type ReportData } from '#web/tools/report/data/loadReport.ts';
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

export type ReportState =
  | { readonly state: 'running' }
  | { readonly state: 'failed'; readonly fault: LoadFault; readonly waitS?: number }
  | { readonly state: 'made'; readonly report: MadeReport };

/** Makes the report once. */
export function useReport(question: ReportQuestion): ReportState {
  const [state, setState] = useState<ReportState>({ state: 'running' });
  useEffect(() => {
    const controller = new AbortController();
    make(question, controller.signal).then((made) => {
      if (!controller.signal.aborted) setState(made);
    });
    return () => controller.abort();
  }, [question]);
  return state;
}

async function make(question: ReportQuestion, signal: AbortSignal): Promise<ReportState> {
  const madeAtMs = systemClock.now();
  const days = reportDays(question);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new RangeError('a report has a day at least');
  const loaded = await loadReport(question, [first.fromMs, last.toMs], (...call) => fetch(...call), signal);
  if (!loaded.ok) return { state: 'failed', ...loaded };
  const rows = reportRows(loaded.data.strikes, question);
  const csv = reportCsv(rows, question.zone);
  return { state: 'made', report: { madeAtMs, days, data: loaded.data, rows, csv, hash: await sha256(csv) } };
}
