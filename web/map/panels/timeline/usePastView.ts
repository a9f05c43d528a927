import { useMemo } from 'react';
import type { Clock } from '#shared/time/Clock.ts';
import type { Span } from '#shared/time/spans.ts';
import { hoursBefore } from '#web/sky/feed/TileCoverage.ts';
import { drawnAs } from '#web/sky/past/drawnAs.ts';
import { tileCounts, tileCrowds } from '#web/sky/past/tileCrowds.ts';
import type { Moment } from '#web/sky/past/timelineAddress.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import type { CountedCrowds } from '#web/sky/strikes/CountedCrowds.ts';
import type { HeldStrikes } from '#web/sky/strikes/HeldStrikes.ts';
import type { WindowCounts } from '#web/sky/strikes/windowCounts.ts';
import { useDayGrids } from './useDayGrids.ts';
import { usePastStrikes } from './usePastStrikes.ts';

/** So far ahead counts are read while playing. */
const AHEAD_HOURS = 48;

/** What is held of the moment's window, and as what it is drawn. */
export interface PastView {
  readonly strikes: HeldStrikes;
  readonly complete: boolean;
  readonly tooWide: boolean;
  /** If counts by hour and tile are drawn: their cells, the strikes in view, and what of them was not read. */
  readonly crowds: CountedCrowds | undefined;
  readonly counts: WindowCounts | undefined;
  readonly unread: readonly Span[];
  /** Whether all that is to be drawn is held. */
  readonly held: boolean;
}

const NONE: readonly never[] = [];

/** Reads what the moment's window lacks, strikes or counts of hours; undefined while the moment is now. */
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
    const unread = held.grids.unread(span);
    const empty = unread.length > 0 && hours.every(({ length }) => length === 0);
    // Strikes on their way may be there, where counts say nothing.
    if (empty && !countsAlone) return undefined;
    return { hours, unread, crowds: tileCrowds(hours) };
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
        crowds: drawn?.crowds,
        counts,
        unread: drawn?.unread ?? NONE,
        held: countsAlone ? drawn !== undefined : read.complete,
      },
    [read, countsAlone, drawn, counts],
  );
}
