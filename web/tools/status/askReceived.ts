import * as v from 'valibot';
import { DAY_MS } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { Status } from '#shared/wire/Status.ts';
import { askCounts } from '#web/kit/http/archiveAnswers.ts';
import { type ApiResult, ask, json } from '#web/kit/http/ask.ts';
import { type Received, receivedOf, shareText, statusFromMs } from './received.ts';

const { ok, source, areas, serverTimeMs, feed } = Status.entries;
const Answer = v.object({
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
export async function askReceived(signal: AbortSignal): Promise<ApiResult<ServiceStatus>> {
  // The status is a 503 with a body while the feed is down.
  const asked = await ask(apiPaths.status, json(Answer), { signal, alsoRead: 503 });
  if (!asked.ok) return asked;
  const { value } = asked;
  const { state, typicalDelayMs, completeToMs = null } = value.feed;
  const nowMs = value.serverTimeMs;
  const counts = await askCounts(value.areas.home, 'hour', { fromMs: statusFromMs(nowMs), toMs: nowMs }, { signal });
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
