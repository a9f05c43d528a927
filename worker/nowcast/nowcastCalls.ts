import type { Position } from '#shared/geo/geodesy.ts';
import type { ForecastResult } from '#shared/nowcast/arrivalAt.ts';
import type { CellsUpdate } from '#shared/nowcast/CellsUpdate.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { Source } from '#shared/wire/FeedEvent.ts';
import type { ReplayedBody, VerificationBody } from '#shared/wire/VerificationBody.ts';
import type { ReplayedSums } from './VerificationLedger.ts';

/** The newest storm cells, and the corners of each one's outline in the same order. */
export interface OutlinedCells {
  readonly updates: CellsUpdate;
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
  /** The event sent to streams at a past instant, or up to five minutes earlier; null if none was stored. */
  reportedAt(atMs: number): Promise<CellsEvent | null>;
  /** In input order. Null if the newest cells are late or missing, or if chances are withheld as unreliable. */
  resultsAt(places: readonly Position[]): Promise<readonly ForecastResult[] | null>;
  outlined(): Promise<OutlinedCells | null>;
  verification(): Promise<NowcastVerification>;
  /** Fits corrections to hindcast outcomes too, where too few published forecasts came true. Safe to repeat. */
  acceptReplayed(replayed: ReplayedSums): Promise<void>;
}

/** Calls to the Hindcast object; any may reject. */
export interface HindcastCalls {
  /** As the Nowcast's, until the replay is done. The minute's jobs call it; the replay begins after the backfill. */
  ensureAlarm(): Promise<void>;
  /** Null before it begins, and once it is too old to publish. */
  verification(): Promise<ReplayedBody | null>;
}

/** The Nowcast object's part of `GET /api/v1/verification`: all but the Feed's. */
export type NowcastVerification = Omit<VerificationBody, 'source' | 'feed' | 'replayed'> & {
  readonly uptime: VerificationBody['feed']['uptime'];
};

/** As far as the map's timeline reaches back. */
const RETENTION_MS = 14 * DAY_MS;
/** Published cells are valid for this long. */
const HOLDS_MS = 5 * MINUTE_MS;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS past_cells (at_ms INTEGER PRIMARY KEY, source TEXT NOT NULL, event TEXT NOT NULL)`;

/** The published storm cells of each minute, for views of the past; in an object's storage. */
export class CellHistory {
  private readonly sql: Pick<SqlStorage, 'exec'>;
  private readonly source: Source;

  constructor(sql: Pick<SqlStorage, 'exec'>, source: Source) {
    this.sql = sql;
    this.source = source;
    sql.exec(SCHEMA);
  }

  /** Stores a minute and deletes those that are too old. */
  store(event: CellsEvent): void {
    const row = [event.atMs, this.source, JSON.stringify(event)] as const;
    this.sql.exec('INSERT OR REPLACE INTO past_cells (at_ms, source, event) VALUES (?, ?, ?)', ...row);
    this.sql.exec('DELETE FROM past_cells WHERE at_ms < ?', event.atMs - RETENTION_MS);
  }

  /** The last event published up to `atMs`; null if none was stored in the five minutes before. */
  at(atMs: number): CellsEvent | null {
    const [row] = this.sql
      .exec<{ event: string }>(
        'SELECT event FROM past_cells WHERE at_ms > ? AND at_ms <= ? AND source = ? ORDER BY at_ms DESC LIMIT 1',
        atMs - HOLDS_MS,
        atMs,
        this.source,
      )
      .toArray();
    return row ? JSON.parse(row.event) : null;
  }
}
