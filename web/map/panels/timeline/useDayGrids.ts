import { useEffect, useState } from 'react';
import type { Clock } from '#shared/time/Clock.ts';
import type { HourSpan } from '#web/sky/feed/TileCoverage.ts';
import { systemTimers } from '#web/sky/feed/Timers.ts';
import { DayGrids } from '#web/sky/past/DayGrids.ts';

/** Counts by hour and tile, read as far as they are wanted: a new object around the same grids whenever they hold more. */
export interface HeldGrids {
  readonly grids: DayGrids;
}

/** Reads the days of the span; none while it is undefined. */
export function useDayGrids(clock: Clock, span: HourSpan | undefined): HeldGrids | undefined {
  const [held, setHeld] = useState<HeldGrids>();
  useEffect(() => {
    const grids: DayGrids = new DayGrids({
      fetchBytes: (path, init) => fetch(path, init),
      clock,
      timers: systemTimers,
      onChange: () => setHeld({ grids }),
    });
    setHeld({ grids });
    return () => grids.stop();
  }, [clock]);
  const { fromHour, toHour } = span ?? {};
  useEffect(() => {
    if (fromHour !== undefined && toHour !== undefined) held?.grids.want({ fromHour, toHour });
  }, [held, fromHour, toHour]);
  return held;
}
