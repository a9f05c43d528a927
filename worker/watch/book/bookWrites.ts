import type { Clock } from '#shared/time/Clock.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';

/** What is written for a book at somebody's wish: into its logs, mutes of its recipients, all else of the book. */
export type WriteKind = 'notes' | 'mutes' | 'settings';

/** How many of them a book may have in any hour: half of them at once, then one each `spacingSeconds`. */
export const MOST_WRITES: Readonly<Record<WriteKind, number>> = { notes: 240, mutes: 60, settings: 240 };

/** So many seconds after a refusal there is room again, at the latest. */
export function spacingSeconds(kind: WriteKind): number {
  return HOUR_MS / 1000 / (MOST_WRITES[kind] / 2);
}

/**
 * When the book's writes will be paid off if one more is made; undefined if it may not be.
 * @param paidOffMs the same from the write before; 0 if there was none
 */
export function afterWrite(kind: WriteKind, paidOffMs: number, nowMs: number): number | undefined {
  const after = Math.max(paidOffMs, nowMs) + spacingSeconds(kind) * 1000;
  return after - nowMs <= HOUR_MS ? after : undefined;
}

/** Counts the writes of one object's books. A restart forgets them: they bound work, and guard nothing. */
export class BookWrites {
  private readonly paidOff = new Map<string, number>();
  private readonly clock: Clock;
  private sweptMs = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Whether the book may have one more now; if so, it is counted. */
  take(book: string, kind: WriteKind): boolean {
    const nowMs = this.clock.now();
    this.sweep(nowMs);
    const name = `${kind} ${book}`;
    const after = afterWrite(kind, this.paidOff.get(name) ?? 0, nowMs);
    if (after !== undefined) this.paidOff.set(name, after);
    return after !== undefined;
  }

  /** Forgets what is paid off. */
  private sweep(nowMs: number): void {
    if (nowMs < this.sweptMs + HOUR_MS) return;
    this.sweptMs = nowMs;
    for (const [name, paidOffMs] of this.paidOff) if (paidOffMs <= nowMs) this.paidOff.delete(name);
  }
}
