import { type AgeClass, ageClassOf } from '#shared/ageClass.ts';
import type { PictureFrame } from './pictureFrame.ts';

/** What a picture needs of a strike. */
export interface PicturedStrike {
  readonly atMs: number;
  readonly longitude: number;
  readonly latitude: number;
}

/** Older ones first: what is newer is drawn over them. */
export const AGES: readonly AgeClass[] = ['old', 'recent', 'fresh'];

/** From so many strikes on a square has its second, third and fourth colour. */
export const SQUARE_STEPS = [1, 10, 100, 1_000] as const;

/** More places than this are drawn as squares: what a picture weighs must not depend on the storm. */
const MAX_DOTS = 1_500;
const MAX_SQUARES = 1_500;
const FIRST_SQUARE_PX = 6;

export type StrikeMarks =
  | { readonly kind: 'dots'; readonly places: Readonly<Record<AgeClass, Place[]>> }
  | { readonly kind: 'squares'; readonly side: number; readonly places: Readonly<Record<AgeClass, Place[][]>> };

type Place = readonly [x: number, y: number];

/** Where marks stand, in whole pixels: dots, of strikes on one pixel the newest, or squares if there are too many. */
export function strikeMarks(strikes: readonly PicturedStrike[], frame: PictureFrame, nowMs: number): StrikeMarks {
  const inView = strikes.flatMap(({ longitude, latitude, atMs }) => {
    const [x, y] = frame.project(longitude, latitude).map(Math.round) as [number, number];
    const seen = x >= 0 && x < frame.width && y >= frame.top && y < frame.top + frame.height;
    return seen ? [{ x, y, age: ageClassOf(nowMs - atMs) }] : [];
  });
  const newest = new Map<number, (typeof inView)[number]>();
  for (const mark of inView) {
    const key = mark.x * 65_536 + mark.y;
    const there = newest.get(key);
    if (!there || AGES.indexOf(mark.age) > AGES.indexOf(there.age)) newest.set(key, mark);
  }
  if (newest.size > MAX_DOTS) return squares(inView, frame, FIRST_SQUARE_PX);
  const places: Record<AgeClass, Place[]> = { fresh: [], recent: [], old: [] };
  for (const { x, y, age } of newest.values()) places[age].push([x, y]);
  return { kind: 'dots', places };
}

type Mark = { readonly x: number; readonly y: number; readonly age: AgeClass };

function squares(marks: readonly Mark[], frame: PictureFrame, side: number): StrikeMarks {
  const counted = new Map<number, Record<AgeClass, number>>();
  for (const { x, y, age } of marks) {
    const key = Math.floor(x / side) * 65_536 + Math.floor((y - frame.top) / side);
    const counts = counted.get(key) ?? { fresh: 0, recent: 0, old: 0 };
    counts[age] += 1;
    counted.set(key, counts);
  }
  if (counted.size > MAX_SQUARES) return squares(marks, frame, side * 2);
  const places: Record<AgeClass, Place[][]> = {
    fresh: [[], [], [], []],
    recent: [[], [], [], []],
    old: [[], [], [], []],
  };
  for (const [key, counts] of counted) {
    const most = AGES.reduce((best, age) => (counts[age] >= counts[best] ? age : best));
    const total = counts.fresh + counts.recent + counts.old;
    const step = SQUARE_STEPS.findLastIndex((from) => total >= from);
    places[most][step]?.push([Math.floor(key / 65_536) * side, frame.top + (key % 65_536) * side]);
  }
  return { kind: 'squares', side, places };
}
