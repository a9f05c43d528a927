import type { Context } from 'hono';
import { FIRMS_DISCLAIMER } from '#shared/fires/FiresBody.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { keptSinceMs } from '#worker/archive/readExtent.ts';
import { attributionBody } from '#worker/routes/attribution.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import type { CollectionId } from './collections.ts';

/** What the answers to one request say of this deployment. None of it needs the archive. */
export interface OgcSite {
  /** `https://` and a host, as the client called it. */
  readonly origin: string;
  /** Absolute address of the landing page: GDAL cuts relative links short. */
  readonly root: string;
  readonly home: BBox;
  readonly nowMs: number;
  /** What is older is kept no longer. On an edge of ten minutes, as the counts are. */
  readonly keptFromMs: number;
  /** A day ago, or up to ten minutes earlier. */
  readonly dayFromMs: number;
  /** Whose data they are, as the licence asks for it, or as the operator says. */
  readonly attribution: string;
  /** Strikes and fires are made up. */
  readonly simulated: boolean;
}

/** Counts are by so much time. */
export const TENTH_MS = 10 * MINUTE_MS;

export function siteOf(c: Context<{ Bindings: Env }>): OgcSite {
  const { areas, historyDays, source } = parseConfig(c.env);
  const nowMs = systemClock.now();
  const { origin } = new URL(c.req.url);
  const keptFromMs = Math.ceil(keptSinceMs(historyDays, nowMs) / TENTH_MS) * TENTH_MS;
  const dayFromMs = Math.max(keptFromMs, Math.floor((nowMs - DAY_MS) / TENTH_MS) * TENTH_MS);
  const named = typeof c.env.PUBLIC_DATA_SOURCE === 'string' ? c.env.PUBLIC_DATA_SOURCE : '';
  const attribution = attributionBody(c.env).attribution ?? (named || 'Balkan Lightning');
  return {
    ...{ origin, root: `${origin}${API_ROOT}/ogc`, home: areas.home, nowMs, keptFromMs, dayFromMs, attribution },
    simulated: source === 'simulated',
  };
}

const FIRMS = 'NASA FIRMS';

/** Whose data the features of a collection are. */
export function attributionOf(
  { attribution, simulated }: Pick<OgcSite, 'attribution' | 'simulated'>,
  id: CollectionId,
) {
  if (simulated) return attribution;
  if (id === 'hotspots') return `${FIRMS} (${FIRMS_DISCLAIMER})`;
  return id === 'fires' ? `${FIRMS} (${FIRMS_DISCLAIMER}); lightning: ${attribution}` : attribution;
}
