import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { type Clock, systemClock } from '#shared/Clock.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Span } from '#shared/time.ts';
import { pastCellsPath } from '#shared/wire/apiPaths.ts';
import { CellsEvent } from '#shared/wire/cellsEvent.ts';
import { useMediaQuery } from '#web/kit/browser/browserState.ts';
import { fetchCounts, type KnownCounts } from '#web/kit/http/archiveResponses.ts';
import { json, requestApi } from '#web/kit/http/requestApi.ts';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { useAddress } from '#web/kit/routing/address.ts';
import { systemTimers } from '#web/sky/FeedConnection.ts';
import { nearBox, type WindowCounts } from '#web/sky/findStrikes.ts';
import { DayGrids, hourRows, renderedAs, tileCounts } from '#web/sky/past/DayGrids.ts';
import { PastStrikes } from '#web/sky/past/PastStrikes.ts';
import {
  afterPlaying,
  countedBox,
  HISTORY_MS,
  type Moment,
  type PastBounds,
  PLAY_RATES_MS,
  timelineAddress,
  withinBounds,
} from '#web/sky/past/timeline.ts';
import type { Measure, Sky } from '#web/sky/Sky.ts';
import type { HeldStrikes, RenderedRows } from '#web/sky/StrikeStore.ts';
import { type HourSpan, hoursBefore, viewedCells, watchedTiles } from '#web/sky/TileCoverage.ts';

/** Requests only once the map has stopped moving. */
const REQUEST_AFTER_MS = 300;

export type CountsState =
  | { readonly kind: 'loading' | 'failed' | 'outside' }
  | { readonly kind: 'known'; readonly known: KnownCounts };

/** Loads the counts of the view. Until then the last view's stay visible, because their shape is similar. */
export function useCounts(view: BBox | undefined, home: BBox | undefined, { fromMs }: PastBounds): CountsState {
  const [state, setState] = useState<CountsState>({ kind: 'loading' });
  useEffect(() => {
    if (!view || !home) return;
    const box = countedBox(view, home);
    if (!box) return setState({ kind: 'outside' });
    const leaving = new AbortController();
    const request = async () => {
      // To the end of the current bar: requested again with the next bar, not each minute.
      const bounds = { fromMs, toMs: fromMs + HISTORY_MS };
      const first = await fetchCounts(box, '10min', bounds, leaving);
      const result =
        first.ok || first.errorKind !== 'too-wide' ? first : await fetchCounts(home, '10min', bounds, leaving);
      if (leaving.signal.aborted) return;
      setState(result.ok ? { kind: 'known', known: result.value } : { kind: 'failed' });
    };
    const handle = setTimeout(() => void request(), REQUEST_AFTER_MS);
    return () => {
      clearTimeout(handle);
      leaving.abort();
    };
  }, [view, home, fromMs]);
  return state;
}

/** Browsers refuse more than a hundred address changes in half a minute. */
const WRITE_AFTER_MS = 350;

interface HeldMoment {
  readonly moment: Moment;
  /** The address contains a moment before the start of the timeline. */
  readonly tooOld: boolean;
  readonly change: (changes: Partial<Moment>) => void;
  /** Removes the moment from the address at once. */
  readonly end: () => void;
}

/** The shown moment. It follows the address at once; the address follows it once it rests. */
export function useMoment(bounds: PastBounds): HeldMoment {
  const [address, write] = useAddress(timelineAddress, 'query');
  const [moment, setMoment] = useState(address);
  const written = useRef(address);
  useEffect(() => {
    if (address.atMs === written.current.atMs && address.windowMs === written.current.windowMs) return;
    written.current = address;
    setMoment(address);
  }, [address]);
  useEffect(() => {
    if (moment.atMs === written.current.atMs && moment.windowMs === written.current.windowMs) return;
    const handle = setTimeout(() => {
      // To the minute, as in the address.
      const next = timelineAddress.parse(new URLSearchParams(timelineAddress.format(moment).join('&')));
      written.current = next;
      write(next, 'replace');
    }, WRITE_AFTER_MS);
    return () => clearTimeout(handle);
  }, [moment, write]);
  const change = useCallback((changes: Partial<Moment>) => setMoment((before) => ({ ...before, ...changes })), []);
  const end = useCallback(() => write({ atMs: undefined }, 'replace'), [write]);
  const { atMs } = moment;
  const reached = atMs === undefined ? undefined : withinBounds(atMs, bounds);
  return {
    moment: atMs === undefined || reached === undefined || atMs < bounds.fromMs ? { ...moment, atMs: reached } : moment,
    tooOld: atMs !== undefined && atMs < bounds.fromMs,
    change,
    end,
  };
}

