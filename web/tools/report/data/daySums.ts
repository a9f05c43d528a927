import { clippedSpans, lengthMs, mergedSpans, type Span } from '#shared/time/spans.ts';
import type { ReportData } from './loadReport.ts';
import type { ReportDay } from './reportDays.ts';
import type { ReportRow } from './reportRows.ts';

/** What a report says of one of its days. */
export interface DaySum extends ReportDay {
  readonly strokes: number;
  /** Of these, those within 1 km. */
  readonly near: number;
  /** How much of the day was read. */
  readonly observedMs: number;
}

/** The time of the span that was not read, oldest first: what is not over yet is not read either. */
export function missingOf([fromMs, toMs]: Span, { completeToMs, unread }: ReportData): Span[] {
  const tail: Span = [Math.max(fromMs, completeToMs ?? fromMs), toMs];
  return mergedSpans([...clippedSpans(unread, fromMs, toMs), tail]);
}

export function daySums(days: readonly ReportDay[], rows: readonly ReportRow[], data: ReportData): DaySum[] {
  return days.map((day) => {
    const own = rows.filter(({ atMs }) => atMs >= day.fromMs && atMs < day.toMs);
    const missingMs = lengthMs(missingOf([day.fromMs, day.toMs], data));
    return {
      ...day,
      strokes: own.length,
      near: own.filter(({ km }) => km <= 1).length,
      observedMs: day.toMs - day.fromMs - missingMs,
    };
  });
}
