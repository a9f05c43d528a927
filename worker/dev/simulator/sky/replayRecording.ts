import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { type SimulatedSource, type SimulatedStrike, strikeId } from './simulatedSource.ts';

/** A storm, or part of one, that drifts in a straight line from `bornMs` to `diesMs`. */
export interface Drifting {
  /** Unsigned 32-bit; seeds everything inside. */
  readonly key: number;
  readonly bornMs: number;
  readonly diesMs: number;
  /** Centre at birth, degrees. */
  readonly longitude: number;
  readonly latitude: number;
  readonly eastKmh: number;
  readonly northKmh: number;
}

/** `heading` is in radians north of east. */
export function driftOf(heading: number, speedKmh: number): { eastKmh: number; northKmh: number } {
  return { eastKmh: Math.cos(heading) * speedKmh, northKmh: Math.sin(heading) * speedKmh };
}

/** Where the centre is at `atMs`, in degrees. */
export function centreAt(
  storm: Omit<Drifting, 'key' | 'diesMs'>,
  atMs: number,
): { longitude: number; latitude: number } {
  const hours = (atMs - storm.bornMs) / HOUR_MS;
  return moved(storm, storm.eastKmh * hours, storm.northKmh * hours);
}

const KM_PER_DEGREE = 111.2;

/** The point `eastKm` and `northKm` from `place`. Flat-earth arithmetic, accurate to 1 % at these distances. */
export function moved(
  place: { readonly longitude: number; readonly latitude: number },
  eastKm: number,
  northKm: number,
): { longitude: number; latitude: number } {
  const kmPerDegreeEast = KM_PER_DEGREE * Math.cos((place.latitude * Math.PI) / 180);
  return { longitude: place.longitude + eastKm / kmPerDegreeEast, latitude: place.latitude + northKm / KM_PER_DEGREE };
}

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
