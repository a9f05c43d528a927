import type { StormCell } from '#shared/nowcast/cells/StormCell.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';

const EVERY_MINUTES = 5;
const LEADS = [15, 30] as const;

export interface PositionOutcome {
  readonly leadMinutes: 15 | 30;
  readonly errorKm: number;
  /** The error of saying that it stays. */
  readonly stayingKm: number;
}

/** Cells with an arrow, kept until their later place is known. Those that died or merged meanwhile are not counted. */
export class PositionBook {
  private kept: { readonly atMinute: number; readonly cells: readonly StormCell[] }[] = [];

  advance(nowMs: number, cells: readonly StormCell[]): PositionOutcome[] {
    const minute = Math.round(nowMs / MINUTE_MS);
    this.kept = this.kept.filter(({ atMinute }) => atMinute >= minute - Math.max(...LEADS));
    const outcomes = LEADS.flatMap((leadMinutes) => {
      const then = this.kept.find(({ atMinute }) => atMinute === minute - leadMinutes);
      return (then?.cells ?? []).flatMap((before) => {
        const now = cells.find(({ id }) => id === before.id);
        return now ? [outcomeOf(before, now, leadMinutes)] : [];
      });
    });
    if (minute % EVERY_MINUTES === 0) {
      this.kept.push({ atMinute: minute, cells: cells.filter(({ showArrow }) => showArrow) });
    }
    return outcomes;
  }
}

function outcomeOf(before: StormCell, now: StormCell, leadMinutes: 15 | 30): PositionOutcome {
  const dx = now.xKm - before.xKm;
  const dy = now.yKm - before.yKm;
  return {
    leadMinutes,
    errorKm: Math.hypot(dx - before.vx * leadMinutes, dy - before.vy * leadMinutes),
    stayingKm: Math.hypot(dx, dy),
  };
}