const STEP_MS = 100;
/** One picture after the other, for visitors who prefer reduced motion. */
const STILL_STEP_MS = 1_000;

interface PlayingSource {
  readonly atMs: number | undefined;
  readonly isHeld: () => boolean;
  readonly toMs: number;
  /** Called with the instant reached; undefined once that is now. */
  readonly onStep: (atMs: number | undefined) => void;
}

/** Plays time on the map, `rateMs` per second. */
export function usePlaying(source: PlayingSource) {
  const [rateMs, setRateMs] = useState<number>(PLAY_RATES_MS[1]);
  const [playing, setPlaying] = useState(false);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const latest = useRef(source);
  latest.current = source;
  useEffect(() => {
    if (!playing) return;
    let steppedAtMs = systemClock.now();
    const step = () => {
      const { atMs, isHeld, toMs, onStep } = latest.current;
      const nowMs = systemClock.now();
      const next =
        atMs === undefined ? toMs : afterPlaying({ atMs, rateMs, held: isHeld() }, nowMs - steppedAtMs, toMs);
      steppedAtMs = nowMs;
      if (next >= toMs) setPlaying(false);
      onStep(next >= toMs ? undefined : next);
    };
    const handle = setInterval(step, still ? STILL_STEP_MS : STEP_MS);
    return () => clearInterval(handle);
  }, [playing, rateMs, still]);
  return { rateMs, setRateMs, playing, setPlaying };
}

const AHEAD_HOURS = 48;

interface PastView {
  readonly strikes: HeldStrikes;
  readonly complete: boolean;
  readonly tooWide: boolean;
  /** Set while hourly counts are rendered: their rows, the strikes in view, and the gaps. */
  readonly hours: RenderedRows | undefined;
  readonly counts: WindowCounts | undefined;
  readonly gaps: readonly Span[];
  readonly held: boolean;
}

const NONE: readonly never[] = [];

/** Loads missing strikes or hourly counts of the moment's window; undefined while the moment is now. */
export function usePastView(
  clock: Clock,
  { box, measure }: Pick<Sky, 'box' | 'measure'>,
  moment: Moment,
  playback: { readonly playing: boolean; readonly rateMs: number },
): PastView | undefined {
  const { atMs, windowMs } = moment;
  const look = { box, windowMs, ...playback };
  const countsAlone = renderedAs({ ...look, complete: true }) === 'counts';
  const read = usePastStrikes(clock, box, measure, moment, countsAlone);
  const isRequested = atMs !== undefined && renderedAs({ ...look, complete: read?.complete ?? false }) !== 'strikes';
  const { fromHour, toHour } = hoursBefore(atMs ?? 0, windowMs);
  const ahead = playback.playing ? AHEAD_HOURS : 0;
  const held = useDayGrids(clock, isRequested ? { fromHour, toHour: toHour + ahead } : undefined);
  const rendered = useMemo(() => {
    const span = { fromHour, toHour };
    if (!isRequested || !held?.grids.holds(span)) return undefined;
    const hours = held.grids.hours(span);
    const gaps = held.grids.gaps(span);
    const empty = gaps.length > 0 && hours.every(({ length }) => length === 0);
    // Empty counts may mean that the strikes are still loading.
    if (empty && !countsAlone) return undefined;
    return { hours, gaps, rows: hourRows(hours, span) };
  }, [isRequested, held, fromHour, toHour, countsAlone]);
  const counts = useMemo(
    () => (rendered && box ? tileCounts(rendered.hours, box, { fromHour, toHour }) : undefined),
    [rendered, box, fromHour, toHour],
  );
  return useMemo(
    () =>
      read && {
        ...read,
        complete: read.complete && !countsAlone,
        hours: rendered?.rows,
        counts,
        gaps: rendered?.gaps ?? NONE,
        held: countsAlone ? rendered !== undefined : read.complete,
      },
    [read, countsAlone, rendered, counts],
  );
}

