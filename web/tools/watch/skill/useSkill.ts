import { bboxCentre } from '#shared/geo/BBox.ts';
import type { Shape } from '#shared/geo/Shape.ts';
import { encodeShape } from '#shared/geo/shapeCode.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { type Area, type AreaState, reachOf } from '#shared/watch/Area.ts';
import { QUIET_MINUTES } from '#shared/watch/alarmSkill.ts';
import { SkillView } from '#shared/watch/skillBody.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { json, requestApi } from '#web/kit/http/requestApi.ts';
import { type QueryState, useQuery } from '#web/kit/http/useQuery.ts';
import { ownTimeZone } from '#web/kit/i18n/index.ts';

/** How good alarms would have been for a place with its rules, or in a region: `BG.plovdiv`, or `BG` for a country. */
export type SkillQuery = { readonly ringsKm: readonly number[]; readonly dwellMin: number } & (
  | { readonly shape: Shape }
  | { readonly region: string }
);

export function skillPath(query: SkillQuery): string {
  const { ringsKm, dwellMin } = query;
  const where = 'region' in query ? { region: query.region } : { shape: shapeCode(query.shape) };
  const fields = { ...where, rings: ringsKm.join(), dwell: String(Math.round(dwellMin)), timeZone: ownTimeZone() };
  return `${apiPaths.skill}?${new URLSearchParams(fields)}`;
}

/** A point rounded to about a kilometre, as the server counts it. */
function shapeCode(shape: Shape): string {
  if (shape.type !== 'Point') return encodeShape(shape);
  const [longitude, latitude] = shape.coordinates;
  return [latitude, longitude].map((degrees) => Number(degrees.toFixed(2))).join();
}

/** Requests when there is a query, and cancels when it changes. */
export function useSkill(query: SkillQuery | undefined): QueryState<SkillView> {
  const path = query && skillPath(query);
  return useQuery(path, (signal) => requestApi(path ?? '', json(SkillView), { signal }));
}

/** Half a degree: for a place watched on this device alone, its position is not sent. */
const STEPS_A_DEGREE = 2;

/** The query for what happened around a watched area, which hides its position to some 50 km. */
export function wideQuery(area: Area): SkillQuery {
  const { latitude, longitude } = bboxCentre(reachOf(area));
  const rounded = [longitude, latitude].map((degrees) => Math.round(degrees * STEPS_A_DEGREE) / STEPS_A_DEGREE);
  const [x = 0, y = 0] = rounded;
  const { ringsKm, dwellMs } = area;
  return { shape: { type: 'Point', coordinates: [x, y] }, ringsKm, dwellMin: dwellMs / MINUTE_MS };
}

/**
 * The time in minutes that the stop ring has been quiet, with complete data: the largest of `QUIET_MINUTES`. Undefined
 * if there is no stop, no data, or less than the first of them.
 */
export function quietMinutes({
  level,
  dataStatus,
  lastMs: [, , stopMs],
  watermarkMs,
}: Pick<AreaState, 'level' | 'dataStatus' | 'lastMs' | 'watermarkMs'>): number | undefined {
  if (level !== 'stop' || dataStatus === 'unknown' || stopMs === null || watermarkMs === null) return undefined;
  const quietMs = watermarkMs - stopMs;
  return QUIET_MINUTES.findLast((minutes) => minutes * MINUTE_MS <= quietMs);
}
