import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';
import type { StrikeRows } from '#shared/verdict/findStrike.ts';
import type { ServerSky } from '#shared/verdict/placeFacts.ts';
import { type CellsEvent, decodeCells } from '#shared/wire/cellsEvent.ts';
import type { PrimarySource } from '#shared/wire/PrimarySource.ts';
import {
  DEGREES_TO_E5,
  type DeltaColumns,
  fromDeltas,
  type StrikeColumns,
  strikesToColumns,
  toDeltas,
} from '#shared/wire/StrikeColumns.ts';
import type { FeedCalls } from '#worker/feed/FeedCalls.ts';
import { unpackStrikes } from '#worker/feed/StrikePages.ts';
import type { NowcastCalls } from '#worker/nowcast/NowcastCalls.ts';

/** Home at one instant, as Feed and Nowcast know it: what the pages of all places are made from. */
export interface HomeSky extends Omit<ServerSky, 'isWhole'> {
  readonly unread: readonly Span[];
  /** The source that fills the map, where it is not as ever. */
  readonly primary: PrimarySource | null;
  /** Undefined while there is no nowcast. */
  readonly cells: CellsNews | undefined;
}

/** An hour, and what a storm's motion needs before it. */
const STRIKES_MS = 80 * MINUTE_MS;

interface SkySources {
  readonly feed: Pick<FeedCalls, 'status' | 'strikesWithin'>;
  readonly nowcast: Pick<NowcastCalls, 'newest'>;
  readonly home: BBox;
  readonly nowMs: number;
}

/** Returns the packed snapshot. Rejects if the Feed does not answer; without a Nowcast there are only no cells. */
export async function readHomeSky({ feed, nowcast, home, nowMs }: SkySources): Promise<string> {
  const [status, packed, cells] = await Promise.all([
    feed.status(),
    feed.strikesWithin(home, { fromMs: nowMs - STRIKES_MS, toMs: Number.MAX_SAFE_INTEGER }),
    nowcast.newest().catch(() => null),
  ]);
  const { source, serverTimeMs, feed: read } = status;
  const { primary = null } = status;
  return packHomeSky(
    {
      nowMs: serverTimeMs,
      simulated: source === 'simulated',
      guards: primary?.guards ?? true,
      primary,
      home,
      feed: { state: read.state, lastSuccessMs: read.lastSuccessMs },
      unread: read.unread ?? [],
      cells,
    },
    unpackStrikes(packed),
  );
}

/** A snapshot but for its strikes; the cells as streams are told them, null for none. */
export type PackedHead = Omit<HomeSky, 'strikes' | 'cells'> & { readonly cells: CellsEvent | null };

/** As JSON with the strikes as differences: as fine as the map has them, and quick to read. */
export function packHomeSky(head: PackedHead, strikes: readonly NumberedStrike[]): string {
  return JSON.stringify({ ...head, strikes: toDeltas(strikesToColumns(strikes)) });
}

/** Reads what `packHomeSky` wrote. */
export function unpackHomeSky(packed: string): HomeSky {
  const { strikes, cells, ...head }: PackedHead & { readonly strikes: DeltaColumns } = JSON.parse(packed);
  return { ...head, cells: cells ? decodeCells(cells) : undefined, strikes: rowsOf(fromDeltas(strikes)) };
}

function rowsOf({ atMs, latitudesE5, longitudesE5 }: StrikeColumns): StrikeRows<Position & { readonly atMs: number }> {
  return {
    length: atMs.length,
    atMs,
    latitudesE5,
    longitudesE5,
    strikeAt: (row) => ({
      atMs: atMs[row] ?? 0,
      latitude: (latitudesE5[row] ?? 0) / DEGREES_TO_E5,
      longitude: (longitudesE5[row] ?? 0) / DEGREES_TO_E5,
    }),
  };
}
