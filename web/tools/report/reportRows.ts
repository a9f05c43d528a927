import { csvRow } from '#shared/csv.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import type { Strike } from '#shared/strike.ts';
import { clippedSpans, lengthMs, mergedSpans, type Span } from '#shared/time.ts';
import { dayAfter } from '#shared/utcDay.ts';
import { zonedDayStartMs, zonedIso } from '#shared/zonedTime.ts';
import type { ReportQuestion } from '#web/kit/addresses/reportAddress.ts';

export interface ReportData {
  readonly strikes: readonly Strike[];
  /** The archive is complete up to here, except for `gaps`; null if no data is known to have been read. */
  readonly completeToMs: number | null;
  /** Gaps before that, oldest first. */
  readonly gaps: readonly Span[];
}

export interface ReportRow extends Strike {
  /** From 1, by distance. */
  readonly number: number;
  /** Distance from the place, to 10 m. */
  readonly km: number;
}

/** By distance, then time: the same strokes always give the same rows. */
export function reportRows(strikes: readonly Strike[], { position }: Pick<ReportQuestion, 'position'>): ReportRow[] {
  return strikes
    .map((strike) => ({ ...strike, km: Number(distanceKm(position, strike).toFixed(2)) }))
    .sort((a, b) => a.km - b.km || a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
    .map((row, index) => ({ ...row, number: index + 1 }));
}

const COLUMNS = ['number', 'id', 'time_utc', 'time_local', 'latitude', 'longitude', 'distance_km'] as const;

/** RFC 4180. The report's hash is that of this text in UTF-8. */
export function reportCsv(rows: readonly ReportRow[], zone: string): string {
  const lines = rows.map(({ number, id, atMs, latitude, longitude, km }) =>
    csvRow([number, id, new Date(atMs).toISOString(), zonedIso(atMs, zone), latitude, longitude, km.toFixed(2)]),
  );
  return `${[csvRow(COLUMNS), ...lines].join('\r\n')}\r\n`;
}

/** In hexadecimal, of the text in UTF-8, as `sha256sum` prints it. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface ReportDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Oldest first. */
export function reportDays({ day, around, zone }: Pick<ReportQuestion, 'day' | 'around' | 'zone'>): ReportDay[] {
  return Array.from({ length: 2 * around + 1 }, (_, index) => {
    const own = dayAfter(day, index - around);
    return { day: own, fromMs: zonedDayStartMs(own, zone), toMs: zonedDayStartMs(dayAfter(own, 1), zone) };
  });
}

export interface DaySum extends ReportDay {
  readonly strokes: number;
  /** The ones within 1 km. */
  readonly near: number;
  readonly observedMs: number;
}

/** Gaps in the span, oldest first; future time counts as a gap. */
export function missingOf([fromMs, toMs]: Span, { completeToMs, gaps }: ReportData): Span[] {
  const tail: Span = [Math.max(fromMs, completeToMs ?? fromMs), toMs];
  return mergedSpans([...clippedSpans(gaps, fromMs, toMs), tail]);
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
