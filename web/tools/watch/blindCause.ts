import { type Area, reachOf } from '#shared/watch/Area.ts';
import { holdMs } from '#shared/watch/rings.ts';
import { areaWatermarkMs } from '#shared/watch/sight.ts';
import type { Sighting } from '#shared/watch/watchArea.ts';
import type { FeedView } from '#web/sky/feed/FeedView.ts';
import { isWithinHome } from './areaOf.ts';

/** A word that is older than this no longer counts as contact with the server. */
const SILENT_AFTER_MS = 60_000;
/** So long after the start strikes are still being read; later something keeps them away. */
const LOADING_MS = 15_000;
const LATE_MS = 60_000;

/**
 * Why nothing is known of the area: it reaches beyond what is always watched; strikes are still being read; there is no contact with the server; it does not say
 * how far it has read; the network is silent; part of the area was not read; or all is well again, but not for a minute.
 */
export type BlindCause = 'outside' | 'loading' | 'connection' | 'server' | 'feed' | 'gaps' | 'settling';

export function blindCause(
  area: Area,
  view: Pick<FeedView, 'startedAtMs' | 'clockOffsetMs' | 'heardAtMs' | 'failing' | 'feed' | 'areas'>,
  { pulse, heardMs, nowMs }: Sighting,
): BlindCause {
  if (view.areas && !isWithinHome(area, view.areas.home)) return 'outside';
  const isNew = nowMs - (view.startedAtMs + view.clockOffsetMs) < LOADING_MS;
  const silentMs = view.heardAtMs === null ? Number.POSITIVE_INFINITY : nowMs - view.heardAtMs - view.clockOffsetMs;
  if (heardMs === null && isNew) return 'loading';
  if (silentMs > SILENT_AFTER_MS) return 'connection';
  if (view.feed?.state === 'down') return 'feed';
  if (view.feed && view.feed.completeToMs === undefined) return 'server';
  if (!pulse || heardMs === null) return view.failing ? 'connection' : 'loading';
  if (nowMs - heardMs > SILENT_AFTER_MS) return 'connection';
  if (pulse.watermarkMs === null || pulse.providerNowMs - pulse.watermarkMs > LATE_MS) return 'feed';
  const watermarkMs = areaWatermarkMs(pulse, reachOf(area), holdMs(area));
  return watermarkMs === null || pulse.providerNowMs - watermarkMs > LATE_MS ? 'gaps' : 'settling';
}
