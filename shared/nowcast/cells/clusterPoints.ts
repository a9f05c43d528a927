const REACH_KM = 8;
const LEAST = 3;
/** Any two points of one field are within reach of each other. */
const FIELD_KM = REACH_KM / Math.SQRT2;
const COLUMNS = 65_536;
/** Steps to fields that may be within reach, nearest first, to connect early. Those two away both ways are not. */
const NEAR = [-2, -1, 0, 1, 2]
  .flatMap((dx) => [-2, -1, 0, 1, 2].map((dy) => ({ step: dx * COLUMNS + dy, away: dx * dx + dy * dy })))
  .filter(({ away }) => away < 8)
  .sort((a, b) => a.away - b.away)
  .map(({ step }) => step);

/**
 * DBSCAN over a grid: the cluster of each point, numbered from 0; −1 for those that have fewer than three points,
 * themselves included, within 8 km and lie within 8 km of none that has three. `xs` and `ys`: kilometres.
 */
export function clusterPoints(xs: Float64Array, ys: Float64Array): Int32Array {
  const fields = new Map<number, number[]>();
  const fieldOf = new Int32Array(xs.length);
  for (let index = 0; index < xs.length; index += 1) {
    const field = Math.floor((xs[index] as number) / FIELD_KM) * COLUMNS + Math.floor((ys[index] as number) / FIELD_KM);
    fieldOf[index] = field;
    const held = fields.get(field);
    if (held) held.push(index);
    else fields.set(field, [index]);
  }
  const isWithin = (a: number, b: number) => {
    const dx = (xs[a] as number) - (xs[b] as number);
    const dy = (ys[a] as number) - (ys[b] as number);
    return dx * dx + dy * dy <= REACH_KM ** 2;
  };
  const around = (field: number) => NEAR.flatMap((step) => fields.get(field + step) ?? []);

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
    for (const step of NEAR) {
      const other = field + step;
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
    NEAR.map((step) => (fieldOf[index] as number) + step).find((field) =>
      cores.get(field)?.some((core) => isWithin(index, core)),
    );
  const clusters = new Int32Array(xs.length).fill(-1);
  for (const [field, members] of fields) {
    const own = cores.get(field);
    for (const index of members) {
      const joined = own ? field : coresAround(index);
      if (joined !== undefined) clusters[index] = clusterOf(joined);
    }
  }
  return clusters;
}
