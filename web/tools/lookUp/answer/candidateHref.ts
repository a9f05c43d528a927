import { DAY_MS } from '#shared/time/hourKey.ts';
import type { StrikeBody } from '#shared/wire/StrikeBody.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { eventPath } from '#web/kit/routing/routes.ts';

const ZOOM = 11;
const MINUTE_MS = 60_000;
const WINDOW_MIN = 10;
/** So far back the map's timeline reaches. */
const REACHED_MS = 14 * DAY_MS - 20 * MINUTE_MS;

/**
 * The address of the map at the moment of a stroke, with the stroke open. Its parameters are those of `mapAddress` and
 * `timelineAddress`, written here so that this page does not load the map's program.
 */
export function candidateHref(
  { id, latitude, longitude, timestamp }: StrikeBody,
  locale: Locale | undefined,
  nowMs: number,
): string {
  const atMs = Date.parse(timestamp);
  const place = `${Number(latitude.toFixed(5))},${Number(longitude.toFixed(5))}`;
  const momentMs = atMs + (WINDOW_MIN / 2) * MINUTE_MS;
  const isReached = momentMs < nowMs && atMs > nowMs - REACHED_MS;
  const moment = isReached ? [`t=${new Date(momentMs).toISOString().slice(0, 16)}Z`, `w=${WINDOW_MIN}`] : [];
  return `${eventPath(id, locale)}?${[`view=${place},${ZOOM}z`, `at=${timestamp}`, `ll=${place}`, ...moment].join('&')}`;
}
