import type { Position } from '#shared/geo/geodesy.ts';
import type { ProofBody, ReplayedBody } from '#shared/nowcast/ProofBody.ts';
import type { PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { ReplayedSums } from './ProofLedger.ts';

/** The newest storm cells, and the corners of each one's outline in the same order. */
export interface OutlinedCells {
  readonly news: CellsNews;
  readonly outlines: readonly (readonly Position[])[];
  /** The provider's clock minus ours. */
  readonly providerOffsetMs: number;
}

/** Calls to the Nowcast object. They cross to another machine, so any may reject. */
export interface NowcastCalls {
  /** Sets the alarm to now if none is set, if it is overdue, or if it was set by an object that died. */
  ensureAlarm(): Promise<void>;
  /** As sent to streams; null if there are none yet. */
  newest(): Promise<CellsEvent | null>;
  /** As sent to streams at a past instant, or up to five minutes before it; null if that was not kept. */
  toldAt(atMs: number): Promise<CellsEvent | null>;
  /** In order. Null if the newest cells are late or missing, or if chances are hidden as unreliable lately. */
  answersAt(places: readonly Position[]): Promise<readonly PlaceAnswer[] | null>;
  outlined(): Promise<OutlinedCells | null>;
  proof(): Promise<NowcastProof>;
  /** Learns from what a hindcast found, where too few forecasts that were told came true. Safe to repeat. */
  takeReplayed(replayed: ReplayedSums): Promise<void>;
}

/** Calls to the Hindcast object; any may reject. */
export interface HindcastCalls {
  /** As the Nowcast's, until all is replayed. The minute's jobs call it, and begin the replay when home is read back. */
  ensureAlarm(): Promise<void>;
  /** Null before it begins, and once it is too old to tell. */
  proof(): Promise<ReplayedBody | null>;
}

/** The Nowcast object's part of `GET /api/v1/proof`: all but the Feed's. */
export type NowcastProof = Omit<ProofBody, 'source' | 'feed' | 'replayed'> & {
  readonly uptime: ProofBody['feed']['uptime'];
};
