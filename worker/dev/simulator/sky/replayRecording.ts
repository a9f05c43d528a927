import type { Recording } from './parseRecording.ts';
import { strikeId } from './strikeId.ts';
import type { SimulatedStrike, StrikeSource } from './strikeSource.ts';

export interface ReplayOptions {
  /** When the recording starts, in milliseconds since the epoch. */
  readonly startMs: number;
  /** Recorded milliseconds per real millisecond. */
  readonly speed: number;
  readonly atEnd: 'loop' | 'end';
}

/** From the last strike of one round to the start of the next. */
const LOOP_GAP_MS = 1_000;

/** Replays the recording: strike i falls at `startMs + offset / speed`, with a new id in every round. */
export function replayRecording(recording: Recording, { startMs, speed, atEnd }: ReplayOptions): StrikeSource {
  const { offsetsMs, latitudes, longitudes } = recording;
  const count = offsetsMs.length;
  const roundMs = (offsetsMs[count - 1] ?? 0) + LOOP_GAP_MS;

  /** Time of strike number `n`, counted across rounds. Never decreases as `n` grows. */
  const timeOf = (n: number): number =>
    Math.round(startMs + (Math.floor(n / count) * roundMs + (offsetsMs[n % count] ?? 0)) / speed);

  const strikeOf = (n: number): SimulatedStrike => {
    const [atMs, row] = [timeOf(n), n % count];
    return { id: strikeId(atMs, startMs, n), latitude: latitudes[row] ?? 0, longitude: longitudes[row] ?? 0, atMs };
  };

  /** The first strike number whose time is `atMs` or later. */
  const firstFrom = (atMs: number): number => {
    const round = Math.max(0, Math.floor(((atMs - startMs) * speed) / roundMs) - 1);
    let low = round * count;
    let high = low + 3 * count;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (timeOf(middle) < atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    strikesBetween(fromMs, toMs) {
      const first = firstFrom(fromMs);
      const end = firstFrom(toMs);
      const last = atEnd === 'end' ? Math.min(end, count) : end;
      return Array.from({ length: Math.max(0, last - first) }, (_, i) => strikeOf(first + i));
    },
  };
}
