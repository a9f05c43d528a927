import * as v from 'valibot';
import { systemClock } from '#shared/Clock.ts';
import { csvRow } from '#shared/csv.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { MAX_PAGE_ROWS } from '#shared/limits.ts';
import type { Strike } from '#shared/strike.ts';
import { clippedSpans, isoMillis, lengthMs, mergedSpans, type Span } from '#shared/time.ts';
import { dayAfter, isDay } from '#shared/utcDay.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { extentOf, type ReadExtent, StrikeBody, type StrikesResponse, strikesOf } from '#shared/wire/StrikeBody.ts';
import { zonedDay, zonedDayStartMs, zonedIso } from '#shared/zonedTime.ts';
import { type ApiResult, json, type RequestOptions, requestApi } from '#web/kit/http/requestApi.ts';
import { dateTimeFormat } from '#web/kit/i18n/dateTimeFormat.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import { coordinatesText } from '#web/kit/places/usePlaceEntry.ts';
import {
  type DaysAround,
  MAX_REFERENCE_LENGTH,
  MAX_REMARK_LENGTH,
  type ReportQuery,
  type ReportRadiusKm,
} from './reportAddress.ts';

export interface ReportDraft {
  readonly day: string;
  readonly zone: string;
  readonly around: DaysAround;
  readonly radiusKm: ReportRadiusKm;
  readonly reference: string;
  readonly remark: string;
}

export interface ReportDraftErrors {
  readonly day?: 'day' | 'future';
  readonly reference?: 'reference';
  readonly remark?: 'remark';
}

/** Without a query, an empty form for today by this device's clock. */
export function reportDraftOf(query: ReportQuery | undefined, ownZone: string, nowMs: number): ReportDraft {
  const { zone = ownZone, day, around = 1, radiusKm = 10 } = query ?? {};
  return {
    day: day ?? zonedDay(nowMs, zone),
    zone,
    around,
    radiusKm,
    reference: query?.reference ?? '',
    remark: query?.remark ?? '',
  };
}

/** Undefined without a place. */
export function reportQueryOf(
  { day, zone, around, radiusKm, reference, remark }: ReportDraft,
  place: Pick<ReportQuery, 'position' | 'name'> | undefined,
  nowMs: number,
): { readonly ok: true; readonly query: ReportQuery } | { readonly ok: false; readonly errors: ReportDraftErrors } {
  const dayError = !isDay(day) ? 'day' : zonedDayStartMs(day, zone) > nowMs ? 'future' : undefined;
  const errors: ReportDraftErrors = {
    ...(dayError ? { day: dayError } : {}),
    ...(reference.trim().length > MAX_REFERENCE_LENGTH ? { reference: 'reference' } : {}),
    ...(remark.trim().length > MAX_REMARK_LENGTH ? { remark: 'remark' } : {}),
  };
  if (!place || Object.keys(errors).length > 0) return { ok: false, errors };
  const query = { ...place, day, zone, around, radiusKm, reference: reference.trim(), remark: remark.trim() };
  return { ok: true, query };
}

export function zonesToChoose(...first: readonly string[]): string[] {
  return [...new Set([...first, ...ZONES])];
}

const ZONES = [
  'Europe/Sofia',
  'Europe/Athens',
  'Europe/Belgrade',
  'Europe/Bucharest',
  'Europe/Budapest',
  'Europe/Chisinau',
  'Europe/Istanbul',
  'Europe/Ljubljana',
  'Europe/Podgorica',
  'Europe/Rome',
  'Europe/Sarajevo',
  'Europe/Skopje',
  'Europe/Tirane',
  'Europe/Zagreb',
  'UTC',
];

interface ReportData {
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
export function reportRows(strikes: readonly Strike[], { position }: Pick<ReportQuery, 'position'>): ReportRow[] {
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

interface ReportDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Oldest first. */
export function reportDays({ day, around, zone }: Pick<ReportQuery, 'day' | 'around' | 'zone'>): ReportDay[] {
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

export function reportPlaceText(
  { position, name }: { readonly position: Position; readonly name: string },
  locale: string,
) {
  return [name, coordinatesText(position, locale)].filter((part) => part !== '').join(' · ');
}

export function reportDayText(day: string, locale: string): string {
  return dateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));
}

/** An instant in a time zone, to the second. */
export function zonedClockText(atMs: number, zone: string, locale: string): string {
  return dateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone }).format(atMs);
}

