import type { Areas } from '#shared/geo/Areas.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { HOME_REGION, regionsOfBox } from '#shared/geo/regions.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import { foreignStateAt } from '#shared/wire/feedStateAt.ts';

/** The part of a view that lies outside home: when it was last read, and whether it is asked for at all now. */
export interface Beyond {
  readonly checkedMs: number | null;
  readonly asked: boolean;
}

/**
 * What is known of the feed for a view.
 * - `home`: the view touches home, so `feed` is home's. `beyond` is there while the part of the view that lies outside
 *   home is not read as it should be.
 * - `abroad`: the view lies beside home, and `feed` is its own. `asked` is false where nothing is read now, because the
 *   network did not answer for that area.
 * - `outside`: nothing of the view is ever watched.
 */
export type FeedOfBox =
  | { readonly place: 'home'; readonly feed: FeedState; readonly beyond?: Beyond }
  | { readonly place: 'abroad'; readonly feed: FeedState; readonly asked: boolean }
  | { readonly place: 'outside' };

/** `nowMs` is the server's time. Without a box or areas, everything counts as home: that is what an older server tells. */
export function feedOfBox(feed: FeedState, areas: Areas | null, box: BBox | undefined, nowMs: number): FeedOfBox {
  if (!areas || !box) return { place: 'home', feed };
  const regions = regionsOfBox(box, areas);
  if (regions.length === 0) return { place: 'outside' };
  const { foreign = {}, newestStrikeMs } = feed;
  const beyond = regions.filter((region) => region !== HOME_REGION);
  const asked = !beyond.some((region) => foreign[region]?.resting);
  if (!regions.includes(HOME_REGION)) {
    return { place: 'abroad', feed: foreignStateAt(foreign, beyond, newestStrikeMs, nowMs), asked };
  }
  const { state, lastSuccessMs: checkedMs } = foreignStateAt(foreign, beyond, newestStrikeMs, nowMs);
  const fresh = beyond.length === 0 || state === 'live';
  return fresh ? { place: 'home', feed } : { place: 'home', feed, beyond: { checkedMs, asked } };
}
