import { UNITS_WINDOW_MS } from '#worker/keys/UnitMeter.ts';

export interface PaidUnits {
  readonly atMs: number;
  readonly units: number;
}

/** The most units paid in any minute, wherever it begins. */
export function busiestMinute(paid: readonly PaidUnits[]): number {
  const sorted = [...paid].sort((a, b) => a.atMs - b.atMs);
  let [most, sum, from] = [0, 0, 0];
  for (const { atMs, units } of sorted) {
    sum += units;
    while ((sorted[from]?.atMs ?? 0) <= atMs - UNITS_WINDOW_MS) sum -= sorted[from++]?.units ?? 0;
    most = Math.max(most, sum);
  }
  return most;
}
