/** Spare room in each relay, so that a rush of viewers finds a place before more relays open. */
const HEADROOM = 1.3;

/** How many relays to spread `viewers` over. */
export function relayCount(viewers: number, maxStreams: number, maxRelays: number): number {
  return Math.max(1, Math.min(maxRelays, Math.ceil((viewers * HEADROOM) / maxStreams)));
}
