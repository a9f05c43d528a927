import type { Strike } from '#shared/strike.ts';

const PLACE_PER_DEGREE = 1e6;
const CURRENT_PER_KA = 1e3;

const digits = (value: number) => Math.round(value).toString(36);

/**
 * Gives ids to the strikes of one answer, for a source that tells none: time, place and current, in base 36, and which
 * of the strikes alike it is. So a strike has the same id in every answer, however the windows are cut and the rows
 * are ordered. A strike that the source corrects afterwards gets another id.
 *
 * A row that a source sends twice cannot be told from two strikes alike, and counts as two.
 * @returns the id of the next strike, 11 to 40 characters
 */
export function madeIds(): (strike: Omit<Strike, 'id'>) => string {
  const seen = new Map<string, number>();
  return ({ atMs, latitude, longitude, detail }) => {
    const current = detail?.currentKa === undefined ? '' : digits(detail.currentKa * CURRENT_PER_KA);
    const place = [latitude, longitude].map((degrees) => digits(degrees * PLACE_PER_DEGREE));
    const key = [digits(atMs), ...place, current].join('.');
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? key : `${key}.${times}`;
  };
}
