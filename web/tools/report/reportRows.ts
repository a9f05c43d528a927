import { distanceKm } from '#shared/geo/geodesy.ts';
import type { Strike } from '#shared/strike.ts';
import { clippedSpans, lengthMs, mergedSpans, type Span } from '#shared/time/spans.ts';
import { dayAfter } from '#shared/time/utcDay.ts';
import { zonedDayStartMs, zonedIso } from '#shared/time/zonedTime.ts';
import type { ReportQuestion } from '#web/kit/addresses/reportAddress.ts';

/** The archive's strokes for a report. */
export interface ReportData {
  readonly strikes: readonly Strike[];
  /** The archive was read up to here; null if nothing is known to have been read. */
  readonly completeToMs: number | null;
  /** Spans before that which were not read, oldest first. */
  readonly unread: readonly Span[];
}

/** A stroke of the report. */
export interface ReportRow extends Strike {
  /** From 1, by distance. */
  readonly number: number;
  /** From the place, to 10 m. */
  readonly km: number;
}

/** The strokes by distance, then time: the same strokes always make the same rows. */
export function reportRows(strikes: readonly Strike[], { position }: Pick<ReportQuestion, 'position'>): ReportRow[] {
  return strikes
    .map((strike) => ({ ...strike, km: Number(distanceKm(position, strike).toFixed(2)) }))
    .sort((a, b) => a.km - b.km || a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
    .map((row, index) => ({ ...row, number: index + 1 }));
}

/** The columns of the CSV, in order. */
const COLUMNS = ['number', 'id', 'time_utc', 'time_local', 'latitude', 'longitude', 'distance_km'] as const;

/** The rows as the file that is saved, RFC 4180. The report's hash is that of its bytes in UTF-8. */
export function reportCsv(rows: readonly ReportRow[], zone: string): string {
  const lines = rows.map(({ number, id, atMs, latitude, longitude, km }) =>
    [number, quoted(id), new Date(atMs).toISOString(), zonedIso(atMs, zone), latitude, longitude, km.toFixed(2)].join(),
  );
  return `${[COLUMNS.join(), ...lines].join('\r\n')}\r\n`;
}

/** A spreadsheet must not take an id for a formula. */
function quoted(id: string): string {
  const harmless = /^[=+\-@\t\r]/.test(id) ? `'${id}` : id;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** SHA-256 of a text in UTF-8, in hexadecimal, as `sha256sum` prints it. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A day by the clocks of the report's zone. */
export interface ReportDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The days of the report, oldest first. */
export function reportDays({ day, around, zone }: Pick<ReportQuestion, 'day' | 'around' | 'zone'>): ReportDay[] {
  return Array.from({ length: 2 * around + 1 }, (_, index) => {
    const own = dayAfter(day, index - around);
    return { day: own, fromMs: zonedDayStartMs(own, zone), toMs: zonedDayStartMs(dayAfter(own, 1), zone) };
  });
}

/** A day of the report with its sums. */
export interface DaySum extends ReportDay {
  readonly strokes: number;
  /** Of these, those within 1 km. */
  readonly near: number;
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
