import { dayAfter } from '#shared/time/utcDay.ts';
import { zonedDayStartMs } from '#shared/time/zonedTime.ts';
import type { ReportQuestion } from '#web/kit/routing/reportAddress.ts';

/** A day by the clocks of the report's zone. */
export interface ReportDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The days of the report, oldest first. */
export function reportDays({ day, around, zone }: Pick<ReportQuestion, 'day' | 'around' | 'zone'>): ReportDay[] {
  return Array.from({ length: 2 * around + 1 }, (_, index) => {
    const own = dayAfter(day, index - around);
    return { day: own, fromMs: zonedDayStartMs(own, zone), toMs: zonedDayStartMs(dayAfter(own, 1), zone) };
  });
}
