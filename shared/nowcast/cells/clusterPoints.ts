import type { PlanePoint } from './plane.ts';

const REACH_KM = 8;
const LEAST = 3;
/** Any two points of one field are within reach of each other. */
const FIELD_KM = REACH_KM / Math.SQRT2;
/** Fields further away than two hold nothing within reach. */
const NEAR = [-2, -1, 0, 1, 2].flatMap((dx) => [-2, -1, 0, 1, 2].map((dy) => [dx, dy] as const));
const COLUMNS = 65_536;

/**
 * DBSCAN over a grid: the cluster of each point, numbered from 0; −1 for those that have
 * fewer than three points, themselves included, within 8 km and lie within 8 km of none that has three.
 */
export function clusterPoints(points: readonly PlanePoint[]): Int32Array {
  const fields = new Map<number, number[]>();
  const fieldOf = new Float64Array(points.length);
  let index = 0;
  for (const { xKm, yKm } of points) {
    const field = Math.floor(xKm / FIELD_KM) * COLUMNS + Math.floor(yKm / FIELD_KM);
    fieldOf[index] = field;
    const held = fields.get(field);
    if (held) held.push(index);
    else fields.set(field, [index]);
    index += 1;
  }
  const isWithin = (a: number, b: number) => {
    const [one, other] = [points[a] as PlanePoint, points[b] as PlanePoint];
    return (one.xKm - other.xKm) ** 2 + (one.yKm - other.yKm) ** 2 <= REACH_KM ** 2;
  };
  const around = (field: number) => NEAR.flatMap(([dx, dy]) => fields.get(field + dx * COLUMNS + dy) ?? []);

  /** Of each field, the points that have enough others within reach. */
  const cores = new Map<number, number[]>();
  for (const [field, members] of fields) {
    const near = members.length >= LEAST ? [] : around(field);
    const isDense = (index: number) => near.filter((other) => isWithin(index, other)).length >= LEAST;
    const dense = members.length >= LEAST ? members : members.filter(isDense);
    if (dense.length > 0) cores.set(field, dense);
  }

  const parents = new Map<number, number>();
  const rootOf = (field: number): number => {
    const parent = parents.get(field) ?? field;
    if (parent === field) return field;
    const root = rootOf(parent);
    parents.set(field, root);
    return root;
  };
  for (const [field, own] of cores) {
    for (const [dx, dy] of NEAR) {
      const other = field + dx * COLUMNS + dy;
      const others = cores.get(other);
      if (!others || rootOf(other) === rootOf(field)) continue;
      if (own.some((a) => others.some((b) => isWithin(a, b)))) parents.set(rootOf(other), rootOf(field));
    }
  }

  const numbers = new Map<number, number>();
  const clusterOf = (field: number) => {
    const root = rootOf(field);
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    return number;
  };
  const coresAround = (index: number) =>
    NEAR.map(([dx, dy]) => (fieldOf[index] ?? 0) + dx * COLUMNS + dy).find((field) =>
      cores.get(field)?.some((core) => isWithin(index, core)),
    );
  const clusters = new Int32Array(points.length).fill(-1);
  for (const [field, members] of fields) {
    const own = cores.get(field);
    for (const index of members) {
      // All points of one field are within reach of each other.
      const joined = own ? field : coresAround(index);
      if (joined !== undefined) clusters[index] = clusterOf(joined);
    }
  }
  return clusters;
}
