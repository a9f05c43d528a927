import type { StrikeHint } from '#shared/strike.ts';
import { formatMapQuery, parseMapQuery } from '#web/ground/view/mapQuery.ts';

const ZOOM = 11;

/**
 * Returns the address of one strike: with its time and place, to find it even if it was never archived, and with the
 * time range that it was seen in.
 */
export function shareUrl(
  origin: string,
  id: string,
  { latitude, longitude, atMs }: StrikeHint,
  windowMs: number,
): string {
  const query = {
    ...parseMapQuery(''),
    windowMs,
    view: { latitude, longitude, zoom: ZOOM },
    hint: { latitude, longitude, atMs },
  };
  return `${origin}/map/${encodeURIComponent(id)}?${formatMapQuery(query)}`;
}
