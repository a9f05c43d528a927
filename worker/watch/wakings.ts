interface Wakings {
  readonly nextLookMs: number;
  /** When the next message may be tried; undefined if none waits for a time. */
  readonly dueMs: number | undefined;
  readonly armedMs: number | undefined;
}

/**
 * When to set the alarm: the next look or message. Undefined if there is neither, or if it is set early enough: setting
 * it is a write, and sending would wait for that.
 */
export function nextAlarmMs(nowMs: number, { nextLookMs, dueMs, armedMs }: Wakings): number | undefined {
  // An alarm at or before now may never come.
  const alarmMs = Math.max(nowMs + 1, Math.min(nextLookMs, dueMs ?? Number.POSITIVE_INFINITY));
  if (!Number.isFinite(alarmMs)) return undefined;
  return armedMs !== undefined && armedMs > nowMs && armedMs <= alarmMs ? undefined : alarmMs;
}

const LOOK_EVERY_MS = 10_000;
/** While anything is held: an all-clear must not wait for news that was lost on its way. */
const LOOK_HELD_EVERY_MS = 5_000;
const LOOK_AGAIN_MS = 2_000;

interface LastLook {
  readonly isHeld: boolean;
  readonly wasHeard: boolean;
  /** When time alone causes a message; infinite if that is not known. */
  readonly dueMs: number;
}

/** When to look at the Feed and the recipients again. What is overdue was looked at just now, and waits for news. */
export function nextLookMs(nowMs: number, { isHeld, wasHeard, dueMs }: LastLook): number {
  const lookMs = nowMs + (!wasHeard ? LOOK_AGAIN_MS : isHeld ? LOOK_HELD_EVERY_MS : LOOK_EVERY_MS);
  return dueMs > nowMs ? Math.min(lookMs, dueMs) : lookMs;
}
