import type { MAX_RADIUS_KM } from '#shared/limits.ts';
import type { ROWS_A_UNIT } from '#shared/plans.ts';
import type { apiPaths } from '#shared/wire/apiPaths.ts';

/* The API's own values, checked by the compiler or a test: importing the values would bundle the map's feed. */
const mostKm: typeof MAX_RADIUS_KM = 100;
const rows: typeof ROWS_A_UNIT = 2_000;
const live: typeof apiPaths.live = '/api/v1/live';
const status: typeof apiPaths.status = '/api/v1/status';
const openapi: typeof apiPaths.openapi = '/api/v1/openapi.json';
const ogc: typeof apiPaths.ogc = '/api/v1/ogc';

/** The same in all languages. */
export const planNames = { basic: 'Basic', professional: 'Professional', enterprise: 'Enterprise' } as const;

export const publicPaths = { live, status, openapi, ogc } as const;
export const publicLimits = { radiusKm: mostKm, days: 31, rows } as const;
