/** How often an object with areas looks at the Feed by itself. */
const LOOK_EVERY_MS = 10_000;
/** And while anything is held: an all-clear must not wait for news that was lost on its way. */
const LOOK_HELD_EVERY_MS = 5_000;
/** After a look that the Feed did not answer. */
const LOOK_AGAIN_MS = 2_000;

export interface LastLook {
  /** Whether any area is above clear. */
  readonly isHeld: boolean;
  readonly wasHeard: boolean;
  /** When time alone brings something to tell; infinite if that is not known. */
  readonly dueMs: number;
}

/** When to look at the Feed again, and at who is to be told. What is overdue was looked at just now: it waits for more than time. */
export function nextLookMs(nowMs: number, { isHeld, wasHeard, dueMs }: LastLook): number {
  const lookMs = nowMs + (!wasHeard ? LOOK_AGAIN_MS : isHeld ? LOOK_HELD_EVERY_MS : LOOK_EVERY_MS);
  return dueMs > nowMs ? Math.min(lookMs, dueMs) : lookMs;
}
