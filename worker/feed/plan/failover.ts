import { distanceKm } from '#shared/geo/geodesy.ts';
import type { Strike } from '#shared/strike.ts';

/** Which source home is read from, and what is known of the other one. */
export interface Failover {
  readonly active: 'primary' | 'backup';
  /** When the primary source last answered; null if it never did. */
  readonly primaryOkMs: number | null;
  /** Since when it has answered each time; null while it does not. */
  readonly primaryGoodSinceMs: number | null;
  /** When the backup last answered; null if it does not. */
  readonly backupOkMs: number | null;
  /** Failures of the primary in a row. */
  readonly failures: number;
}

export const PRIMARY_READS: Failover = {
  active: 'primary',
  primaryOkMs: null,
  primaryGoodSinceMs: null,
  backupOkMs: null,
  failures: 0,
};

const SWITCH_AFTER_MS = 120_000;
/** As many as open the circuit. */
const SWITCH_AFTER_FAILURES = 3;
const BACK_AFTER_MS = 10 * 60_000;
/** The source that does not read is asked this often whether it would. */
export const SHADOW_EVERY_MS = 30_000;
const SHADOW_FRESH_MS = 3 * SHADOW_EVERY_MS;

/** After an answer (`ok`), or none, of the source with that role. */
export function afterAnswer(state: Failover, role: Failover['active'], ok: boolean, nowMs: number): Failover {
  if (role === 'backup') return decide({ ...state, backupOkMs: ok ? nowMs : null }, nowMs);
  if (!ok) return decide({ ...state, primaryGoodSinceMs: null, failures: state.failures + 1 }, nowMs);
  const primaryGoodSinceMs = state.primaryGoodSinceMs ?? nowMs;
  return decide({ ...state, primaryOkMs: nowMs, primaryGoodSinceMs, failures: 0 }, nowMs);
}

/** Steps aside for a backup that answers; comes back after ten good minutes, or at once if the backup fails first. */
function decide(state: Failover, nowMs: number): Failover {
  const { active, primaryOkMs, primaryGoodSinceMs, backupOkMs, failures } = state;
  const backupAnswers = backupOkMs !== null && nowMs - backupOkMs <= SHADOW_FRESH_MS;
  if (active === 'primary') {
    const isSilent = primaryOkMs !== null && nowMs - primaryOkMs >= SWITCH_AFTER_MS && primaryGoodSinceMs === null;
    return backupAnswers && (isSilent || failures >= SWITCH_AFTER_FAILURES) ? { ...state, active: 'backup' } : state;
  }
  if (primaryGoodSinceMs === null) return state;
  const isBack = nowMs - primaryGoodSinceMs >= BACK_AFTER_MS || !backupAnswers;
  return isBack ? { ...state, active: 'primary' } : state;
}

/** Networks place one discharge up to 10 km apart, twice the error of the coarser ones in use. */
const SAME_KM = 10;

/**
 * The strikes of `told` that none of `known`, told by another source, already stands for: each of those stands for one.
 * Two are one discharge if they lie within `stepMs` and 10 km; in doubt both are kept.
 */
export function withoutKnown<Told extends Strike>(
  told: readonly Told[],
  known: readonly Strike[],
  stepMs: number,
): Told[] {
  const left = [...known].sort((a, b) => a.atMs - b.atMs);
  return told.filter((strike) => {
    const at = left.findIndex(
      (other) => Math.abs(other.atMs - strike.atMs) <= stepMs && distanceKm(other, strike) <= SAME_KM,
    );
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
