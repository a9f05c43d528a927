import { AGE_STEPS, type AgeBounds, ageStepOf } from '#shared/ageClass.ts';
import { CellTable, grown } from './CellTable.ts';

/** Marks of which more than three share a mark's area are drawn as a crowd. */
export const CROWD_FROM = 4;
/** The least counts of the drawn steps: a log scale. */
export const CROWD_STEPS = [CROWD_FROM, 10, 100, 1_000] as const;
/** Fewer in a mark's area leave no trace of density. */
const SPOT_FROM = 2;

/** Integers of a row of strikes: mercator x, mercator y, time (`StrikeStore.drawn`). */
const INTS_PER_ROW = 3;
/** Width of a mark in CSS pixels, and of a cell at its level's zoom. */
const CELL_PX = 24;
/** Width of the world at zoom 0 in CSS pixels. */
const WORLD_PX = 512;
const WORLD = 2 ** 32;
/** Columns or lines at most: those of level 17 fit twice. */
const MAX_COLUMNS = 2 ** 22;
/** Quarters of a cell meet at corners. */
const CORNERS = 4;

/** Times are in the unit of the rows. */
interface CrowdScope extends AgeBounds {
  /** Fixes the grid: cells lie still in the world until the zoom comes to another level. */
  readonly level: number;
  readonly now: number;
  /** Older strikes do not count. */
  readonly window: number;
  /** Younger strikes do not count. */
  readonly youngest: number;
}

export interface CrowdCounts {
  readonly total: number;
  readonly fresh: number;
  readonly recent: number;
  readonly old: number;
}

/** The grid's level at a zoom, in halves: cells are 20 to 29 pixels wide. Marks may be drawn `markScale` times as large. */
export function crowdLevel(zoom: number, markScale: number): number {
  return Math.round(2 * (zoom - Math.log2(markScale))) / 2;
}

export function crowdCellPx(zoom: number, level: number): number {
  return (WORLD_PX * 2 ** zoom) / columnsAt(level);
}

function columnsAt(level: number): number {
  return Math.round((WORLD_PX * 2 ** level) / CELL_PX);
}

/** Called with a place in 32-bit mercator, its step of age and its strikes. */
type SeeSpot = (x: number, y: number, ageStep: number, total: number) => void;

/**
 * Counts strikes in grid cells, for their numbers, and in quarters of cells, for their density. Rows keep their quarters
 * until grid or rows change: a new window only reads times.
 */
export class Crowds {
  /** For each counted row: whether its cell is a crowd. */
  inCrowd = new Uint8Array(0);
  private readonly quarters = new CellTable();
  private readonly cells = new CellTable();
  private readonly corners = new CellTable();
  /** Rows whose quarter is known, and of which rows and grid. */
  private placed = 0;
  private placedIn = '';
  private placedOf: Int32Array | undefined;
  /** Quarters to a unit of the world. */
  private perUnit = 0;
  private quarterOfRow = new Int32Array(0);
  private cellOfQuarter = new Int32Array(0);
  private cornersOfQuarter = new Int32Array(0);
  /** By quarter and step of age. */
  private counts = new Int32Array(0);
  private totals = new Int32Array(0);

  /** Counts the first `rows` of `drawn`. `generation` differs if rows have moved since the last count. */
  count(drawn: Int32Array, rows: number, scope: CrowdScope, generation = 0): void {
    const { level, now, window, youngest } = scope;
    const grid = `${level} ${generation}`;
    if (drawn !== this.placedOf || grid !== this.placedIn || rows < this.placed) {
      this.placed = 0;
      for (const table of [this.quarters, this.cells, this.corners]) table.clear();
      this.placedOf = drawn;
      this.placedIn = grid;
      this.perUnit = (2 * columnsAt(level)) / WORLD;
    }
    this.place(drawn, rows);
    const { quarterOfRow, cellOfQuarter } = this;
    this.counts = grown(this.counts, this.quarters.length * AGE_STEPS);
    this.totals = grown(this.totals, this.cells.length);
    const { counts, totals } = this;
    counts.fill(0, 0, this.quarters.length * AGE_STEPS);
    totals.fill(0, 0, this.cells.length);
    for (let row = 0; row < rows; row += 1) {
      const age = now - (drawn[row * INTS_PER_ROW + 2] as number);
      if (age > window || age < youngest) continue;
      const quarter = quarterOfRow[row] as number;
      const slot = quarter * AGE_STEPS + ageStepOf(age, scope);
      counts[slot] = (counts[slot] as number) + 1;
      const cell = cellOfQuarter[quarter] as number;
      totals[cell] = (totals[cell] as number) + 1;
    }
    if (this.inCrowd.length < rows) this.inCrowd = new Uint8Array(quarterOfRow.length);
    const { inCrowd } = this;
    for (let row = 0; row < rows; row += 1) {
      inCrowd[row] = (totals[cellOfQuarter[quarterOfRow[row] as number] as number] as number) >= CROWD_FROM ? 1 : 0;
    }
  }

