import type { PlanePoint } from './plane.ts';

const REACH_KM = 8;
const LEAST = 3;
/** Any two points of one field are within reach of each other. */
const FIELD_KM = REACH_KM / Math.SQRT2;
/** Fields further away than two hold nothing within reach. */
const NEAR = [-2, -1, 0, 1, 2].flatMap((dx) => [-2, -1, 0, 1, 2].map((dy) => [dx, dy] as const));
const COLUMNS = 65_536;

/**
 * DBSCAN over a grid: the cluster of each point, numbered from 0 in order of their first points; −1 for those that have
 * fewer than three points, themselves included, within 8 km and lie within 8 km of none that has three.
 */
export function clusterPoints(points: readonly PlanePoint[]): Int32Array {
  const fields = new Map<number, number[]>();
  const fieldOf = points.map(({ xKm, yKm }) => Math.floor(xKm / FIELD_KM) * COLUMNS + Math.floor(yKm / FIELD_KM));
  fieldOf.forEach((field, index) => {
    const held = fields.get(field);
    if (held) held.push(index);
    else fields.set(field, [index]);
  });
  const isWithin = (a: number, b: number) => {
    const [one, other] = [points[a] as PlanePoint, points[b] as PlanePoint];
    return (one.xKm - other.xKm) ** 2 + (one.yKm - other.yKm) ** 2 <= REACH_KM ** 2;
  };
  const around = (field: number) => NEAR.flatMap(([dx, dy]) => fields.get(field + dx * COLUMNS + dy) ?? []);

  const isCore = new Uint8Array(points.length);
  for (const [field, members] of fields) {
    const near = members.length >= LEAST ? [] : around(field);
    for (const index of members) {
      let count = members.length;
      if (count < LEAST) count = near.filter((other) => isWithin(index, other)).length;
      isCore[index] = count >= LEAST ? 1 : 0;
    }
  }

  const parents = Int32Array.from(points, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] as number;
    parents[index] = root;
    return root;
  };
  for (const [field, members] of fields) {
    const cores = members.filter((index) => isCore[index]);
    const [first] = cores;
    if (first === undefined) continue;
    for (const index of cores) parents[rootOf(index)] = rootOf(first);
    for (const [dx, dy] of NEAR) {
      const others = fields.get(field + dx * COLUMNS + dy)?.filter((index) => isCore[index]) ?? [];
      const [other] = others;
      if (other === undefined || rootOf(other) === rootOf(first)) continue;
      if (cores.some((a) => others.some((b) => isWithin(a, b)))) parents[rootOf(other)] = rootOf(first);
    }
  }

  const numbers = new Map<number, number>();
  const clusterOf = (core: number) => {
    const root = rootOf(core);
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    return number;
  };
  const clusters = new Int32Array(points.length).fill(-1);
  points.forEach((_, index) => {
    const field = fieldOf[index] as number;
    const core = isCore[index] ? index : around(field).find((other) => isCore[other] && isWithin(index, other));
    if (core !== undefined) clusters[index] = clusterOf(core);
  });
  return clusters;
}
