import type { MAX_RADIUS_KM } from '#shared/limits.ts';
import type { ROWS_A_UNIT } from '#shared/plans.ts';
import type { apiPaths } from '#shared/wire/apiPaths.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import near from './samples/near.sh?raw';
import script from './samples/stream.js?raw';
import python from './samples/stream.py?raw';

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

const PLACEHOLDER = 'https://lightning.example';

export const atThisSite = (text: string) => text.replaceAll(PLACEHOLDER, siteConfig.origin).trim();

/** `tests/worker/api/samples.test.ts` runs each. */
export const apiSamples = {
  near: atThisSite(near),
  script: atThisSite(script),
  python: atThisSite(python),
  keys: `curl -H 'Authorization: Bearer blk_…' '${siteConfig.origin}${publicPaths.status}'
${siteConfig.origin}${publicPaths.live}?bbox=22.8,42.3,23.9,43&key=blk_…`,
} as const;

/** What to paste into well-known programs. `day`: a past UTC day. */
export function openLines(day: string) {
  const { origin } = siteConfig;
  const ogc = origin + publicPaths.ogc;
  const sofia = 'near=42.6977,23.3219&radiusKm=25';
  return {
    qgis: ogc,
    duckdb: `CREATE SECRET (TYPE http, BEARER_TOKEN 'blk_…', SCOPE '${origin}');
FROM '${origin}/api/v1/files/${day}.parquet' LIMIT 10;`,
    pandas: `geopandas.read_file("${ogc}/collections/strikes-24h/items")`,
    homeAssistant: `${ogc}/collections/strikes-24h/items`,
    sheet: `=IMPORTDATA("${origin}/api/v1/strikes?${sofia}&from=${day}T00:00:00Z&to=${day}T23:59:59Z&format=csv&limit=10000")`,
  } as const;
}
