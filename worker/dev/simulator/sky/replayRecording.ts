import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type SimulatedSource, type SimulatedStrike, strikeId } from './simulatedSource.ts';

/** In order of time; offsets in milliseconds since the recording's start, positions in degrees. */
export interface Recording {
  readonly offsetsMs: Float64Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

const HEADER = 'offset_ms,latitude,longitude';

/**
 * Columns after the first three are ignored, if the header names them.
 * @throws SyntaxError naming the first bad line
 */
export function parseRecording(csv: string): Recording {
  const [header, ...lines] = csv.trimEnd().split(/\r?\n/);
  if (header !== HEADER && !header?.startsWith(`${HEADER},`)) throw new SyntaxError(`line 1: expected "${HEADER}"`);
  const columns = header.split(',').length;
  if (lines.length === 0) throw new SyntaxError('line 2: the recording is empty');
  const offsetsMs = new Float64Array(lines.length);
  const latitudes = new Float64Array(lines.length);
  const longitudes = new Float64Array(lines.length);
  let previousMs = 0;
  for (const [i, line] of lines.entries()) {
    const values = line.split(',');
    const [offsetMs = Number.NaN, latitude = Number.NaN, longitude = Number.NaN] = values.slice(0, 3).map(Number);
    const onEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    if (!onEarth || values.length !== columns) throw new SyntaxError(`line ${i + 2}: expected ${header}`);
    if (!(offsetMs >= previousMs)) throw new SyntaxError(`line ${i + 2}: offset_ms goes back`);
    offsetsMs[i] = previousMs = offsetMs;
    latitudes[i] = latitude;
    longitudes[i] = longitude;
  }
  return { offsetsMs, latitudes, longitudes };
}

/** Reads CSV, gzipped if the name ends in `.gz`. Rejects, naming the first bad line, if any. */
export async function readRecording(path: string): Promise<Recording> {
  const bytes = await readFile(path);
  return parseRecording((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

interface ReplayOptions {
  /** Milliseconds since the epoch. */
  readonly startMs: number;
  /** Recorded milliseconds per real millisecond. */
  readonly speed: number;
  readonly atEnd: 'loop' | 'end';
}

/** From the last strike of one round to the start of the next. */
const LOOP_GAP_MS = 1_000;

/** Strike i falls at `startMs + offset / speed`, with a new id in every round. */
export function replayRecording(recording: Recording, { startMs, speed, atEnd }: ReplayOptions): SimulatedSource {
  const { offsetsMs, latitudes, longitudes } = recording;
  const count = offsetsMs.length;
  const roundMs = (offsetsMs[count - 1] ?? 0) + LOOP_GAP_MS;

  /** `n` counts across rounds. Never decreases as `n` grows. */
  const timeOf = (n: number): number =>
    Math.round(startMs + (Math.floor(n / count) * roundMs + (offsetsMs[n % count] ?? 0)) / speed);

  const strikeOf = (n: number): SimulatedStrike => {
    const [atMs, row] = [timeOf(n), n % count];
    return { id: strikeId(atMs, startMs, n), latitude: latitudes[row] ?? 0, longitude: longitudes[row] ?? 0, atMs };
  };

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
