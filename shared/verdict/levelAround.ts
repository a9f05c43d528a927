import type { Position } from '#shared/geo/geodesy.ts';
import { type Area, DEFAULT_DWELL_MS, DEFAULT_RINGS_KM, SETTLE_MS } from '#shared/watch/Area.ts';
import { heldLevel, holdMs } from '#shared/watch/rings.ts';
import { newestWithin, type StrikeRows } from './findStrike.ts';
import type { HeldFact } from './SkyFacts.ts';

const RULES = {
  ringsKm: DEFAULT_RINGS_KM,
  dwellMs: DEFAULT_DWELL_MS,
  settleMs: SETTLE_MS,
} satisfies Omit<Area, 'shape' | 'least'>;

/** Strikes around a place are needed from this long before now. */
export const LEVEL_MS = holdMs(RULES);

/**
 * The level of a place with the default rings and dwell time, as Watch would compute it; undefined if clear. Strikes
 * raise it at once. It falls only as far as the data is complete, up to `readToMs`.
 */
export function levelAround(
  strikes: StrikeRows<Position & { readonly atMs: number }>,
  at: Position,
  { nowMs, readToMs }: { readonly nowMs: number; readonly readToMs: number | null },
): HeldFact | undefined {
  const fromMs = Math.min(nowMs, readToMs ?? nowMs) - LEVEL_MS;
  const [watchMs, warningMs, stopMs] = RULES.ringsKm.map(
    (km) => newestWithin(strikes, at, km, { fromMs, toMs: nowMs + 1 })?.atMs ?? null,
  );
  const lastMs = [watchMs ?? null, warningMs ?? null, stopMs ?? null] as const;
  const level = heldLevel(RULES, lastMs, readToMs);
  if (level === 'clear') return undefined;
  const newestMs = Math.max(...lastMs.map((fallenMs) => fallenMs ?? 0));
  return { level, allClearNotBeforeMs: newestMs + LEVEL_MS };
}
