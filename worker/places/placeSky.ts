import { type BBox, bboxIntersection, boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { tileBounds } from '#shared/geo/tile.ts';
import type { Language } from '#shared/languages.ts';
import type { CellsNews } from '#shared/nowcast/place/CellsNews.ts';
import { forecastAt, heldStrokes } from '#shared/nowcast/place/forecastAt.ts';
import type { NamedPlace } from '#shared/places/NamedPlaces.ts';
import { russianGenitive } from '#shared/places/russianGenitive.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { clippedSpans, mergedSpans, type Span } from '#shared/time/spans.ts';
import { eachRow, type StrikeRows } from '#shared/verdict/findStrike.ts';
import { placeFacts, type ServerSky } from '#shared/verdict/placeFacts.ts';
import type { CellsFact, SkyFacts } from '#shared/verdict/SkyFacts.ts';
import { saidDistance } from '#shared/verdict/sayVerdict.ts';
import { type CellsEvent, decodeCells, NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import type { PrimarySource } from '#shared/wire/PrimarySource.ts';
import {
  DEGREES_TO_E5,
  type DeltaColumns,
  fromDeltas,
  type StrikeColumns,
  strikesToColumns,
  toDeltas,
} from '#shared/wire/StrikeColumns.ts';
import { flashPlotWords, latePlaceWords } from '#texts/otherSources/servedWords.ts';
import { type PlacePageWords, placePageTexts } from '#texts/placePageTexts.ts';
import { verdictTexts } from '#texts/verdictTexts.ts';
import { binsOf, type CountArchive } from '#worker/archive/counts.ts';
import { extentIn, keptSinceMs } from '#worker/archive/StrikeArchive.ts';
import { indexColumns, tileOfIndex, tilesOf } from '#worker/archive/windowQuery.ts';
import type { FeedCalls } from '#worker/feed/feedCalls.ts';
import { unpackStrikes } from '#worker/feed/StrikePages.ts';
import type { NowcastCalls } from '#worker/nowcast/nowcastCalls.ts';

/** All that a page of a place is made from. */
export interface PlacePage {
  readonly place: NamedPlace;
  readonly language: Language;
  /** The instant that the page is of: the sky's, or where none is known the Worker's. */
  readonly nowMs: number;
  /** What the verdict rests on. */
  readonly facts: SkyFacts;
  /** Undefined if home is not known at present. */
  readonly sky: HomeSky | undefined;
  /** Undefined if the archive could not be read. */
  readonly counts: PlaceCounts | undefined;
  readonly neighbours: readonly NamedPlace[];
}

/** The page's words, as they are true of the source that fills the map; as ever where that is not known. */
export function placeWords({ language, sky }: Pick<PlacePage, 'language' | 'sky'>): PlacePageWords {
  const texts = placePageTexts[language];
  if (!sky?.primary) return texts;
  const { kind, supportsAlerts } = sky.primary;
  return {
    ...texts,
    ...(supportsAlerts ? {} : latePlaceWords[language]),
    ...(kind === 'cg-stroke' ? {} : { plots: { ...texts.plots, ...flashPlotWords[language] } }),
  };
}

/** The name as it stands after "near" or "of". */
export function nameAfterNear({ names, kind }: NamedPlace, language: Language): string {
  const name = names[language];
  const { peak } = placePageTexts[language];
  if (kind === 'peak') return peak === '' || name.toLowerCase().includes(peak) ? name : `${peak}\u00a0${name}`;
  return language === 'ru' ? (russianGenitive(name) ?? `города\u00a0${name}`) : name;
}

export function kmText(km: number, language: Language): string {
  return saidDistance(km, { words: verdictTexts[language], language });
}

/** Of a page, what its program renews; no search result may quote what is true for a moment only. */
export function livePart(name: string, content: string): string {
  return `<section data-live="${name}" data-nosnippet>${content}</section>`;
}

/** A snapshot is renewed once it is this old. */
const SKY_HOLDS_MS = 15_000;
/** While one request renews it, others are answered from one that is at most this old. */
const AT_MOST_MS = 30_000;
const RENEWAL_MS = 5_000;

/**
 * The newest snapshot of home in this isolate's memory. Requests may not wait for each other's I/O, so while one renews
 * it the others take the old one, if it is young enough; where loading failed the next try comes 5 s later.
 */
export class SkyCache {
  private readonly clock: Clock;
  private held: { readonly sky: HomeSky; readonly atMs: number } | undefined;
  private triedMs = Number.NEGATIVE_INFINITY;
  private failed = false;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Undefined if home is not known at present; `failing` hears why. */
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
      // What comes from the data centre's cache may have some age.
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

/** Home at one instant, as Feed and Nowcast know it: what the pages of all places are made from. */
export interface HomeSky extends Omit<ServerSky, 'isWhole'> {
  readonly gaps: readonly Span[];
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
      supportsAlerts: primary?.supportsAlerts ?? true,
      primary,
      home,
      feed: { state: read.state, lastSuccessMs: read.lastSuccessMs },
      gaps: read.gaps ?? [],
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
  readonly gaps: readonly Span[];
}

/** The squares that counts go by, some 15 km around a place: what is counted, as far as it lies in home. */
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
  const read = extentIn({ bbox, fromMs, toMs: nowMs }, record, home, keptSinceMs(historyDays, nowMs));
  const completeToMs = read.completeToMs ?? fromMs;
  const behind: Span[] = nowMs - completeToMs > ARCHIVE_LAG_MS ? [[completeToMs, nowMs]] : [];
  return {
    fromMs,
    byHour: binsOf({ fromMs, toMs: toHour * HOUR_MS, stepMs: HOUR_MS }, hours),
    gaps: mergedSpans([...read.gaps, ...behind, ...clippedSpans(uncounted, fromMs, nowMs)]),
    rowsRead,
  };
}

/** What a verdict may know of the place. Without a sky, that at `ownMs` nothing is known. */
export function factsOf(at: Position, sky: HomeSky | undefined, ownMs: number): SkyFacts {
  if (!sky) return placeFacts(at, undefined, 'place', { kind: 'none' }, ownMs);
  const isWhole = !sky.gaps.some(([fromMs, toMs]) => fromMs < sky.nowMs && toMs > sky.nowMs - HOUR_MS);
  return placeFacts(at, { ...sky, isWhole }, 'place', cellsFact(at, sky), ownMs);
}

/** Whether cells are so old that they say nothing of now. */
export function areLate({ atMs }: CellsNews, { feed, nowMs }: Pick<HomeSky, 'feed' | 'nowMs'>): boolean {
  return feed.state === 'down' || nowMs - atMs >= NOWCAST_HOLDS_MS;
}

/** As the map has it: none without cells, late ones say nothing of now. */
function cellsFact(at: Position, sky: HomeSky): CellsFact {
  const { cells, strikes } = sky;
  if (!cells) return { kind: 'none' };
  if (areLate(cells, sky)) return { kind: 'late' };
  if (cells.cells.length === 0) return { kind: 'none' };
  const { atMs, withheld, partial } = cells;
  return { kind: 'told', atMs, withheld, partial, answer: forecastAt(at, cells, heldStrokes(strikes, atMs)) };
}

/** How many strikes of the snapshot fell in a box, by bins of `stepMs` from `fromMs` on. */
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
