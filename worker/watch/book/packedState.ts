import type { AreaState, NearStrike, WaitingStrike } from '#shared/watch/AreaState.ts';

/** A state as its row keeps it: ordinals and times are told from the smallest on, one number after the other. */
interface PackedState extends Omit<AreaState, 'front' | 'waiting'> {
  readonly base: readonly [ordinal: number, atMs: number];
  /** For each strike: ordinal, time, distance, bearing. */
  readonly front: readonly number[];
  /** For each strike: ordinal, time. */
  readonly waiting: readonly [readonly number[], readonly number[]];
}

/** The state as text of at most some 9 kB, whatever fell near the area. */
export function packState(state: AreaState): string {
  const { front, waiting, ...rest } = state;
  const all = [...front.map(({ ordinal, atMs }): WaitingStrike => [ordinal, atMs]), ...waiting.flat()];
  const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0);
  const base = [least(all.map(([ordinal]) => ordinal)), least(all.map(([, atMs]) => atMs))] as const;
  const apart = (strikes: readonly WaitingStrike[]) =>
    strikes.flatMap(([ordinal, atMs]) => [ordinal - base[0], atMs - base[1]]);
  const packed: PackedState = {
    ...rest,
    base,
    front: front.flatMap(({ ordinal, atMs, km, bearing }) => [...apart([[ordinal, atMs]]), km, bearing]),
    waiting: [apart(waiting[0]), apart(waiting[1])],
  };
  return JSON.stringify(packed);
}

export function unpackState(text: string): AreaState {
  const { base, front, waiting, ...rest } = JSON.parse(text) as PackedState;
  const [ordinal, atMs] = base;
  const strikeOf = ([number = 0, ms = 0, km = 0, bearing = 0]: readonly number[]): NearStrike => ({
    ordinal: ordinal + number,
    atMs: atMs + ms,
    km,
    bearing,
  });
  const waitingOf = (numbers: readonly number[]) =>
    inGroups(numbers, 2).map(([number = 0, ms = 0]): WaitingStrike => [ordinal + number, atMs + ms]);
  return {
    ...rest,
    front: inGroups(front, 4).map(strikeOf),
    waiting: [waitingOf(waiting[0]), waitingOf(waiting[1])],
  };
}

function inGroups(numbers: readonly number[], size: number): number[][] {
  return Array.from({ length: numbers.length / size }, (_, index) => numbers.slice(index * size, (index + 1) * size));
}
