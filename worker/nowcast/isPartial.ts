import { FLASH_WINDOW_MS } from '#shared/nowcast/cells/FlashWindow.ts';
import type { Gap } from '#shared/watch/Pulse.ts';

/** Whether some of the ten minutes before `atMs` was not read. Gaps that are not told are older than those that are. */
export function isPartial(gaps: readonly Gap[], atMs: number): boolean {
  return gaps.some(([, , , , fromMs, toMs]) => fromMs < atMs && toMs > atMs - FLASH_WINDOW_MS);
}
