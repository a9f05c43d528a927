import type { Refusals } from './RefusalTable.ts';

/** How long refusals are gathered before they are written: a flood of them costs one write a second, not one each. */
const GATHER_MS = 1_000;
/** A writer that has not come back after this was stopped with its request; the next refusal takes over. */
const WRITER_LOST_MS = 10_000;

export interface TallyDeps {
  readonly nowMs: number;
  wait(ms: number): Promise<void>;
  /** Adds the counts to those stored. */
  write(refusals: Refusals): Promise<void>;
}

/** Gathers the refusals of one isolate, so that they are written together. */
export class RefusalTally {
  private gathered: Record<string, number> = {};
  private writerUntilMs = 0;

  /**
   * Counts a refusal. The first after a pause also writes, a second later, what was gathered in the meantime: that work
   * is returned, for the request to outlive its answer. It rejects if the counts could not be written.
   */
  count(reason: string, deps: TallyDeps): Promise<void> | undefined {
    this.gathered[reason] = (this.gathered[reason] ?? 0) + 1;
    if (deps.nowMs < this.writerUntilMs) return undefined;
    this.writerUntilMs = deps.nowMs + WRITER_LOST_MS;
    return this.writeSoon(deps);
  }

  private async writeSoon({ wait, write }: TallyDeps): Promise<void> {
    await wait(GATHER_MS);
    const { gathered } = this;
    this.gathered = {};
    this.writerUntilMs = 0;
    await write(gathered);
  }
}
