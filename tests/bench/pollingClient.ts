import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { isoMillis } from '#shared/time/isoTime.ts';

const LIMIT = 300;

/**
 * A browser as the specification describes it, kept as fresh as ours: it asks the provider itself for its bounds and
 * window, again every `everyMs`. Returns how it is stopped.
 */
export function startPollingClient(providerUrl: string, bbox: BBox, windowMs: number, everyMs: number): () => void {
  const ask = async () => {
    const nowMs = Date.now();
    const query = `bbox=${formatBBox(bbox)}&from=${isoMillis(nowMs - windowMs)}&to=${isoMillis(nowMs)}&limit=${LIMIT}`;
    const address = `${providerUrl}/radar/api/v1/event/list?${query}&event_type=strike_cloud_to_ground`;
    const response = await fetch(address);
    await response.json();
  };
  const timer = setInterval(() => void ask().catch(() => {}), everyMs);
  return () => clearInterval(timer);
}
