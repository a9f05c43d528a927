/** An alarm overdue by more than this is lost: the platform no longer knows of it. */
const LOST_AFTER_MS = 30_000;

export interface AlarmSeen {
  /** When the alarm is due; null where none is set. */
  readonly alarmMs: number | null;
  /** Whether the object ran its alarm since it was started. */
  readonly ranHere: boolean;
}

/**
 * Whether the Feed's alarm must be set to now: none is set, or it was lost, or an object that died since has set it. A
 * run sets it 30 s ahead before anything else, so an object that dies in a run leaves it there.
 */
export function mustSetAlarm({ alarmMs, ranHere }: AlarmSeen, nowMs: number): boolean {
  if (alarmMs === null || alarmMs < nowMs - LOST_AFTER_MS) return true;
  return !ranHere && alarmMs > nowMs;
}
