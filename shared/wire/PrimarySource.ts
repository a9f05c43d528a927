import * as v from 'valibot';

/** Strokes that reach the ground, flashes of any kind by radio, or their light as a satellite sees it. */
export const SourceKind = v.picklist(['cg-stroke', 'total-flash', 'optical-flash']);
export type SourceKind = v.InferOutput<typeof SourceKind>;

/** The source that fills the map, as sent in `hello`. Absent: cloud-to-ground strokes that support alerts. */
export const PrimarySource = v.object({
  name: v.string(),
  kind: v.fallback(SourceKind, 'total-flash'),
  /** Whether its silence may be taken for silence of the sky. If not, there is no all-clear, level or nowcast. */
  supportsAlerts: v.boolean(),
  /** Longest delay from a strike until it is reported. */
  worstDelayMs: v.pipe(v.number(), v.integer(), v.minValue(0)),
  errorKm: v.pipe(v.number(), v.minValue(0)),
  /** Fraction of strikes inside the ellipse reported with them. */
  ellipseShare: v.optional(v.picklist([0.5, 0.9])),
  /** As its licence asks for it; empty if the operator says whose data they are. */
  attribution: v.string(),
});
export type PrimarySource = v.InferOutput<typeof PrimarySource>;

/** A source in `/status`. */
export const SourceStatus = v.object({
  name: v.string(),
  role: v.picklist(['primary', 'backup', 'cross-check']),
  kind: SourceKind,
  state: v.picklist(['live', 'delayed', 'down']),
  /** Time of the newest strike that it reported; null if it has reported none yet. */
  newestMs: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Longest delay from a strike until it is reported. */
  delayMs: v.pipe(v.number(), v.integer(), v.minValue(0)),
  supportsAlerts: v.boolean(),
  attribution: v.string(),
  publicUse: v.picklist(['yes', 'contract', 'no']),
});
export type SourceStatus = v.InferOutput<typeof SourceStatus>;
