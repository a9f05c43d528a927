/** One cloud-to-ground strike; WGS 84 degrees. Copied from `shared/strike.ts`: these types are published separately. */
export interface Strike {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Milliseconds since 1970, on the provider's clock. */
  readonly atMs: number;
  /** Fields that only some sources report; absent for other sources. */
  readonly detail?: StrikeDetail;
}

export interface StrikeDetail {
  /** A ground stroke or a cloud flash. */
  readonly type?: 'ground' | 'cloud';
  /** Signed. */
  readonly currentKa?: number;
  readonly multiplicity?: number;
  /** The error ellipse. `azimuth`: bearing of the major axis, degrees clockwise from north. */
  readonly ellipse?: { readonly semiMajorKm: number; readonly semiMinorKm: number; readonly azimuth: number };
}

/** `west < east`, `south < north`, in WGS 84 degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Milliseconds since 1970. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Completeness of a query's data. A gap without strikes was not necessarily quiet. */
export interface Extent {
  /** The data is complete to this instant, except for `gaps`; null if no data is known. */
  readonly completeToMs: number | null;
  readonly gaps: readonly TimeRange[];
  /** The box extends beyond the home area: then the whole query counts as a gap. */
  readonly outsideHome: boolean;
}

/** A page of history. It may be empty even if more pages follow. */
export interface StrikePage extends Extent {
  readonly strikes: readonly Strike[];
  /** Attribution required by the licence: show it with the strikes. Absent if none is required. */
  readonly attribution?: string | undefined;
}

/** State of the feed. A quiet stream means a quiet sky only while `state` is `live`. */
export interface FeedHealth {
  readonly state: 'live' | 'delayed' | 'down';
  readonly cause?: 'provider' | 'format' | 'gaps' | 'late' | undefined;
  readonly lastSuccessMs: number | null;
  /** The data is complete to this instant, on the provider's clock, except for gaps. */
  readonly completeToMs?: number | undefined;
  /** Data gaps of the last 24 h. */
  readonly gaps?: readonly (readonly [fromMs: number, toMs: number])[] | undefined;
}

export type LiveItem =
  /** A strike; each one is sent once. `recovered`: it was read from the history after a `reset`. */
  | { readonly type: 'strike'; readonly strike: Strike; readonly recovered: boolean }
  /**
   * At least every 15 s. `cursor`: everything up to it was sent; pass it as `since` to continue from here in another
   * process. `catchingUp`: strikes missed before a `reset` are still being read.
   */
  | {
      readonly type: 'feed';
      readonly feed: FeedHealth;
      readonly serverTimeMs: number;
      readonly cursor: number;
      readonly catchingUp: boolean;
      /** `simulated`: these storms are synthetic. */
      readonly source: 'live' | 'simulated';
      /** Attribution to display with the strikes. Absent if the licence requires none. */
      readonly attribution?: string | undefined;
    }
  /** The server could not continue from the cursor. Strikes since `fromMs` are read again; older ones may be lost. */
  | { readonly type: 'reset'; readonly fromMs: number }
  /** The strikes missed before a `reset` have been read, except `gaps`. */
  | { readonly type: 'caughtUp'; readonly extent: Extent }
  /** No stream is open at the moment; the next try follows in `retryInMs`. */
  | { readonly type: 'waiting'; readonly reason: WaitReason; readonly retryInMs: number };

/** `away`: the server closed the stream and asked for a pause. `refused`: no capacity, or a limit was exceeded. */
export type WaitReason = 'ended' | 'silent' | 'unreadable' | 'unreachable' | 'refused' | 'away';
