import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { systemClock } from '#shared/Clock.ts';
import { type BBox, bboxContains, bboxOverlaps, bboxUnion } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { LEVEL_MS } from '#shared/sky/placeFacts.ts';
import { type CellsFact, type HeldFact, verdictOf } from '#shared/sky/verdictOf.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import { useNow } from '#web/kit/browser/browserState.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import type { ViewStatus } from './FeedView.ts';
import { heldStrikes, nearBox, type OutlinedArea, type WindowCounts, windowCounts } from './findStrikes.ts';
import { type LiveFeed, useFeedView } from './LiveFeed.ts';
import type { Playhead } from './Playhead.ts';
import {
  type CellsNow,
  cellsNow,
  knownEndMs,
  knownQuiet,
  levelAt,
  measureFrom,
  type RenderedSky,
  requestedOf,
  type Sky,
  type SkySource,
  skySource,
  unknownBars,
  verdictFacts,
} from './Sky.ts';
import type { StrikeStore } from './StrikeStore.ts';

/** Bars per window; those of an hour are a minute each. */
const BARS = 60;

export interface SkyScope {
  readonly box: BBox | undefined;
  /** Used while the map is live. */
  readonly windowMs: number;
  readonly moment: Playhead;
  readonly point: Position | undefined;
  readonly visitorAt: Position | undefined;
  /** If true, nothing is measured from the middle of the map. */
  readonly wall: boolean;
  /** The level at the shown place, if raised: the verdict then must not sound reassuring. */
  readonly held?: HeldFact | undefined;
  /** Strikes are held there too, for at least this long. */
  readonly alertsSupported?: { readonly box: BBox; readonly windowMs: number } | undefined;
  /** The subject of the live verdict, unless a point was chosen. Needs the strikes of `alertsSupported`. */
  readonly outline?: OutlinedArea | undefined;
}

/** Makes the feed follow the scope, and returns the sky there: now, or in the shown past. */
export function useSky(
  feed: LiveFeed,
  { box, windowMs: liveWindowMs, moment, point, visitorAt, wall, alertsSupported, held, outline }: SkyScope,
): Sky {
  const view = useFeedView(feed);
  // Not `feed.clock`: its reading would stay wrong for a second after the device clock's offset becomes known.
  const presentMs = useNow(systemClock, 1_000) + view.clockOffsetMs;
  const source = skySource(view, useSnapshot(moment), { box, windowMs: liveWindowMs }, presentMs);
  const { gaps, byHour, reportedCells, ...visible } = source;
  const { strikes, complete, viewStatus, nowMs, renderedNowMs, windowMs, endMs, toMs } = visible;
  const renderedEndMs = endMs === nowMs ? renderedNowMs : endMs;
  const renderedFromMs = renderedEndMs - windowMs;
  const counts = useWindowCounts(source, box);
  const measure = useMemo(
    () => measureFrom({ point, visitorAt, box: wall ? undefined : box }),
    [point, visitorAt, box, wall],
  );
  useEffect(() => {
    if (!box) return;
    const near = [...(measure ? [nearBox(measure.at)] : []), ...(alertsSupported ? [alertsSupported.box] : [])];
    const heldMs = Math.max(liveWindowMs, alertsSupported?.windowMs ?? 0, measure ? LEVEL_MS : 0);
    feed.show(box, heldMs, near.length > 0 ? near.reduce(bboxUnion) : undefined);
  }, [feed, box, liveWindowMs, measure, alertsSupported]);
  const home = view.areas?.home;
  const subject = point || viewStatus.kind === 'past' ? measure : (outline ?? measure);
  const requestedSky = useMemo(() => requestedOf(subject, box, home, windowMs), [subject, box, home, windowMs]);
  const fallen = useMemo(() => {
    const scope = { ...requestedSky, endMs: renderedEndMs, toMs, isMiddle: subject?.by === 'centre' };
    return subject?.by === 'outline'
      ? subject.reported(strikes.store, scope)
      : heldStrikes(strikes.store, subject?.at, scope);
  }, [strikes, subject, requestedSky, renderedEndMs, toMs]);
  const unknown = useMemo(
    () => unknownBars(counts, { viewStatus, complete: complete || byHour !== undefined, gaps }),
    [counts, viewStatus, complete, byHour, gaps],
  );
  const atHome = !home || !box || bboxOverlaps(home, box);
  const cells = useSteadyCells(cellsNow(reportedCells, viewStatus, presentMs, atHome));
  const from = point ?? visitorAt;
  // Only a point has a forecast.
  const foreseenAt = subject?.by === 'outline' ? undefined : from;
  const forecastAt = useMemo(
    () =>
      foreseenAt && home && bboxContains(home, foreseenAt.longitude, foreseenAt.latitude) ? foreseenAt : undefined,
    [foreseenAt, home],
  );
  // A forecast issued in the past is over.
  const ahead = cells.kind === 'told' && complete && viewStatus.kind !== 'past' ? cells.event : undefined;
  const foreseen = useForecast(forecastAt, ahead, strikes.store, renderedFromMs);
  const forecast = forecastAt && cells.kind === 'late' ? ({ kind: 'late' } as const) : foreseen;
  // Of a place that somebody gave, never of the map's middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: in the steps of what is drawn
  const ownHeld = useMemo(
    () => from && levelAt(source, from, view),
    [from, strikes, renderedEndMs, viewStatus.kind, view.primary],
  );
  const facts = verdictFacts({
    source,
    view,
    presentMs,
    requestedSky,
    strikes: fallen,
    cells: forecast,
    held: held ?? ownHeld,
  });
  return {
    ...visible,
    clock: feed.clock,
    clockOffsetMs: view.clockOffsetMs,
    presentMs,
    renderedFromMs,
    box,
    from,
    measure,
    counts,
    unknown,
    quiet: knownQuiet(viewStatus, counts.total, unknown),
    verdict: verdictOf(facts),
    lead: fallen.near ?? fallen.last,
    typicalDelayMs: view.feed?.typicalDelayMs ?? null,
    cells,
    simulated: view.source === 'simulated',
    primary: view.primary,
    crossCheck: view.crossCheck,
    home,
  };
}

