/** How far a reader of the store has come. */
export interface ReadMark {
  readonly generation: number;
  readonly rows: number;
}

/** Rows `[from, to)` that a reader at `mark` has not seen in a store that now stands at `now`. */
export function dirtyRows(mark: ReadMark, now: ReadMark): { from: number; to: number } {
  return mark.generation === now.generation ? { from: mark.rows, to: now.rows } : { from: 0, to: now.rows };
}
