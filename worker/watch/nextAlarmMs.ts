/** A message that must wait for its host's turn is due already: it is looked at again after so long. */
const TURN_MS = 250;

/** When the object is to be woken: for its next look, or for the next message. Undefined if it has neither. */
export function nextAlarmMs(nowMs: number, nextLookMs: number, dueMs: number | undefined): number | undefined {
  const sendMs = dueMs === undefined ? Number.POSITIVE_INFINITY : Math.max(dueMs, nowMs + TURN_MS);
  const alarmMs = Math.min(nextLookMs, sendMs);
  return Number.isFinite(alarmMs) ? alarmMs : undefined;
}
