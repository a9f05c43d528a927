import type { Position } from '#shared/geo/geodesy.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { type Hotspot, hotspotKey } from './Hotspot.ts';
import { PixelGrid } from './PixelGrid.ts';

/** Hotspots that belong together: pixels with edges at most 1 km apart, within 72 hours. */
export interface Fire extends Position {
  /** The key of the oldest hotspot by which it was first known. Ids sort by age. */
  readonly id: string;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** All pixels of the newest pass together. */
  readonly frpMw: number;
  /** By time, each once. Where the fire was first seen, the position is the middle of those of the first pass. */
  readonly hotspots: readonly Hotspot[];
}

const APART_MS = 72 * HOUR_MS;
/** A satellite flies over home in less; the next one comes 50 minutes later. */
export const PASS_MS = 15 * MINUTE_MS;

interface Seen extends Hotspot {
  readonly key: string;
  readonly index: number;
}

/**
 * The fires that hotspots make, the oldest first. Neither their order nor repetition changes anything. `known`: fires by the
 * keys of hotspots that they had before. What it names keeps its id although an older hotspot comes late, and of fires that
 * have grown together the older id stays.
 */
export function gatherFires(hotspots: Iterable<Hotspot>, known: ReadonlyMap<string, string> = new Map()): Fire[] {
  const seen = eachOnce(hotspots);
  const groups = new Groups(seen.length);
  const grid = new PixelGrid<Seen>();
  for (const one of seen) {
    for (const other of grid.touching(one)) {
      if (one.atMs - other.atMs <= APART_MS) groups.join(one.index, other.index);
    }
    grid.add(one);
  }
  const members: Seen[][] = [];
  for (const one of seen) {
    const root = groups.rootOf(one.index);
    const group = members[root];
    if (group) group.push(one);
    else members[root] = [one];
  }
  const given = new Set<string>();
  return members
    .filter((group) => group !== undefined)
    .map((group) => fireOf(group, known, given))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** By time. Of two that have one key the stronger stays. */
function eachOnce(hotspots: Iterable<Hotspot>): Seen[] {
  const byKey = new Map<string, Hotspot>();
  for (const hotspot of hotspots) {
    const key = hotspotKey(hotspot);
    const held = byKey.get(key);
    if (!held || hotspot.frpMw > held.frpMw) byKey.set(key, hotspot);
  }
  const sorted = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([key, hotspot], index) => ({ ...hotspot, key, index }));
}

/** `given`: ids that are taken, by groups that have an older hotspot. */
function fireOf(group: readonly Seen[], known: ReadonlyMap<string, string>, given: Set<string>): Fire {
  const [first, last] = [group[0] as Seen, group.at(-1) as Seen];
  const before = group.flatMap(({ key }) => known.get(key) ?? []).filter((id) => !given.has(id));
  const id = before.length > 0 ? before.reduce((a, b) => (a < b ? a : b)) : first.key;
  given.add(id);
  const place = middleOf(firstPass(group));
  const newest = group.filter(({ satellite, atMs }) => satellite === last.satellite && last.atMs - atMs <= PASS_MS);
  return {
    ...{ id, ...place },
    firstSeenMs: first.atMs,
    lastSeenMs: last.atMs,
    frpMw: newest.reduce((sum, { frpMw }) => sum + frpMw, 0),
    hotspots: group.map(({ key: _, index: __, ...hotspot }) => hotspot),
  };
}

/** Of hotspots by time, those of the pass that saw the first. */
export function firstPass<Spot extends Pick<Hotspot, 'satellite' | 'atMs'>>(hotspots: readonly Spot[]): Spot[] {
  const [first] = hotspots;
  if (!first) return [];
  return hotspots.filter(({ satellite, atMs }) => satellite === first.satellite && atMs - first.atMs <= PASS_MS);
}

function middleOf(hotspots: readonly Position[]): Position {
  const mean = (of: (one: Position) => number) => hotspots.reduce((sum, one) => sum + of(one), 0) / hotspots.length;
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
}

/** Numbers that are joined, each known by one of them. */
class Groups {
  private readonly parents: Int32Array;

  constructor(count: number) {
    this.parents = Int32Array.from({ length: count }, (_, index) => index);
  }

  rootOf(index: number): number {
    let root = index;
    while (this.parents[root] !== root) {
      const parent = this.parents[root] as number;
      this.parents[root] = this.parents[parent] as number;
      root = parent;
    }
    return root;
  }

  /** The lower number stays the root. */
  join(a: number, b: number): void {
    const [low, high] = [this.rootOf(a), this.rootOf(b)].sort((x, y) => x - y) as [number, number];
    this.parents[high] = low;
  }
}
