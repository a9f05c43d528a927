import type { BBox } from '#shared/geo/BBox.ts';
import type { SourceKind } from '#shared/wire/PrimarySource.ts';

/** What is known of a source before it is asked. */
export interface SourceTraits {
  /** As `SOURCES` names it. */
  readonly name: string;
  /** Asked for windows of time and place, or publishes files of whole slots. */
  readonly way: 'windows' | 'files';
  readonly kind: SourceKind;
  /** Rows of one answer, and how a reader notices that some are missing: as many as fit, or the source says so. */
  readonly rows: { readonly max: number; readonly truncation: 'at-max' | 'told' | 'never' };
  /** From a strike until the source tells of it. `step`: it tells in lots of this length. */
  readonly delayMs: { readonly typical: number; readonly worst: number; readonly step: number };
  /** The finest difference between two times that it tells. */
  readonly timeStepMs: number;
  readonly errorKm: { readonly typical: number; readonly worst: number };
  /** Share of strikes that lie inside the ellipse that is told with them; absent if nobody says. */
  readonly ellipseShare?: 0.5 | 0.9;
  /** `given` ids are the source's own; `made` ones are made from time and place. */
  readonly identity: 'given' | 'made';
  /** Outside of it the source knows nothing. */
  readonly coverage: BBox;
  /**
   * As its licence asks for it, to be shown through `attributionAt`; empty if the operator says whose data they are
   * (`PUBLIC_DATA_SOURCE`).
   */
  readonly attribution: string;
  readonly publicUse: 'yes' | 'contract' | 'no';
}

const GUARD_WORST_DELAY_MS = 60_000;
const GUARD_WORST_ERROR_KM = 5;

/**
 * Whether a source may stand behind an all-clear, a level or a nowcast: it tells in time and where, and its silence is
 * no cloud in the way. Follows from the traits and is never set.
 */
export function mayGuard({ kind, delayMs, errorKm }: SourceTraits): boolean {
  return kind !== 'optical-flash' && delayMs.worst <= GUARD_WORST_DELAY_MS && errorKm.worst <= GUARD_WORST_ERROR_KM;
}

const IN_TIME_MS = 60_000;
const MISSED_FILES = 2;
/** Asked again and again, two minutes without any answer are an outage, however late the source is. */
const SILENT_MS = 120_000;

/**
 * Where the source is late by its nature: home is down once nothing was told for this long. Null where it tells in time.
 * Of files it is counted from the end of the newest one.
 */
export function lateDownAfterMs({ way, delayMs: { worst, step } }: SourceTraits): number | null {
  if (way === 'files') return worst + MISSED_FILES * step;
  return worst <= IN_TIME_MS ? null : SILENT_MS;
}

/** Polls read no more than this again; what is told later still is swept. */
export const LONGEST_OVERLAP_MS = 10 * 60_000;
/** After the worst delay, until its sweep was read. */
export const LATE_SWEEP_MS = 10 * 60_000;

/**
 * Strikes of this long before an answer for a window may not have been told, or not read again; a file has all of its
 * slot.
 */
export function untoldMs({ way, delayMs: { worst } }: SourceTraits): number {
  if (way === 'files' || worst <= IN_TIME_MS) return 0;
  return worst <= LONGEST_OVERLAP_MS ? worst : worst + LATE_SWEEP_MS;
}

/** The words to show at `nowMs`: `{year}` in them is the year of that day, in UTC. */
export function attributionAt({ attribution }: Pick<SourceTraits, 'attribution'>, nowMs: number): string {
  return attribution.replace('{year}', String(new Date(nowMs).getUTCFullYear()));
}

export const WHOLE_EARTH: BBox = { west: -180, south: -90, east: 180, north: 90 };
