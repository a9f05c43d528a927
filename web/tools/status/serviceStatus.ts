import * as v from 'valibot';
import { clippedSpans, DAY_MS, HOUR_MS, lengthMs, MINUTE_MS, mergedSpans, type Span } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { Status } from '#shared/wire/Status.ts';
import { fetchCounts } from '#web/kit/http/archiveResponses.ts';
import { type ApiResult, json, requestApi } from '#web/kit/http/requestApi.ts';

const STATUS_DAYS = 14;
/** A shorter gap is not an incident. */
export const LEAST_INCIDENT_MS = 5 * MINUTE_MS;

/** `whole`: all data. `part`: some is missing. `none`: all is missing. `outside`: not measured. */
export type HourState = 'whole' | 'part' | 'none' | 'outside';

export interface ReceivedDay {
  /** Start of the UTC day. */
  readonly fromMs: number;
  /** Its 24 hours. */
  readonly hours: readonly HourState[];
  /** 0 to 1; undefined if none of it was measured. */
  readonly share: number | undefined;
}

export interface Incident {
  readonly fromMs: number;
  readonly toMs: number;
  /** True while it lasts. */
  readonly isOpen: boolean;
}

export interface Received {
  /** The measured time: from the first data to the newest, or to now while data is missing. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly readMs: number;
  /** Oldest first. */
  readonly days: readonly ReceivedDay[];
  /** Newest first. */
  readonly incidents: readonly Incident[];
  /** Gaps that are too short for an incident. */
  readonly shortGaps: { readonly count: number; readonly lengthMs: number };
}

interface Query {
  readonly nowMs: number;
  /** Gaps of the home area, in any order. */
  readonly gaps: readonly Span[];
  /** Home was read up to here; null if it never was. */
  readonly completeToMs: number | null;
  /** The feed is late: data after `completeToMs` is missing, not just pending. */
  readonly isStale: boolean;
}

/** The start of the first shown UTC day: 14 days including today. */
export function statusFromMs(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS) * DAY_MS - (STATUS_DAYS - 1) * DAY_MS;
}

/** Data coverage of the last 14 days. Time before the first data is not measured. Undefined if there is no data. */
export function receivedOf({ nowMs, gaps, completeToMs, isStale }: Query): Received | undefined {
  if (completeToMs === null) return undefined;
  const visibleMs = statusFromMs(nowMs);
  const toMs = isStale ? nowMs : Math.min(nowMs, completeToMs);
  const missing = mergedSpans(clippedSpans([...gaps, [completeToMs, Number.POSITIVE_INFINITY]], visibleMs, toMs));
  const [first] = missing;
  const fromMs = first && first[0] <= visibleMs ? first[1] : visibleMs;
  if (fromMs >= toMs) return undefined;
  const inPeriod = clippedSpans(missing, fromMs, toMs);
  const short = inPeriod.filter(([from, to]) => to - from < LEAST_INCIDENT_MS);
  const long = inPeriod.filter(([from, to]) => to - from >= LEAST_INCIDENT_MS);
  return {
    fromMs,
    toMs,
    readMs: toMs - fromMs - lengthMs(inPeriod),
    days: Array.from({ length: STATUS_DAYS }, (_, day) => dayOf(visibleMs + day * DAY_MS, inPeriod, fromMs, toMs)),
    incidents: long.map(([from, to]) => ({ fromMs: from, toMs: to, isOpen: isStale && to === toMs })).toReversed(),
    shortGaps: { count: short.length, lengthMs: lengthMs(short) },
  };
}

function dayOf(dayMs: number, gaps: readonly Span[], fromMs: number, toMs: number): ReceivedDay {
  const measured = (from: number, to: number) => {
    const [start, end] = [Math.max(from, fromMs), Math.min(to, toMs)];
    return { ofMs: Math.max(0, end - start), missingMs: lengthMs(clippedSpans(gaps, start, end)) };
  };
  const hours = Array.from({ length: 24 }, (_, hour): HourState => {
    const { ofMs, missingMs } = measured(dayMs + hour * HOUR_MS, dayMs + (hour + 1) * HOUR_MS);
    if (ofMs === 0) return 'outside';
    if (missingMs === 0) return 'whole';
    return missingMs < ofMs ? 'part' : 'none';
  });
  const { ofMs, missingMs } = measured(dayMs, dayMs + DAY_MS);
  return { fromMs: dayMs, hours, share: ofMs === 0 ? undefined : 1 - missingMs / ofMs };
}

/** Rounded down to a hundredth of a per cent, so that only complete data is 100 %. */
export function shareText(share: number, locale: string): string {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return percent.format(Math.floor(share * 10_000) / 10_000);
}

const { ok, source, areas, serverTimeMs, feed } = Status.entries;
const Result = v.object({
  ok,
  source,
  areas,
  serverTimeMs,
  feed: v.pick(feed, ['state', 'completeToMs', 'typicalDelayMs']),
});

export interface ServiceStatus {
  readonly nowMs: number;
  readonly state: 'live' | 'delayed' | 'down';
  readonly isSimulated: boolean;
  /** Home was read up to here; null if it never was. */
  readonly completeToMs: number | null;
  readonly typicalDelayMs: number | null;
  /** Strikes in the home area in the last 14 days. */
  readonly strikes: number;
  /** Undefined if there is no data of the last 14 days. */
  readonly received: Received | undefined;
}

/** Requests the feed state and the data coverage of the last 14 days. Returns the first error. */
export async function fetchServiceStatus(signal: AbortSignal): Promise<ApiResult<ServiceStatus>> {
  // The status is a 503 with a body while the feed is down.
  const result = await requestApi(apiPaths.status, json(Result), { signal, alsoRead: 503 });
  if (!result.ok) return result;
  const { value } = result;
  const { state, typicalDelayMs, completeToMs = null } = value.feed;
  const nowMs = value.serverTimeMs;
  const counts = await fetchCounts(value.areas.home, 'hour', { fromMs: statusFromMs(nowMs), toMs: nowMs }, { signal });
  if (!counts.ok) return counts;
  // Gaps after the read position come from the status, which is newer than a cached response.
  const gaps = counts.value.gaps.filter(([, toMs]) => Number.isFinite(toMs));
  return {
    ok: true,
    value: {
      nowMs,
      state,
      isSimulated: value.source === 'simulated',
      completeToMs,
      typicalDelayMs,
      strikes: [...counts.value.strikes.values()].reduce((sum, strikes) => sum + strikes, 0),
      received: receivedOf({ nowMs, gaps, completeToMs, isStale: !value.ok }),
    },
  };
}

const LEAST_MEASURED_MS = 13 * DAY_MS;

/** What this site measured of its claims over the last 14 days. */
export interface MeasuredClaims {
  /** Share of the time with data, as text. */
  readonly uptime: string;
  /** Strikes a day, rounded down. */
  readonly eventsADay: number;
}

/** Undefined if any of the days was not measured, and for simulated data. */
export function measuredClaims(
  { isSimulated, strikes, received }: Pick<ServiceStatus, 'isSimulated' | 'strikes' | 'received'>,
  locale: string,
): MeasuredClaims | undefined {
  if (isSimulated || !received) return undefined;
  const { fromMs, toMs, readMs } = received;
  const measuredMs = toMs - fromMs;
  if (measuredMs < LEAST_MEASURED_MS) return undefined;
  return { uptime: shareText(readMs / measuredMs, locale), eventsADay: Math.floor((strikes * DAY_MS) / measuredMs) };
}
