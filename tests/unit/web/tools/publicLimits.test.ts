import { expect, test } from 'vitest';
import { MAX_HISTORY_WINDOW_MS, MAX_RADIUS_KM } from '#shared/limits.ts';
import { PLAN_NAMES, ROWS_A_UNIT } from '#shared/plans.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { publicLimits, publicPaths } from '#web/tools/api/publicLimits.ts';

test('the API page says what the API holds to', () => {
  expect(publicLimits).toEqual({
    radiusKm: MAX_RADIUS_KM,
    days: MAX_HISTORY_WINDOW_MS / DAY_MS,
    rows: ROWS_A_UNIT,
    plans: PLAN_NAMES,
  });
  expect(apiPaths).toMatchObject(publicPaths);
});
