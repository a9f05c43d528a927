export interface Wakings {
  readonly nextLookMs: number;
  /** When the next message may be tried; undefined if none waits for a time. */
  readonly dueMs: number | undefined;
  /** When the alarm is set for; undefined if it is not. */
  readonly armedMs: number | undefined;
}

/**
 * What the alarm must be set for: the next look, or the next message. Undefined if the object has neither, or if the alarm
 * will come in time as it is: setting it is a write, which what is sent next would have to wait for.
 */
export function nextAlarmMs(nowMs: number, { nextLookMs, dueMs, armedMs }: Wakings): number | undefined {
  // An alarm at or before now may never come.
  const alarmMs = Math.max(nowMs + 1, Math.min(nextLookMs, dueMs ?? Number.POSITIVE_INFINITY));
  if (!Number.isFinite(alarmMs)) return undefined;
  return armedMs !== undefined && armedMs > nowMs && armedMs <= alarmMs ? undefined : alarmMs;
}
