import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Random } from '#shared/numbers.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';

/** The finaliser of MurmurHash3: every input bit affects every output bit, and no two inputs share an output. */
function scramble(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** An unsigned 32-bit hash of whole numbers, in order. Uses all bits of numbers up to 53 bits. */
export function hash32(...values: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const value of values) {
    h = scramble(h ^ value);
    const high = Math.floor(value / 2 ** 32);
    if (high !== 0 && high !== -1) h = scramble(h ^ high);
    h = (h + 0x6d2b79f5) | 0;
  }
  return scramble(h);
}

/** Unsigned, 32 bits. */
export function hashText(seed: number, text: string): number {
  let h = scramble(seed ^ 0x811c9dc5);
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return scramble(h);
}

export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

export function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export function poisson(random: Random, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * gaussian(random)));
  const floor = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > floor; product *= random()) count++;
  return count;
}

/** `publishedAtMs`, if set, overrides the lateness settings. */
export interface SimulatedStrike extends Strike {
  readonly publishedAtMs?: number;
}

/** Storms, a recording, or a test's script. */
export interface SimulatedSource {
  /** Strikes with `fromMs <= atMs < toMs`, sorted by time. Deterministic until strikes are added. */
  strikesBetween(fromMs: number, toMs: number): readonly SimulatedStrike[];
}

/** The sources must not share ids. */
export function mergeSources(...sources: readonly SimulatedSource[]): SimulatedSource {
  return {
    strikesBetween(fromMs, toMs) {
      const found = sources
        .map((source) => source.strikesBetween(fromMs, toMs))
        .filter((strikes) => strikes.length > 0);
      return found.length === 1 && found[0] ? found[0] : found.flat().sort((a, b) => a.atMs - b.atMs);
    },
  };
}

/** Reused, because allocating a buffer would cost more than the hashing. */
const bytes = Buffer.alloc(12);

/**
 * 24 hex digits, like the provider's ids: the second of the strike, then 64 bits that depend only on `parts`. So
 * neighbours in time are neighbours in an index by id, as with ids from a database.
 */
export function strikeId(atMs: number, ...parts: readonly number[]): string {
  bytes.writeUInt32BE(Math.floor(atMs / 1000) >>> 0);
  for (let word = 1; word < 3; word++) bytes.writeUInt32BE(hash32(word, ...parts), word * 4);
  return bytes.toString('hex');
}

export interface ScriptedSource extends SimulatedSource {
  /** Adds strikes in any order, replacing those with the same id. */
  add(...strikes: readonly SimulatedStrike[]): void;
}

export function scriptedSource(...initial: readonly SimulatedStrike[]): ScriptedSource {
  const byId = new Map<string, SimulatedStrike>();
  let sorted: readonly SimulatedStrike[] | undefined = [];
  const add = (...strikes: readonly SimulatedStrike[]): void => {
    for (const strike of strikes) byId.set(strike.id, strike);
    sorted = undefined;
  };
  add(...initial);
  return {
    add,
    strikesBetween(fromMs, toMs) {
      sorted ??= [...byId.values()].sort((a, b) => a.atMs - b.atMs);
      return sorted.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    },
  };
}

/** Pollers repeatedly query the last few minutes, and gap repairs the last day. */
const MAX_CACHED_MINUTES = 26 * 60;

/** A sky generated minute by minute, in minutes since the epoch. `strikesIn` may return strikes in any order. */
export function minuteSource(strikesIn: (minute: number) => SimulatedStrike[]): SimulatedSource {
  const sortedIn = remembering(MAX_CACHED_MINUTES, (minute) => strikesIn(minute).sort(byTimeThenId));
  return {
    strikesBetween(fromMs, toMs) {
      const found: SimulatedStrike[] = [];
      for (let minute = Math.floor(fromMs / MINUTE_MS); minute * MINUTE_MS < toMs; minute++) {
        const whole = minute * MINUTE_MS >= fromMs && (minute + 1) * MINUTE_MS <= toMs;
        for (const strike of sortedIn(minute)) {
          if (whole || (strike.atMs >= fromMs && strike.atMs < toMs)) found.push(strike);
        }
      }
      return found;
    },
  };
}

function byTimeThenId(a: SimulatedStrike, b: SimulatedStrike): number {
  return a.atMs - b.atMs || (a.id < b.id ? -1 : 1);
}

/** Memoizes `make` for the last `maxRetained` results. */
export function remembering<T>(maxRetained: number, make: (key: number) => T): (key: number) => T {
  const retained = new Map<number, T>();
  return (key) => {
    const known = retained.get(key);
    if (known !== undefined) return known;
    const created = make(key);
    retained.set(key, created);
    for (const oldest of retained.keys()) {
      if (retained.size <= maxRetained) break;
      retained.delete(oldest);
    }
    return created;
  };
}

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

/** Position of the centre at `atMs`, in degrees. */
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

/** Sorted by time; offsets in milliseconds since the recording's start, positions in degrees. */
export interface Recording {
  readonly offsetsMs: Float64Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

const HEADER = 'offset_ms,latitude,longitude';

/**
 * Columns after the first three are ignored, if the header names them.
 * @throws SyntaxError that names the first bad line
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

/** Reads CSV, gzipped if the name ends in `.gz`. Rejects with an error that names the first bad line. */
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
