/** Edges on a plane, in km: from `xs[i], ys[i]` to `xs[i + 1], ys[i + 1]`. A point is one edge without length. */
export interface PlaneEdges {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Whether they bound an area. */
  readonly closed: boolean;
}

/**
 * What of the line at `y` lies within `byKm` of the shape, as stretches from west to east: from, to, from, to … Nothing is
 * allocated for a single edge: a fire has 500 of them, and hundreds of rows.
 */
export function widenedRow({ xs, ys, closed }: PlaneEdges, byKm: number, y: number): Float64Array {
  const row: number[] = closed ? crossingsAt(xs, ys, y) : [];
  for (let index = 1; index < xs.length; index += 1) {
    const ay = (ys[index - 1] as number) - y;
    const by = (ys[index] as number) - y;
    if (Math.min(ay, by) >= byKm || Math.max(ay, by) <= -byKm) continue;
    coverBesideEdge(row, xs[index - 1] as number, ay, xs[index] as number, by, byKm);
  }
  return Float64Array.from(row);
}

/** Where the ring crosses the line: between each odd crossing and the next lies its inside. */
function crossingsAt(xs: Float64Array, ys: Float64Array, y: number): number[] {
  const crossings: number[] = [];
  for (let index = 1; index < xs.length; index += 1) {
    const ay = ys[index - 1] as number;
    const by = ys[index] as number;
    if (ay > y === by > y) continue;
    const ax = xs[index - 1] as number;
    crossings.push(ax + ((y - ay) / (by - ay)) * ((xs[index] as number) - ax));
  }
  return crossings.sort((a, b) => a - b);
}

/** Covers what of the x axis lies within `r` of the edge: between the outermost of two discs and the strip along it. */
function coverBesideEdge(row: number[], ax: number, ay: number, bx: number, by: number, r: number): void {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  if (Math.abs(ay) < r) {
    const half = Math.sqrt(r * r - ay * ay);
    from = ax - half;
    to = ax + half;
  }
  if (Math.abs(by) < r) {
    const half = Math.sqrt(r * r - by * by);
    from = Math.min(from, bx - half);
    to = Math.max(to, bx + half);
  }
  const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
  if (length > 0) {
    const tx = (bx - ax) / length;
    const ty = (by - ay) / length;
    // For u = x - ax: how far along the edge, 0 to its length, and how far to its side, r at most.
    const alongA = reached(tx, ay * ty);
    const alongB = reached(tx, length + ay * ty);
    const asideA = reached(ty, -r - ay * tx);
    const asideB = reached(ty, r - ay * tx);
    const stripFrom = ax + Math.max(Math.min(alongA, alongB), Math.min(asideA, asideB));
    const stripTo = ax + Math.min(Math.max(alongA, alongB), Math.max(asideA, asideB));
    if (stripFrom < stripTo) {
      from = Math.min(from, stripFrom);
      to = Math.max(to, stripTo);
    }
  }
  if (from < to) cover(row, from, to);
}

/** Where `slope * u` reaches `bound`: at either end of the axis if it never does. */
function reached(slope: number, bound: number): number {
  return bound / (slope === 0 ? Number.MIN_VALUE : slope);
}

/** Adds a stretch to a row, and joins those that it touches. */
function cover(row: number[], from: number, to: number): void {
  let at = 0;
  while (at < row.length && (row[at + 1] as number) < from) at += 2;
  if (at >= row.length || (row[at] as number) > to) {
    row.splice(at, 0, from, to);
    return;
  }
  row[at] = Math.min(row[at] as number, from);
  let end = at;
  while (end + 2 < row.length && (row[end + 2] as number) <= to) end += 2;
  row[at + 1] = Math.max(row[end + 1] as number, to);
  if (end > at) row.splice(at + 2, end - at);
}
