import type { StrikeHint } from '#shared/strike.ts';
import { formatMapQuery, parseMapQuery } from '../../view/mapQuery.ts';

const ZOOM = 11;

/** The address of one strike. Its time and place let it be found even where it was never archived. */
export function shareUrl(origin: string, id: string, { latitude, longitude, atMs }: StrikeHint): string {
  const query = {
    ...parseMapQuery(''),
    view: { latitude, longitude, zoom: ZOOM },
    hint: { latitude, longitude, atMs },
  };
  return `${origin}/map/${encodeURIComponent(id)}?${formatMapQuery(query)}`;
}
