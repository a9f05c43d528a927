import { DEFAULT_TIME_FILTER_MS } from '#shared/limits.ts';
import type { Position } from './geodesy.ts';
import { formatMapQuery } from './mapQuery.ts';

/** The address of one strike. It carries the place, which the map shows even where the strike is no longer known. */
export function shareUrl(origin: string, id: string, { latitude, longitude }: Position): string {
  const view = { latitude, longitude, zoom: 11 };
  const query = { view, windowMs: DEFAULT_TIME_FILTER_MS, theme: 'light', point: undefined, wall: false } as const;
  return `${origin}/map/${encodeURIComponent(id)}?${formatMapQuery(query)}`;
}
