/** The platform has lost an alarm that is overdue by more than this. */
const LOST_AFTER_MS = 30_000;

interface AlarmSeen {
  readonly alarmMs: number | null;
  readonly ranHere: boolean;
}

/**
 * Whether the Feed's alarm must be set to now: none is set, it was lost, or a dead object set it. A run sets it 30 s
 * ahead before anything else, so an object that dies in a run leaves it there.
 */
export function shouldResetAlarm({ alarmMs, ranHere }: AlarmSeen, nowMs: number): boolean {
  if (alarmMs === null || alarmMs < nowMs - LOST_AFTER_MS) return true;
  return !ranHere && alarmMs > nowMs;
}
