/** No part of the screen may flash more often than this per second (WCAG 2.3.1). */
const MAX_PER_SECOND = 3;
/** Pulses closer than this, in CSS pixels, lie on the same part of the screen. */
const SAME_PART_PX = 120;

export interface Pulse {
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
}

/**
 * Returns the candidates, in order, that may flash at `nowMs` after the `recent` pulses, none of which may lie in the
 * future. The others never flash: a late pulse would announce a strike that is no longer new.
 */
export function allowPulses(
  candidates: readonly { readonly x: number; readonly y: number }[],
  recent: readonly Pulse[],
  nowMs: number,
): Pulse[] {
  const counted = recent.filter(({ atMs }) => nowMs - atMs < 1_000);
  const allowed: Pulse[] = [];
  for (const { x, y } of candidates) {
    const near = [...counted, ...allowed].filter((pulse) => Math.hypot(pulse.x - x, pulse.y - y) < SAME_PART_PX);
    if (near.length < MAX_PER_SECOND && near.every((pulse) => roomAround(pulse, [...counted, ...allowed]))) {
      allowed.push({ x, y, atMs: nowMs });
    }
  }
  return allowed;
}

/** Whether the part of the screen around a pulse has room for one more. */
function roomAround({ x, y }: Pulse, pulses: readonly Pulse[]): boolean {
  return pulses.filter((other) => Math.hypot(other.x - x, other.y - y) < SAME_PART_PX).length < MAX_PER_SECOND;
}
