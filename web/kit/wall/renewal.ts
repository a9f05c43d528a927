/** A page that nobody has touched for this long may be reloaded. */
const MIN_UNTOUCHED_MS = 60_000;
/** Displays spread their reloads over this, so that they do not all come at once after a deployment. */
const MAX_SPREAD_MS = 5 * 60_000;

export interface RenewalFacts {
  /** The server's build when this page was loaded, and now; null before the first hello. */
  readonly loadedBuild: string | null;
  readonly build: string | null;
  /** When `build` was first seen to differ. */
  readonly changedAtMs: number | null;
  /** Whether the feed works under the new build. */
  readonly healthy: boolean;
  readonly touchedAtMs: number;
  /** This display's place in the spread, in [0, 1). */
  readonly lot: number;
}

/** Whether a display should now reload to get the newly deployed site. */
export function shouldRenew(facts: RenewalFacts, nowMs: number): boolean {
  const { loadedBuild, build, changedAtMs, healthy, touchedAtMs, lot } = facts;
  if (loadedBuild === null || build === null || build === loadedBuild || changedAtMs === null) return false;
  return healthy && nowMs - touchedAtMs >= MIN_UNTOUCHED_MS && nowMs - changedAtMs >= lot * MAX_SPREAD_MS;
}
