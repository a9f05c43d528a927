import { useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import type { Clock } from '#shared/Clock.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Span } from '#shared/time.ts';
import { pastCellsPath } from '#shared/wire/apiPaths.ts';
import { CellsEvent } from '#shared/wire/cellsEvent.ts';
import { ask, json } from '#web/kit/http/ask.ts';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { type HourSpan, hoursBefore } from '#web/sky/feed/TileCoverage.ts';
import { systemTimers } from '#web/sky/feed/Timers.ts';
import { viewedCells, watchedTiles } from '#web/sky/feed/viewTiles.ts';
import { DayGrids } from '#web/sky/past/DayGrids.ts';
import { drawnAs, hourRows, tileCounts } from '#web/sky/past/hourRows.ts';
import { PastStrikes } from '#web/sky/past/PastStrikes.ts';
import type { Moment } from '#web/sky/past/timeline.ts';
import type { Measure, Sky } from '#web/sky/shown/Sky.ts';
import { nearBox } from '#web/sky/strikes/nearestKnown.ts';
import type { DrawnRows, HeldStrikes } from '#web/sky/strikes/StrikeStore.ts';
import type { WindowCounts } from '#web/sky/strikes/windowCounts.ts';

const AHEAD_HOURS = 48;

interface PastView {
  readonly strikes: HeldStrikes;
  readonly complete: boolean;
  readonly tooWide: boolean;
  /** Set while hourly counts are rendered: their rows, the strikes in view, and the gaps. */
  readonly hours: DrawnRows | undefined;
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
  const countsAlone = drawnAs({ ...look, complete: true }) === 'counts';
  const read = usePastStrikes(clock, box, measure, moment, countsAlone);
  const wanted = atMs !== undefined && drawnAs({ ...look, complete: read?.complete ?? false }) !== 'strikes';
  const { fromHour, toHour } = hoursBefore(atMs ?? 0, windowMs);
  const ahead = playback.playing ? AHEAD_HOURS : 0;
  const held = useDayGrids(clock, wanted ? { fromHour, toHour: toHour + ahead } : undefined);
  const drawn = useMemo(() => {
    const span = { fromHour, toHour };
    if (!wanted || !held?.grids.holds(span)) return undefined;
    const hours = held.grids.hours(span);
    const gaps = held.grids.gaps(span);
    const empty = gaps.length > 0 && hours.every(({ length }) => length === 0);
    // Empty counts may mean that the strikes are still loading.
    if (empty && !countsAlone) return undefined;
    return { hours, gaps, rows: hourRows(hours, span) };
  }, [wanted, held, fromHour, toHour, countsAlone]);
  const counts = useMemo(
    () => (drawn && box ? tileCounts(drawn.hours, box, { fromHour, toHour }) : undefined),
    [drawn, box, fromHour, toHour],
  );
  return useMemo(
    () =>
      read && {
        ...read,
        complete: read.complete && !countsAlone,
        hours: drawn?.rows,
        counts,
        gaps: drawn?.gaps ?? NONE,
        held: countsAlone ? drawn !== undefined : read.complete,
      },
    [read, countsAlone, drawn, counts],
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
    const made: PastStrikes = new PastStrikes({
      fetchBytes: (path, init) => fetch(path, init),
      clock,
      timers: systemTimers,
      random: Math.random,
      onChange: () => setHeld((before) => before && heldNow(made, before)),
    });
    setReader(made);
    return () => made.stop();
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
  const asked = useQuery(path, (signal) => ask(path ?? '', json(CellHistoryBody), { signal }));
  return asked.kind === 'known' ? (asked.value.cells ?? undefined) : undefined;
}
