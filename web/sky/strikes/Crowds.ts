/** Marks of which more than three share a mark's area are drawn as a crowd. */
export const CROWD_FROM = 4;
/** The least counts of the drawn steps: a log scale. */
export const CROWD_STEPS = [CROWD_FROM, 10, 100, 1_000] as const;
/** Up to 5 minutes, up to 30 minutes, older. */
const CROWD_AGES = 3;

/** Integers of a row of strikes: mercator x, mercator y, time (`StrikeStore.drawn`). */
const INTS_PER_ROW = 3;
/** Width of a mark in CSS pixels, and of a cell at its level's zoom. */
const CELL_PX = 24;
/** Width of the world at zoom 0 in CSS pixels. */
const WORLD_PX = 512;
const WORLD = 2 ** 32;
/** Columns or lines at most: those of level 17 fit twice. */
const MAX_COLUMNS = 2 ** 22;

/** Times are in the unit of the rows. */
interface CrowdScope {
  /** Fixes the grid: cells lie still in the world until the zoom comes to another level. */
  readonly level: number;
  readonly now: number;
  /** Older strikes do not count. */
  readonly window: number;
  /** Younger strikes do not count. */
  readonly youngest: number;
  readonly fresh: number;
  readonly recent: number;
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

/** Index in `CROWD_STEPS` of the step that `total` reaches; -1 below the first. */
export function crowdStep(total: number): number {
  return CROWD_STEPS.findLastIndex((from) => total >= from);
}

/** Counts strikes in grid cells. Rows keep their cells until grid or rows change: a new window only reads times. */
export class Crowds {
  /** For each counted row: whether its cell is a crowd. */
  inCrowd = new Uint8Array(0);
  private cells = 0;
  /** Rows whose cell is known, and of which rows and grid. */
  private placed = 0;
  private placedIn = '';
  private placedOf: Int32Array | undefined;
  private perUnit = 0;
  private slots = new Int32Array(0);
  private cellOfRow = new Int32Array(0);
  private columns = new Int32Array(0);
  private lines = new Int32Array(0);
  private counts = new Int32Array(0);

  /** Cells with rows, crowds or not. */
  get length(): number {
    return this.cells;
  }

  /** Counts the first `rows` of `drawn`. `generation` differs if rows have moved since the last count. */
  count(drawn: Int32Array, rows: number, scope: CrowdScope, generation = 0): void {
    const { level, now, window, youngest, fresh, recent } = scope;
    const grid = `${level} ${generation}`;
    if (drawn !== this.placedOf || grid !== this.placedIn || rows < this.placed) {
      this.placed = 0;
      this.cells = 0;
      this.slots.fill(0);
      this.placedOf = drawn;
      this.placedIn = grid;
      this.perUnit = columnsAt(level) / WORLD;
    }
    this.makeRoom(rows);
    this.place(drawn, rows);
    const { cellOfRow, counts, inCrowd } = this;
    counts.fill(0, 0, this.cells * CROWD_AGES);
    for (let row = 0; row < rows; row += 1) {
      const age = now - (drawn[row * INTS_PER_ROW + 2] as number);
      if (age > window || age < youngest) continue;
      const slot = (cellOfRow[row] as number) * CROWD_AGES + (age <= fresh ? 0 : age <= recent ? 1 : 2);
      counts[slot] = (counts[slot] as number) + 1;
    }
    for (let row = 0; row < rows; row += 1) inCrowd[row] = this.total(cellOfRow[row] as number) >= CROWD_FROM ? 1 : 0;
  }

  /** The counts at a place in 32-bit mercator. */
  at(x: number, y: number): CrowdCounts | undefined {
    const cell = this.find(this.lineOf(x), this.lineOf(y));
    return cell === undefined || this.total(cell) === 0 ? undefined : this.countsOf(cell);
  }

