import { DAY_MS } from '#shared/time/hourKey.ts';
import type { BackfillStatus } from '#shared/wire/Status.ts';

const LOOK_EVERY_MS = 2_000;
/** The jobs compete with the reading that they count, so they do not run at every look. */
const LOOKS_A_RUN = 3;
/** Each run of the cron counts 120 hours; a fortnight has 336. */
const LAST_RUNS = 3;
/** The day that polls read by themselves. */
const LIVE_DAYS = 1;

export function backfillLine({ days, leftMs }: BackfillStatus): string | undefined {
  if (days <= LIVE_DAYS) return undefined;
  if (leftMs === 0) return `History: ${days} days are there.`;
  const left = leftMs / DAY_MS;
  return `History: ${(days - left).toFixed(0)} of ${days} days are there.`;
}

export interface BackfillFollower {
  /** Status of the running product; may reject. */
  readonly status: () => Promise<BackfillStatus | null | undefined>;
  /** Runs the jobs of a minute, which count strikes. May reject. */
  readonly cron: () => Promise<void>;
  readonly print: (line: string) => void;
  readonly sleep: (delayMs: number) => Promise<unknown>;
  readonly isOver: () => boolean;
}

/**
 * Prints the backfill's progress, and runs the minute's jobs meanwhile, so that counts need not wait for them. Resolves
 * when all is read and counted, or when `isOver`. Never rejects.
 */
export async function followBackfill({ status, cron, print, sleep, isOver }: BackfillFollower): Promise<void> {
  let told = '';
  let [ended, looks] = [0, 0];
  while (!isOver() && ended < LAST_RUNS) {
    const state = await status().catch(() => undefined);
    if (state === null) return;
    const line = state && backfillLine(state);
    if (state?.leftMs === 0) ended += 1;
    looks += 1;
    if (ended > 0 || looks % LOOKS_A_RUN === 0) await cron().catch(() => {});
    if (line !== undefined && line !== told && (told !== '' || state?.leftMs !== 0)) print(line);
    told = line ?? told;
    if (ended === 0) await sleep(LOOK_EVERY_MS);
  }
}