interface HeldPast {
  readonly strikes: HeldStrikes;
  readonly complete: boolean;
  readonly tooWide: boolean;
}

/** Loads the strikes of the moment's window in view; undefined while it is now. Loads nothing while `paused`. */
function usePastStrikes(
  clock: Clock,
  view: BBox | undefined,
  measure: Measure | undefined,
  { atMs, windowMs }: Moment,
  paused: boolean,
): HeldPast | undefined {
  const [reader, setReader] = useState<PastStrikes>();
  const [held, setHeld] = useState<HeldPast>();
  useEffect(() => {
    const pastStrikes: PastStrikes = new PastStrikes({
      fetchBytes: (path, init) => fetch(path, init),
      clock,
      timers: systemTimers,
      random: Math.random,
      onChange: () => setHeld((before) => before && heldNow(pastStrikes, before)),
    });
    setReader(pastStrikes);
    return () => pastStrikes.stop();
  }, [clock]);
  const near = measure && nearBox(measure.at);
  const [nearWest, nearSouth] = [near?.west, near?.south];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the corner stands for the box around the measuring point
  useEffect(() => {
    if (!reader || !view || atMs === undefined) return;
    if (paused) reader.pause();
    else reader.want({ tiles: watchedTiles({ view, near }), atMs, windowMs });
    const { tooWide } = viewedCells({ view, near });
    setHeld((before) => heldNow(reader, { ...(before ?? NOTHING(reader)), tooWide }));
  }, [reader, view, nearWest, nearSouth, atMs, windowMs, paused]);
  return atMs === undefined ? undefined : held;
}

const NOTHING = (reader: PastStrikes): HeldPast => ({ strikes: reader.held, complete: false, tooWide: false });

/** Returns `before` if the reader holds nothing new. */
function heldNow(reader: PastStrikes, before: HeldPast): HeldPast {
  const complete = reader.complete && !before.tooWide;
  return before.strikes === reader.held && before.complete === complete
    ? before
    : { ...before, strikes: reader.held, complete };
}

/** A new object around the same grids whenever they hold more. */
interface HeldGrids {
  readonly grids: DayGrids;
}

function useDayGrids(clock: Clock, span: HourSpan | undefined): HeldGrids | undefined {
  const [held, setHeld] = useState<HeldGrids>();
  useEffect(() => {
    const grids: DayGrids = new DayGrids({
      fetchBytes: (path, init) => fetch(path, init),
      clock,
      timers: systemTimers,
      onChange: () => setHeld({ grids }),
    });
    setHeld({ grids });
    return () => grids.stop();
  }, [clock]);
  const { fromHour, toHour } = span ?? {};
  useEffect(() => {
    if (fromHour !== undefined && toHour !== undefined) held?.grids.want({ fromHour, toHour });
  }, [held, fromHour, toHour]);
  return held;
}

const CellHistoryBody = v.object({ cells: v.nullable(CellsEvent) });

/** The storm cells known at a moment, once loaded; undefined requests nothing. */
export function usePastCells(atMs: number | undefined): CellsEvent | undefined {
  const path = atMs === undefined ? undefined : pastCellsPath(atMs);
  const queryState = useQuery(path, (signal) => requestApi(path ?? '', json(CellHistoryBody), { signal }));
  return queryState.kind === 'known' ? (queryState.value.cells ?? undefined) : undefined;
}