  /** A number that places in one cell share, in 32-bit mercator. */
  cellKey(x: number, y: number): number {
    return this.lineOf(x) * MAX_COLUMNS + this.lineOf(y);
  }

  /** Calls `see` for each crowd with the middle of its cell in 32-bit mercator, its age index and its counts. */
  each(see: (x: number, y: number, age: number, counts: CrowdCounts) => void): void {
    for (let cell = 0; cell < this.cells; cell += 1) {
      if (this.total(cell) < CROWD_FROM) continue;
      const x = (((this.columns[cell] as number) + 0.5) / this.perUnit) | 0;
      const y = (((this.lines[cell] as number) + 0.5) / this.perUnit) | 0;
      const counts = this.countsOf(cell);
      see(x, y, ageOfMost(counts), counts);
    }
  }

  private lineOf(x: number): number {
    return ((x >>> 0) * this.perUnit) | 0;
  }

  private total(cell: number): number {
    const at = cell * CROWD_AGES;
    return (this.counts[at] as number) + (this.counts[at + 1] as number) + (this.counts[at + 2] as number);
  }

  private countsOf(cell: number): CrowdCounts {
    const [fresh = 0, recent = 0, old = 0] = this.counts.subarray(cell * CROWD_AGES, (cell + 1) * CROWD_AGES);
    return { total: fresh + recent + old, fresh, recent, old };
  }

  private makeRoom(rows: number): void {
    if (rows <= this.cellOfRow.length) return;
    const room = 2 ** Math.ceil(Math.log2(rows));
    this.inCrowd = new Uint8Array(room);
    this.cellOfRow = new Int32Array(room);
    this.columns = new Int32Array(room);
    this.lines = new Int32Array(room);
    this.counts = new Int32Array(room * CROWD_AGES);
    this.slots = new Int32Array(room * 2);
    this.placed = 0;
    this.cells = 0;
  }

  private place(drawn: Int32Array, rows: number): void {
    for (; this.placed < rows; this.placed += 1) {
      const at = this.placed * INTS_PER_ROW;
      this.cellOfRow[this.placed] = this.cellAt(this.lineOf(drawn[at] as number), this.lineOf(drawn[at + 1] as number));
    }
  }

  private cellAt(column: number, line: number): number {
    const slot = this.slotOf(column, line);
    const known = (this.slots[slot] as number) - 1;
    if (known >= 0) return known;
    const cell = this.cells;
    this.cells += 1;
    this.slots[slot] = cell + 1;
    this.columns[cell] = column;
    this.lines[cell] = line;
    return cell;
  }

  private find(column: number, line: number): number | undefined {
    if (this.slots.length === 0) return undefined;
    const cell = (this.slots[this.slotOf(column, line)] as number) - 1;
    return cell < 0 ? undefined : cell;
  }

  /** The cell's slot in an open hash table, or the free one it would take. */
  private slotOf(column: number, line: number): number {
    const mask = this.slots.length - 1;
    let slot = (Math.imul(column, 0x9e3779b1) ^ Math.imul(line, 0x85ebca6b)) >>> 7;
    for (;;) {
      slot &= mask;
      const cell = (this.slots[slot] as number) - 1;
      if (cell < 0 || (this.columns[cell] === column && this.lines[cell] === line)) return slot;
      slot += 1;
    }
  }
}

/** The most frequent age; in a tie, the newer. */
function ageOfMost({ fresh, recent, old }: CrowdCounts): number {
  if (fresh >= recent && fresh >= old) return 0;
  return recent >= old ? 1 : 2;
}

/** Crowds after a count: a new object around the same counter each time, like `HeldStrikes`. */
export interface CountedCrowds {
  readonly crowds: Pick<Crowds, 'length' | 'each' | 'at' | 'cellKey'>;
  readonly scope: Pick<CrowdScope, 'level'>;
}

export interface CrowdsOfStrikes extends CountedCrowds {
  readonly crowds: Crowds;
  readonly scope: CrowdScope;
  readonly rows: number;
}