function timeText(atMs: number, zone: string, locale: string): string {
  return dateTimeFormat(locale, { timeStyle: 'medium', timeZone: zone }).format(atMs);
}

export function zonedAndUtcText(atMs: number, zone: string, LL: Texts, locale: string): string {
  const local = zonedClockText(atMs, zone, locale);
  return zone === 'UTC' ? local : `${local} (${LL.report.utc({ time: zonedClockText(atMs, 'UTC', locale) })})`;
}

/** To 10 m; whole kilometres without decimals. */
export function reportKmText(km: number, LL: Texts, locale: string): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(km);
  return LL.report.km({ km: number }).replaceAll(' ', '\u00a0');
}

/** Reports "no strokes" only for a day with complete data. */
export function foundText(
  { day, radiusKm, zone }: Pick<ReportQuery, 'day' | 'radiusKm' | 'zone'>,
  sums: readonly DaySum[],
  rows: readonly ReportRow[],
  LL: Texts,
  locale: string,
): string {
  const texts = LL.report.found;
  const text = { km: reportKmText(radiusKm, LL, locale), day: reportDayText(day, locale) };
  const own = sums.find((sum) => sum.day === day);
  const nearest = rows.find(({ atMs }) => own && atMs >= own.fromMs && atMs < own.toMs);
  if (own && nearest) {
    const time = timeText(nearest.atMs, zone, locale);
    return texts.some({ ...text, count: own.strokes, nearest: reportKmText(nearest.km, LL, locale), time });
  }
  if (!own || own.observedMs === 0) return texts.nothing({ day: text.day });
  return own.observedMs < own.toMs - own.fromMs ? texts.part(text) : texts.all(text);
}

export interface GeneratedReport {
  readonly createdAtMs: number;
  readonly days: readonly ReportDay[];
  readonly data: ReportData;
  readonly rows: readonly ReportRow[];
  readonly csv: string;
  /** SHA-256 of `csv`. */
  readonly hash: string;
}

/** Never rejects. */
export async function makeReport(query: ReportQuery, signal: AbortSignal): Promise<ApiResult<GeneratedReport>> {
  const createdAtMs = systemClock.now();
  const days = reportDays(query);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new RangeError('a report has a day at least');
  const loaded = await loadReport(query, [first.fromMs, last.toMs], { signal });
  if (!loaded.ok) return loaded;
  const rows = reportRows(loaded.value.strikes, query);
  const csv = reportCsv(rows, query.zone);
  return { ok: true, value: { createdAtMs, days, data: loaded.value, rows, csv, hash: await sha256(csv) } };
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
  { position, radiusKm }: Pick<ReportQuery, 'position' | 'radiusKm'>,
  [fromMs, toMs]: Span,
  options: RequestOptions,
): Promise<ApiResult<ReportData>> {
  const near = `near=${position.latitude},${position.longitude}&radiusKm=${radiusKm}`;
  const within = `from=${isoMillis(fromMs)}&to=${isoMillis(toMs)}&limit=${MAX_PAGE_ROWS}`;
  const strikes: Strike[] = [];
  let extent: ReadExtent | undefined;
  let next: string | undefined = `${apiPaths.strikes}?${near}&${within}`;
  for (let pages = 0; next !== undefined; pages += 1) {
    if (pages === MOST_PAGES || strikes.length > MOST_STROKES) return { ok: false, errorKind: 'too-wide' };
    const page: ApiResult<StrikesResponse> = await requestApi(next, json(Page), options);
    if (!page.ok) return page.errorKind === 'too-wide' ? { ...page, errorKind: 'broken' } : page;
    strikes.push(...strikesOf(page.value));
    extent = extentOf(page.value, extent);
    next = page.value.next;
  }
  return { ok: true, value: { strikes, completeToMs: extent?.completeToMs ?? null, gaps: extent?.gaps ?? [] } };
}
