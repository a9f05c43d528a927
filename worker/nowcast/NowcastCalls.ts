import type { Position } from '#shared/geo/geodesy.ts';
import type { ProofBody } from '#shared/nowcast/ProofBody.ts';
import type { PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';

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
  /** In order. Null if the newest cells are late or missing, or if chances are hidden as unreliable lately. */
  answersAt(places: readonly Position[]): Promise<readonly PlaceAnswer[] | null>;
  outlined(): Promise<OutlinedCells | null>;
  proof(): Promise<NowcastProof>;
}

/** The Nowcast object's part of `GET /api/v1/proof`: all but the Feed's. */
export type NowcastProof = Omit<ProofBody, 'source' | 'feed'> & { readonly uptime: ProofBody['feed']['uptime'] };
