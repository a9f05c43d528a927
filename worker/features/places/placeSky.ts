import type { Clock } from '#shared/Clock.ts';
import { type BBox, bboxIntersection, boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { NamedPlace } from '#shared/geo/NamedPlaces.ts';
import { russianGenitive } from '#shared/geo/russianGenitive.ts';
import { tileBounds } from '#shared/geo/tile.ts';
import type { PlacePageTexts } from '#shared/i18n/dictionaryTypes.ts';
import { flashPlotTexts, latePlaceTexts, placePageTexts, verdictTexts } from '#shared/i18n/serverTexts.ts';
import type { Language } from '#shared/languages.ts';
import { forecastAt, heldStrokes } from '#shared/nowcast/arrivalAt.ts';
import type { CellsUpdate } from '#shared/nowcast/CellsUpdate.ts';
import { eachRow, placeFacts, type ServerSky, type StrikeRows } from '#shared/sky/placeFacts.ts';
import type { CellsFact, SkyFacts } from '#shared/sky/verdictOf.ts';
import { distanceText } from '#shared/sky/verdictText.ts';
import type { Strikes } from '#shared/strike.ts';
import { clippedSpans, DAY_MS, HOUR_MS, MINUTE_MS, mergedSpans, type Span } from '#shared/time.ts';
import { type CellsEvent, decodeCells, NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import type { PrimarySource } from '#shared/wire/FeedEvent.ts';
import {
  DEGREES_TO_E5,
  type DeltaColumns,
  fromDeltas,
  type StrikeColumns,
  toDeltas,
} from '#shared/wire/StrikeColumns.ts';
import { binsOf, type CountArchive } from '#worker/archive/counts.ts';
import { extentIn, retainedSinceMs } from '#worker/archive/StrikeArchive.ts';
import { indexColumns, tileOfIndex, tilesOf } from '#worker/archive/windowQuery.ts';
import type { FeedCalls, NowcastCalls } from '#worker/calls.ts';

/** All data for a place's page. */
export interface PlacePage {
  readonly place: NamedPlace;
  readonly language: Language;
  /** The page's instant: that of the sky, or the Worker's if the sky is unknown. */
  readonly nowMs: number;
  /** The basis of the verdict. */
  readonly facts: SkyFacts;
  /** Undefined if home's state is currently unknown. */
  readonly sky: HomeSky | undefined;
  /** Undefined if the archive could not be read. */
  readonly counts: PlaceCounts | undefined;
  readonly neighbours: readonly NamedPlace[];
}

/** The page's texts for the source that fills the map; the usual texts if the source is unknown. */
export function placeTexts({ language, sky }: Pick<PlacePage, 'language' | 'sky'>): PlacePageTexts {
  const texts = placePageTexts[language];
  if (!sky?.primary) return texts;
  const { kind, supportsAlerts } = sky.primary;
  return {
    ...texts,
    ...(supportsAlerts ? {} : latePlaceTexts[language]),
    ...(kind === 'cg-stroke' ? {} : { plots: { ...texts.plots, ...flashPlotTexts[language] } }),
  };
}

/** The form of the name after "near" or "of". */
export function nameAfterNear({ names, kind }: NamedPlace, language: Language): string {
  const name = names[language];
  const { peak } = placePageTexts[language];
  if (kind === 'peak') return peak === '' || name.toLowerCase().includes(peak) ? name : `${peak}\u00a0${name}`;
  return language === 'ru' ? (russianGenitive(name) ?? `города\u00a0${name}`) : name;
}

export function kmText(km: number, language: Language): string {
  return distanceText(km, { texts: verdictTexts[language], language });
}

/** A part of the page that its script refreshes. Search results must not quote it, because it is soon out of date. */
export function livePart(name: string, content: string): string {
  return `<section data-live="${name}" data-nosnippet>${content}</section>`;
}

/** A snapshot is refreshed once it is this old. */
const SKY_HOLDS_MS = 15_000;
/** While one request refreshes it, others may use a snapshot of at most this age. */
const AT_MOST_MS = 30_000;
const RENEWAL_MS = 5_000;

/**
 * The newest snapshot of home in this isolate's memory. Requests must not wait for each other's I/O, so while one
 * refreshes it the others use the old one, if it is young enough. After a failed load the next try is 5 s later.
 */
export class SkyCache {
  private readonly clock: Clock;
  private held: { readonly sky: HomeSky; readonly atMs: number } | undefined;
  private triedMs = Number.NEGATIVE_INFINITY;
  private failed = false;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Undefined if home's state is currently unknown; `failing` is called with the reason. */
  async now(load: () => Promise<HomeSky>, failing: (reason: string) => void): Promise<HomeSky | undefined> {
    const nowMs = this.clock.now();
    const heldMs = this.held ? nowMs - this.held.atMs : Number.POSITIVE_INFINITY;
    if (heldMs < SKY_HOLDS_MS) return this.held?.sky;
    const isTried = nowMs - this.triedMs < RENEWAL_MS;
    if (isTried && (this.failed || heldMs < AT_MOST_MS)) return heldMs < AT_MOST_MS ? this.held?.sky : undefined;
    this.triedMs = nowMs;
    this.failed = false;
    try {
      const sky = await load();
      // A response from the data centre's cache may already have some age.
      this.held = { sky, atMs: Math.min(nowMs, sky.nowMs) };
      this.triedMs = Number.NEGATIVE_INFINITY;
      return sky;
    } catch (error) {
      failing((error as Error).message);
      this.failed = true;
      return undefined;
    }
  }
}

/** Home at one instant, from Feed and Nowcast: the basis of all place pages. */
export interface HomeSky extends Omit<ServerSky, 'isWhole'> {
  readonly gaps: readonly Span[];
  /** The source that fills the map, if it is not the usual one. */
  readonly primary: PrimarySource | null;
  /** Undefined while there is no nowcast. */
  readonly cells: CellsUpdate | undefined;
}

/** An hour, plus the history that a storm's motion needs. */
const STRIKES_MS = 80 * MINUTE_MS;

interface SkySources {
  readonly feed: Pick<FeedCalls, 'status' | 'strikesWithin'>;
  readonly nowcast: Pick<NowcastCalls, 'newest'>;
  readonly home: BBox;
  readonly nowMs: number;
}

/** Returns the packed snapshot. Rejects if the Feed is unavailable; without a Nowcast only the cells are missing. */
export async function readHomeSky({ feed, nowcast, home, nowMs }: SkySources): Promise<string> {
  const [status, strikes, cells] = await Promise.all([
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
      supportsAlerts: primary?.supportsAlerts ?? true,
      primary,
      home,
      feed: { state: read.state, lastSuccessMs: read.lastSuccessMs },
      gaps: read.gaps ?? [],
      cells,
    },
    strikes,
  );
}

/** A snapshot without its strikes; the cells in the streams' format, null for none. */
export type PackedHead = Omit<HomeSky, 'strikes' | 'cells'> & { readonly cells: CellsEvent | null };

/** JSON with delta-coded strikes: as precise as on the map, and quick to parse. */
export function packHomeSky(head: PackedHead, strikes: Strikes): string {
  return JSON.stringify({ ...head, strikes: toDeltas(strikes) });
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

/** Days are in local time, so there is one more than the plot shows. */
const COUNTED_MS = 15 * DAY_MS;
/** The archive's lag behind the Feed is normally below this. */
const ARCHIVE_LAG_MS = 5 * MINUTE_MS;
const AROUND_KM = 15;

/** Hourly strikes around a place for a little more than a fortnight. */
export interface PlaceCounts {
  readonly fromMs: number;
  readonly byHour: readonly number[];
  /** Gaps in that time, including the time that the archive does not cover yet. */
  readonly gaps: readonly Span[];
}

/** The tiles of the counts, some 15 km around a place: the counted area, as far as it lies in home. */
export function boxCounted(at: Position): BBox {
  const tiles = tilesOf(indexColumns(boxAround(at, AROUND_KM))).map((cell) => tileBounds(tileOfIndex(cell)));
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

/** Reads at most some 1,500 rows, plus the current hour's strikes. Rejects if D1 is unavailable. */
export async function readPlaceCounts(
  archive: Pick<CountArchive, 'hours'>,
  { at, home, historyDays, nowMs }: { at: Position; home: BBox; historyDays: number; nowMs: number },
): Promise<PlaceCounts & { readonly rowsRead: number }> {
  const fromHour = Math.floor((nowMs - COUNTED_MS) / HOUR_MS);
  const toHour = Math.floor(nowMs / HOUR_MS) + 1;
  const fromMs = fromHour * HOUR_MS;
  const requested = boxAround(at, AROUND_KM);
  const bbox = bboxIntersection(requested, home) ?? requested;
  const { hours, uncounted, record, rowsRead } = await archive.hours(bbox, fromHour, toHour);
  const read = extentIn({ bbox, fromMs, toMs: nowMs }, record, home, retainedSinceMs(historyDays, nowMs));
  const completeToMs = read.completeToMs ?? fromMs;
  const behind: Span[] = nowMs - completeToMs > ARCHIVE_LAG_MS ? [[completeToMs, nowMs]] : [];
  return {
    fromMs,
    byHour: binsOf({ fromMs, toMs: toHour * HOUR_MS, stepMs: HOUR_MS }, hours),
    gaps: mergedSpans([...read.gaps, ...behind, ...clippedSpans(uncounted, fromMs, nowMs)]),
    rowsRead,
  };
}

/** The place's facts for a verdict. Without a sky, an unknown state at `ownMs`. */
export function factsOf(at: Position, sky: HomeSky | undefined, ownMs: number): SkyFacts {
  if (!sky) return placeFacts(at, undefined, 'place', { kind: 'none' }, ownMs);
  const isWhole = !sky.gaps.some(([fromMs, toMs]) => fromMs < sky.nowMs && toMs > sky.nowMs - HOUR_MS);
  return placeFacts(at, { ...sky, isWhole }, 'place', cellsFact(at, sky), ownMs);
}

/** True if the cells are too old for a statement about now. */
export function areLate({ atMs }: CellsUpdate, { feed, nowMs }: Pick<HomeSky, 'feed' | 'nowMs'>): boolean {
  return feed.state === 'down' || nowMs - atMs >= NOWCAST_HOLDS_MS;
}

/** As on the map: `none` without cells, `late` if they are outdated. */
function cellsFact(at: Position, sky: HomeSky): CellsFact {
  const { cells, strikes } = sky;
  if (!cells) return { kind: 'none' };
  if (areLate(cells, sky)) return { kind: 'late' };
  if (cells.cells.length === 0) return { kind: 'none' };
  const { atMs, withheld, partial } = cells;
  return { kind: 'told', atMs, withheld, partial, result: forecastAt(at, cells, heldStrokes(strikes, atMs)) };
}

/** Number of the snapshot's strikes in a box, by bins of `stepMs` from `fromMs` on. */
export function binnedStrikes(
  { strikes }: Pick<HomeSky, 'strikes'>,
  within: BBox,
  { fromMs, stepMs, bins }: { readonly fromMs: number; readonly stepMs: number; readonly bins: number },
): number[] {
  const counts = Array.from({ length: bins }, () => 0);
  eachRow(strikes, { fromMs, toMs: fromMs + bins * stepMs, within }, (row) => {
    const bin = Math.floor(((strikes.atMs[row] as number) - fromMs) / stepMs);
    counts[bin] = (counts[bin] ?? 0) + 1;
  });
  return counts;
}
