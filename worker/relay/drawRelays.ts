import type { RelayLoads } from '#worker/feed/FeedCalls.ts';

/** What is tried for one client at most: relays that should have room, then full ones, where somebody may have to go. */
const MAX_WITH_ROOM = 3;
const MAX_PRESSED = 3;

export interface RelayLimits {
  readonly maxStreams: number;
  readonly maxRelays: number;
}

export interface DrawnRelays {
  /** Indices of relays to ask for a free slot, best first. */
  readonly withRoom: readonly number[];
  /** Indices of relays to ask after that, each of which may displace somebody. */
  readonly pressed: readonly number[];
}

/**
 * Which relays to ask for a slot. Among those in use chance decides, by the room they have; then come relays that are
 * not in use yet. `saidFull` names those that refused a moment ago, whatever the loads say. `random` gives [0, 1).
 */
export function drawRelays(
  { count, viewers }: Pick<RelayLoads, 'count' | 'viewers'>,
  { maxStreams, maxRelays }: RelayLimits,
  saidFull: (index: number) => boolean,
  random: () => number,
): DrawnRelays {
  const all = Array.from({ length: maxRelays }, (_, index) => index);
  const roomOf = (index: number) => (saidFull(index) ? 0 : Math.max(0, maxStreams - (viewers[index] ?? 0)));
  const withRoom: number[] = [];
  const used = all.slice(0, count);
  while (withRoom.length < MAX_WITH_ROOM) {
    const drawn = drawWeighted(used, (index) => (withRoom.includes(index) ? 0 : roomOf(index)), random);
    if (drawn === undefined) break;
    withRoom.push(drawn);
  }
  for (let index = count; index < maxRelays && withRoom.length < MAX_WITH_ROOM; index += 1) {
    if (roomOf(index) > 0) withRoom.push(index);
  }
  const first = Math.floor(random() * maxRelays);
  const pressed = Array.from({ length: Math.min(MAX_PRESSED, maxRelays) }, (_, step) => (first + step) % maxRelays);
  return { withRoom, pressed };
}

function drawWeighted(
  indices: readonly number[],
  weightOf: (index: number) => number,
  random: () => number,
): number | undefined {
  const sum = indices.reduce((total, index) => total + weightOf(index), 0);
  let left = random() * sum;
  let last: number | undefined;
  for (const index of indices) {
    const weight = weightOf(index);
    if (weight === 0) continue;
    last = index;
    left -= weight;
    if (left < 0) return index;
  }
  return last;
}
