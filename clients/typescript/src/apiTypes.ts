/** One cloud-to-ground strike; WGS 84 degrees. Copied from `shared/strike.ts`: these types are published alone. */
export interface Strike {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Milliseconds since 1970, on the provider's clock. */
  readonly atMs: number;
  /** What only some sources tell; each is absent where its source does not tell it. */
  readonly detail?: StrikeDetail;
}

export interface StrikeDetail {
  /** A ground stroke or a cloud flash. */
  readonly type?: 'ground' | 'cloud';
  /** With its sign. */
  readonly currentKa?: number;
  readonly multiplicity?: number;
  /** The error ellipse. `azimuth`: of the longer axis, degrees clockwise from north. */
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

/** How far a question was read. A gap without strikes need not have been quiet. */
export interface Extent {
  /** Everything before it was read, except `gaps`; null if nothing is known to have been read. */
  readonly completeToMs: number | null;
  readonly gaps: readonly TimeRange[];
  /** The box reaches beyond what is always read: the whole question counts as a gap then. */
  readonly outsideHome: boolean;
}

/** A page of history. It may be empty and yet not the last. */
export interface StrikePage extends Extent {
  readonly strikes: readonly Strike[];
  /** Whose data they are, as the licence asks for it: show it with them. Absent where it asks for nothing. */
  readonly attribution?: string | undefined;
}

/** How current the feed is. A quiet stream is a quiet sky only while `state` is `live`. */
export interface FeedHealth {
  readonly state: 'live' | 'delayed' | 'down';
  readonly cause?: 'provider' | 'format' | 'gaps' | 'late' | undefined;
  readonly lastSuccessMs: number | null;
  /** Everything up to here, on the provider's clock, was read, except for gaps. */
  readonly completeToMs?: number | undefined;
  /** Spans of the last 24 h that were not read. */
  readonly gaps?: readonly (readonly [fromMs: number, toMs: number])[] | undefined;
}

export type LiveItem =
  /** A strike, each one once. `recovered`: it was read from the history after a `reset`. */
  | { readonly type: 'strike'; readonly strike: Strike; readonly recovered: boolean }
  /**
   * At least every 15 s. `cursor`: all up to it has been told; pass it as `since` to go on from here in another
   * process. `catchingUp`: strikes missed before a `reset` are still being read.
   */
  | {
      readonly type: 'feed';
      readonly feed: FeedHealth;
      readonly serverTimeMs: number;
      readonly cursor: number;
      readonly catchingUp: boolean;
      /** `simulated`: these storms are made up. */
      readonly source: 'live' | 'simulated';
      /** Attribution to display with the strikes. Absent if the licence requires none. */
      readonly attribution?: string | undefined;
    }
  /** The server could not go on from the cursor. Strikes since `fromMs` are read again; older ones may be missing. */
  | { readonly type: 'reset'; readonly fromMs: number }
  /** The strikes missed before a `reset` have been read, except `gaps`. */
  | { readonly type: 'caughtUp'; readonly extent: Extent }
  /** There is no stream at the moment; the next try follows in so many milliseconds. */
  | { readonly type: 'waiting'; readonly reason: WaitReason; readonly retryInMs: number };

/** `away`: the server asked us to leave for a while. `refused`: it has no place, or too much was asked of it. */
export type WaitReason = 'ended' | 'silent' | 'unreadable' | 'unreachable' | 'refused' | 'away';
