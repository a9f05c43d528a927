/** How far a reader of the store has read. */
export interface ReadMark {
  readonly generation: number;
  readonly rows: number;
}

/** Returns the rows `[from, to)` of a store at `now` that a reader at `mark` has not seen. */
export function dirtyRows(mark: ReadMark, now: ReadMark): { readonly from: number; readonly to: number } {
  return mark.generation === now.generation ? { from: mark.rows, to: now.rows } : { from: 0, to: now.rows };
}
