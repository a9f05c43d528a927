import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { ArchiveRetention } from './ArchiveRetention.ts';
import { keptSinceMs } from './keptSinceMs.ts';
import type { StrikeArchive } from './StrikeArchive.ts';

/** What is outside home is kept for as long as the map shows, and some hours for what is swept late. */
const ELSEWHERE_HOURS = 30;
/** Deletions wait their turn between those who read: each is short. */
const CHUNK_ROWS = 1_000;
/** A run a minute then keeps up with ten times the world's average rate of strikes that we could be told of. */
const MAX_DELETED_PER_RUN = 20_000;
const MAX_STEPS_AROUND_HOME = 20;

export interface KeptHistory {
  readonly historyDays: number;
  readonly maxRows: number;
}

/** Deletes what need not be kept any more, oldest first, a limited number at a time. Returns how many strikes went. */
export async function retainArchive(
  archive: Pick<StrikeArchive, 'size'>,
  retention: Pick<ArchiveRetention, 'deleteOlderThan' | 'deleteFar' | 'deleteAroundHome' | 'deleteFirst'>,
  { historyDays, maxRows }: KeptHistory,
  nowMs: number,
): Promise<number> {
  let left = MAX_DELETED_PER_RUN;
  const inChunks = async (deleteSome: (rows: number) => Promise<number>, most: number): Promise<void> => {
    const goal = left - Math.min(left, most);
    while (left > goal) {
      const rows = Math.min(CHUNK_ROWS, left - goal);
      const deleted = await deleteSome(rows);
      left -= deleted;
      if (deleted < rows) return;
    }
  };
  const elsewhereMs = nowMs - ELSEWHERE_HOURS * HOUR_MS;
  await inChunks((rows) => retention.deleteOlderThan(keptSinceMs(historyDays, nowMs), rows), left);
  await inChunks((rows) => retention.deleteFar(elsewhereMs, rows), left);
  for (let step = 0; step < MAX_STEPS_AROUND_HOME && left > 0; step += 1) {
    const { deleted, done } = await retention.deleteAroundHome(elsewhereMs);
    left -= deleted;
    if (done) break;
  }
  const excess = (await archive.size()) - maxRows;
  if (excess > 0) await inChunks((rows) => retention.deleteFirst(rows), excess);
  return MAX_DELETED_PER_RUN - left;
}
