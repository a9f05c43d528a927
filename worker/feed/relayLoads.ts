import { DAY_MS } from '#shared/time.ts';
import type { Lease, RelayLoads } from '#worker/calls.ts';

/** At most this many relays are tried for a client: some with room, then full ones that may displace. */
const MAX_WITH_ROOM = 3;
const MAX_PRESSED = 3;

interface RelayLimits {
  readonly maxStreams: number;
  readonly maxRelays: number;
}

interface PickedRelays {
  /** Indices of relays to ask for a free slot, best first. */
  readonly withRoom: readonly number[];
  readonly pressed: readonly number[];
}

/**
 * Relays to ask for a slot. Those in use are drawn by their room; unused ones come after. `isFull` names those that
 * refused a moment ago, whatever the loads say. `random` gives [0, 1).
 */
export function drawRelays(
  { count, viewers }: Pick<RelayLoads, 'count' | 'viewers'>,
  { maxStreams, maxRelays }: RelayLimits,
  isFull: (index: number) => boolean,
  random: () => number,
): PickedRelays {
  const all = Array.from({ length: maxRelays }, (_, index) => index);
  const roomOf = (index: number) => (isFull(index) ? 0 : Math.max(0, maxStreams - (viewers[index] ?? 0)));
  const withRoom: number[] = [];
  const used = all.slice(0, count);
  while (withRoom.length < MAX_WITH_ROOM) {
    const chosen = drawWeighted(used, (index) => (withRoom.includes(index) ? 0 : roomOf(index)), random);
    if (chosen === undefined) break;
    withRoom.push(chosen);
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

export function relayLoads(
  leases: readonly Pick<Lease, 'relay' | 'viewers'>[],
  maxStreams: number,
  maxRelays: number,
): Omit<RelayLoads, 'salt'> {
  const viewers: number[] = [];
  let all = 0;
  for (const lease of leases) {
    const index = Number(lease.relay.split(':')[1]);
    all += lease.viewers;
    while (viewers.length <= index && index < maxRelays) viewers.push(0);
    if (index < viewers.length) viewers[index] = lease.viewers;
  }
  return { count: relayCount(all, maxStreams, maxRelays), viewers };
}

/** Spare room in each relay, so that a rush of viewers finds a place before more relays open. */
const HEADROOM = 1.3;

export function relayCount(viewers: number, maxStreams: number, maxRelays: number): number {
  return Math.max(1, Math.min(maxRelays, Math.ceil((viewers * HEADROOM) / maxStreams)));
}

/** Share of a relay: with loads this far off, new streams still go where there is room. */
const UPDATE_SHARE = 0.1;

/** Whether to report a relay's load before its next lease: it filled up, has room again, or moved far. */
export function isLoadUpdate(reported: number, streams: number, maxStreams: number): boolean {
  const filled = streams >= maxStreams !== reported >= maxStreams;
  return filled || Math.abs(streams - reported) >= Math.max(1, maxStreams * UPDATE_SHARE);
}

/** A secret of each UTC day. It is never stored: a restart makes another. */
export class DailySalt {
  private readonly make: () => string;
  private day = Number.NaN;
  private salt = '';

  constructor(make: () => string) {
    this.make = make;
  }

  at(nowMs: number): string {
    const day = Math.floor(nowMs / DAY_MS);
    if (day !== this.day) {
      this.day = day;
      this.salt = this.make();
    }
    return this.salt;
  }
}
