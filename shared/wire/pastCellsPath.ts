import { isoMillis } from '#shared/time/isoTime.ts';
import { apiPaths } from './apiPaths.ts';

/** The storm cells sent to streams at the minute of an instant: `2026-07-01T12:00Z`. */
export function pastCellsPath(atMs: number): string {
  return `${apiPaths.stormCells}/${isoMillis(atMs).slice(0, 16)}Z`;
}