function useWindowCounts({ strikes, endMs, windowMs, toMs, byHour }: SkySource, box: BBox | undefined): WindowCounts {
  const barMs = windowMs / BARS;
  const ofStrikes = useMemo(
    () =>
      box
        ? windowCounts(strikes.store, box, endMs, windowMs, barMs, toMs)
        : { total: 0, newestMs: null, barsFromMs: 0, barMs, bars: [] },
    [strikes, box, endMs, windowMs, barMs, toMs],
  );
  return byHour ?? ofStrikes;
}

/** The same object while equal, because rendering cells is expensive. */
function useSteadyCells(cells: CellsNow): CellsNow {
  const { kind } = cells;
  const event = cells.kind === 'told' ? cells.event : undefined;
  return useMemo(() => (event ? { kind: 'told', event } : { kind }) as CellsNow, [kind, event]);
}

/** The same object until something in it changes. */
export function useRenderedSky(sky: Sky): RenderedSky {
  const { strikes, clock, renderedNowMs, renderedFromMs, toMs, from, measure, complete, quiet, cells, crossCheck } =
    sky;
  const greyed = sky.viewStatus.kind === 'down' || knownEndMs(sky.viewStatus) !== undefined;
  const ellipseShare = sky.primary?.ellipseShare;
  const rendered = {
    ...{ strikes, clock, renderedNowMs, renderedFromMs, toMs, from, measure, complete, quiet, cells, crossCheck },
    greyed,
    ellipseShare,
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: everything in it
  return useMemo(() => rendered, Object.values(rendered));
}

const load = () => withinChunkTimeout(import('./placeForecast.ts'));
type Program = Awaited<ReturnType<typeof load>>;
const NONE: CellsFact = { kind: 'none' };

/** Forecast from storm cells. Its code loads with the first cell; `fromMs`: all strikes since then are held. */
export function useForecast(
  place: Position | undefined,
  event: CellsEvent | undefined,
  strikes: StrikeStore,
  fromMs: number,
): CellsFact {
  const [program, setProgram] = useState<Program>();
  const isEnabled = place !== undefined && event !== undefined && event.cells.id.length > 0;
  useEffect(() => {
    if (!isEnabled) return;
    load().then(
      (loaded) => setProgram(loaded),
      () => undefined,
    );
  }, [isEnabled]);
  return useMemo(
    () => (program && place && event && program.placeForecast(place, event, strikes, fromMs)) || NONE,
    [program, place, event, strikes, fromMs],
  );
}

/** Cached strikes are shown after this silence; until then the network may just be slow. */
const TIMEOUT_MS = 3_000;

/** Caches the sky while it is live, and shows it if the page starts without a network. */
export function useCachedSky(feed: LiveFeed, viewStatus: ViewStatus): void {
  const latest = useRef(viewStatus);
  useEffect(() => {
    latest.current = viewStatus;
  }, [viewStatus]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    const start = async () => {
      const { cacheSky } = await import('./cacheSky.ts');
      if (!left) stop = cacheSky(feed, () => latest.current);
    };
    const timer = setTimeout(() => void start().catch(() => undefined), navigator.onLine ? TIMEOUT_MS : 0);
    return () => {
      left = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [feed]);
}
