const FIRST_ROOM = 1_024;

/** Numbers the cells of a grid in the order in which they are first asked for: an open hash table in typed arrays. */
export class CellTable {
  columns = new Int32Array(FIRST_ROOM);
  lines = new Int32Array(FIRST_ROOM);
  private slots = new Int32Array(2 * FIRST_ROOM);
  private cells = 0;

  get length(): number {
    return this.cells;
  }

  clear(): void {
    this.cells = 0;
    this.slots.fill(0);
  }

  /** The cell's number, a new one if it has none. */
  add(column: number, line: number): number {
    const slot = this.slotOf(column, line);
    const known = (this.slots[slot] as number) - 1;
    if (known >= 0) return known;
    const cell = this.cells;
    if (cell === this.columns.length) {
      this.grow();
      return this.add(column, line);
    }
    this.cells += 1;
    this.slots[slot] = cell + 1;
    this.columns[cell] = column;
    this.lines[cell] = line;
    return cell;
  }

  /** The cell's number, or -1. */
  find(column: number, line: number): number {
    return (this.slots[this.slotOf(column, line)] as number) - 1;
  }

  private grow(): void {
    this.columns = grown(this.columns, this.cells + 1);
    this.lines = grown(this.lines, this.cells + 1);
    this.slots = new Int32Array(2 * this.columns.length);
    for (let cell = 0; cell < this.cells; cell += 1) {
      this.slots[this.slotOf(this.columns[cell] as number, this.lines[cell] as number)] = cell + 1;
    }
  }

  /** The cell's slot, or the free one it would take. */
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

/** Returns the array, or a longer one that begins with it, with room for `length` numbers. */
export function grown(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const longer = new Int32Array(2 ** Math.ceil(Math.log2(length)));
  longer.set(array);
  return longer;
}
