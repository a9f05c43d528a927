/** No part of the screen of this size may flash more often than `MAX_PER_SECOND` (WCAG 2.3.1), in CSS pixels. */
export const PART_PX = { width: 341, height: 256 } as const;
export const MAX_PER_SECOND = 3;
/** The width of a flash at its widest. */
export const FLASH_PX = 92;
const SECOND_MS = 1_000;

/** The middle of a flash, in CSS pixels, and when it began. */
export interface ScreenFlash {
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
}

/**
 * Returns the candidates, in order, that may flash at `nowMs` after the `recent` flashes, none of them in the future. The
 * others never flash: a late flash would announce a strike that is not new.
 */
export function takeSlots(
  candidates: readonly { readonly x: number; readonly y: number }[],
  recent: readonly ScreenFlash[],
  nowMs: number,
): ScreenFlash[] {
  const taken: ScreenFlash[] = [];
  const counted = stillCounted(recent, nowMs);
  for (const { x, y } of candidates) {
    const flash = { x, y, atMs: nowMs };
    if (!overfills(flash, [...counted, ...taken])) taken.push(flash);
  }
  return taken;
}

export function stillCounted(flashes: readonly ScreenFlash[], nowMs: number): ScreenFlash[] {
  return flashes.filter(({ atMs }) => nowMs - atMs < SECOND_MS);
}

/** A part that touches a flash holds its middle if it is as much larger as a flash is wide. */
const REACH_PX = { width: PART_PX.width + FLASH_PX, height: PART_PX.height + FLASH_PX };

/** Whether some part of the screen that the flash touches would see too many with it. */
function overfills(flash: ScreenFlash, others: readonly ScreenFlash[]): boolean {
  const near = others.filter(
    ({ x, y }) => Math.abs(x - flash.x) <= REACH_PX.width && Math.abs(y - flash.y) <= REACH_PX.height,
  );
  if (near.length < MAX_PER_SECOND) return false;
  const all = [...near, flash];
  // A part with the most flashes can be moved until one lies on its left edge and one on its upper.
  for (const { x: left } of all) {
    if (left > flash.x || left + REACH_PX.width < flash.x) continue;
    const across = all.filter(({ x }) => x >= left && x <= left + REACH_PX.width);
    for (const { y: top } of across) {
      if (top > flash.y || top + REACH_PX.height < flash.y) continue;
      if (across.filter(({ y }) => y >= top && y <= top + REACH_PX.height).length > MAX_PER_SECOND) return true;
    }
  }
  return false;
}
