import type { Level } from './Area.ts';
import type { AreaChange, AreaState, ChangeKind } from './AreaState.ts';

/** The strike that caused a change, and what is to be said of it. */
export type Cause = Pick<AreaChange, 'strike' | 'correction' | 'late' | 'found'>;

export const NO_CAUSE: Cause = { strike: null, correction: false, late: false, found: false };

/** The changes of one step, numbered on from the state before it. */
export class ChangeLog {
  readonly changes: AreaChange[] = [];
  /** The level after the changes so far. */
  level: Level;
  private readonly before: AreaState;
  private readonly atMs: number;
  private readonly watermarkMs: number | null;

  constructor(before: AreaState, atMs: number, watermarkMs: number | null) {
    this.before = before;
    this.level = before.level;
    this.atMs = atMs;
    this.watermarkMs = watermarkMs;
  }

  /** The number of the latest change. */
  get change(): number {
    return this.before.change + this.changes.length;
  }

  add(kind: ChangeKind, to: Level, cause: Cause = NO_CAUSE): void {
    const { atMs, watermarkMs, level: from } = this;
    this.changes.push({ change: this.change + 1, atMs, kind, from, to, watermarkMs, ...cause });
    this.level = to;
  }
}
