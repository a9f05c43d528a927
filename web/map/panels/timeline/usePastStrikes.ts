import { useEffect, useState } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { systemTimers } from '#web/sky/feed/Timers.ts';
import { watchedCells, watchedTiles } from '#web/sky/feed/viewTiles.ts';
import { PastStrikes } from '#web/sky/past/PastStrikes.ts';
import type { Moment } from '#web/sky/past/timelineAddress.ts';
import type { Measure } from '#web/sky/shown/Sky.ts';
import type { HeldStrikes } from '#web/sky/strikes/HeldStrikes.ts';
import { nearBox } from '#web/sky/strikes/nearestKnown.ts';

interface HeldPast {
  readonly strikes: HeldStrikes;
  readonly complete: boolean;
  readonly tooWide: boolean;
}

/** What is held of the moment's window in view; undefined while the moment is now. While it is `paused` nothing more is read. */
export function usePastStrikes(
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
    const { tooWide } = watchedCells({ view, near });
    setHeld((before) => heldNow(reader, { ...(before ?? NOTHING(reader)), tooWide }));
  }, [reader, view, nearWest, nearSouth, atMs, windowMs, paused]);
  return atMs === undefined ? undefined : held;
}

const NOTHING = (reader: PastStrikes): HeldPast => ({ strikes: reader.held, complete: false, tooWide: false });

/** What the reader holds now; the same object if that is what it held before. */
function heldNow(reader: PastStrikes, before: HeldPast): HeldPast {
  const complete = reader.complete && !before.tooWide;
  return before.strikes === reader.held && before.complete === complete
    ? before
    : { ...before, strikes: reader.held, complete };
}
