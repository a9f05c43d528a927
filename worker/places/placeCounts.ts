import { type BBox, bboxIntersection, boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { tileBounds } from '#shared/geo/tile.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { clippedSpans, mergedSpans, type Span } from '#shared/time/spans.ts';
import { binsOf, type CountArchive } from '#worker/archive/CountArchive.ts';
import { cellsOf, indexCellTile, indexColumns } from '#worker/archive/indexCells.ts';
import { keptSinceMs, unreadOf } from '#worker/archive/readExtent.ts';

/** Days by the place's clock, so there is one more than the plot shows. */
const COUNTED_MS = 15 * DAY_MS;
/** The archive follows the Feed by less than this, or it is behind. */
const ARCHIVE_LAG_MS = 5 * MINUTE_MS;
const AROUND_KM = 15;

/** Strikes around a place by the hour, of a little more than a fortnight. */
export interface PlaceCounts {
  readonly fromMs: number;
  readonly byHour: readonly number[];
  /** Of that time; what is newer than the archive among it. */
  readonly unread: readonly Span[];
}

/** The squares that counts go by, some 15 km around a place: what is counted, as far as it lies in home. */
export function boxCounted(at: Position): BBox {
  const tiles = cellsOf(indexColumns(boxAround(at, AROUND_KM))).map((cell) => tileBounds(indexCellTile(cell)));
  return {
    west: Math.min(...tiles.map(({ west }) => west)),
    south: Math.min(...tiles.map(({ south }) => south)),
    east: Math.max(...tiles.map(({ east }) => east)),
    north: Math.max(...tiles.map(({ north }) => north)),
  };
}

/** In whole kilometres. */
export function sizeOf({ west, south, east, north }: BBox): { readonly width: number; readonly height: number } {
  const middle = (south + north) / 2;
  const km = (a: Position, b: Position) => Math.round(distanceKm(a, b));
  return {
    width: km({ latitude: middle, longitude: west }, { latitude: middle, longitude: east }),
    height: km({ latitude: south, longitude: west }, { latitude: north, longitude: west }),
  };
}

/** Reads at most some 1,500 rows, and what the present hour's strikes are. Rejects if D1 does not answer. */
export async function readPlaceCounts(
  archive: Pick<CountArchive, 'hours'>,
  { at, home, historyDays, nowMs }: { at: Position; home: BBox; historyDays: number; nowMs: number },
): Promise<PlaceCounts & { readonly rowsRead: number }> {
  const fromHour = Math.floor((nowMs - COUNTED_MS) / HOUR_MS);
  const toHour = Math.floor(nowMs / HOUR_MS) + 1;
  const fromMs = fromHour * HOUR_MS;
  const asked = boxAround(at, AROUND_KM);
  const bbox = bboxIntersection(asked, home) ?? asked;
  const { hours, uncounted, record, rowsRead } = await archive.hours(bbox, fromHour, toHour);
  const read = unreadOf({ bbox, fromMs, toMs: nowMs }, record, home, keptSinceMs(historyDays, nowMs));
  const completeToMs = read.completeToMs ?? fromMs;
  const behind: Span[] = nowMs - completeToMs > ARCHIVE_LAG_MS ? [[completeToMs, nowMs]] : [];
  return {
    fromMs,
    byHour: binsOf({ fromMs, toMs: toHour * HOUR_MS, stepMs: HOUR_MS }, hours),
    unread: mergedSpans([...read.unread, ...behind, ...clippedSpans(uncounted, fromMs, nowMs)]),
    rowsRead,
  };
}