  /** The counts of the cell at a place in 32-bit mercator. */
  at(x: number, y: number): CrowdCounts | undefined {
    const [column, line] = [this.lineOf(x) >> 1, this.lineOf(y) >> 1];
    const ages = new Int32Array(AGE_STEPS);
    for (let part = 0; part < CORNERS; part += 1) {
      const quarter = this.quarters.find(2 * column + (part & 1), 2 * line + (part >> 1));
      if (quarter < 0) continue;
      for (let step = 0; step < AGE_STEPS; step += 1)
        ages[step] = (ages[step] as number) + (this.counts[quarter * AGE_STEPS + step] as number);
    }
    const total = ages.reduce((sum, count) => sum + count, 0);
    const [fresh = 0, recent = 0] = ages;
    return total === 0 ? undefined : { total, fresh, recent, old: total - fresh - recent };
  }

  /** A number that places in one cell share, in 32-bit mercator. */
  cellKey(x: number, y: number): number {
    return (this.lineOf(x) >> 1) * MAX_COLUMNS + (this.lineOf(y) >> 1);
  }

  /** Spots of density: corners of quarters, each with the strikes of the square around it, which is as large as a cell. */
  each(see: SeeSpot): void {
    const sums = new Int32Array(this.corners.length * AGE_STEPS);
    for (let at = 0; at < this.quarters.length * CORNERS; at += 1) {
      const [from, to] = [(at >> 2) * AGE_STEPS, (this.cornersOfQuarter[at] as number) * AGE_STEPS];
      for (let step = 0; step < AGE_STEPS; step += 1)
        sums[to + step] = (sums[to + step] as number) + (this.counts[from + step] as number);
    }
    for (let corner = 0; corner < this.corners.length; corner += 1) {
      let total = 0;
      let most = 0;
      for (let step = 0; step < AGE_STEPS; step += 1) {
        const count = sums[corner * AGE_STEPS + step] as number;
        total += count;
        // In a tie, the newer.
        if (count > (sums[corner * AGE_STEPS + most] as number)) most = step;
      }
      if (total < SPOT_FROM) continue;
      const x = ((this.corners.columns[corner] as number) / this.perUnit) | 0;
      const y = ((this.corners.lines[corner] as number) / this.perUnit) | 0;
      see(x, y, most, total);
    }
  }

  private lineOf(x: number): number {
    return ((x >>> 0) * this.perUnit) | 0;
  }

  private place(drawn: Int32Array, rows: number): void {
    this.quarterOfRow = grown(this.quarterOfRow, rows);
    for (; this.placed < rows; this.placed += 1) {
      const at = this.placed * INTS_PER_ROW;
      const [column, line] = [this.lineOf(drawn[at] as number), this.lineOf(drawn[at + 1] as number)];
      const known = this.quarters.length;
      const quarter = this.quarters.add(column, line);
      this.quarterOfRow[this.placed] = quarter;
      if (quarter === known) this.join(quarter, column, line);
    }
  }

  /** Ties a new quarter to its cell and corners. */
  private join(quarter: number, column: number, line: number): void {
    this.cellOfQuarter = grown(this.cellOfQuarter, quarter + 1);
    this.cellOfQuarter[quarter] = this.cells.add(column >> 1, line >> 1);
    this.cornersOfQuarter = grown(this.cornersOfQuarter, (quarter + 1) * CORNERS);
    for (let corner = 0; corner < CORNERS; corner += 1) {
      this.cornersOfQuarter[quarter * CORNERS + corner] = this.corners.add(column + (corner & 1), line + (corner >> 1));
    }
  }
}

/** Crowds after a count: a new object around the same counter each time, like `HeldStrikes`. */
export interface CountedCrowds {
  /** `at` and `cellKey` tell of cells; `each` calls for what is drawn. */
  readonly crowds: Pick<Crowds, 'each' | 'at' | 'cellKey'>;
  readonly scope: Pick<CrowdScope, 'level'>;
  /** `spots` are a cell wide and blend into a density; `squares` stand side by side. */
  readonly drawnAs: 'spots' | 'squares';
}

export interface CrowdsOfStrikes extends CountedCrowds {
  readonly crowds: Crowds;
  readonly scope: CrowdScope;
  readonly rows: number;
}
