/** Recorded strikes in order of time; offsets in milliseconds since the recording's start, positions in degrees. */
export interface Recording {
  readonly offsetsMs: Float64Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

const HEADER = 'offset_ms,latitude,longitude';

/**
 * Parses a recording from CSV.
 * @throws SyntaxError naming the first bad line
 */
export function parseRecording(csv: string): Recording {
  const [header, ...lines] = csv.trimEnd().split(/\r?\n/);
  if (header !== HEADER) throw new SyntaxError(`line 1: expected "${HEADER}"`);
  if (lines.length === 0) throw new SyntaxError('line 2: the recording is empty');
  const offsetsMs = new Float64Array(lines.length);
  const latitudes = new Float64Array(lines.length);
  const longitudes = new Float64Array(lines.length);
  let previousMs = 0;
  for (const [i, line] of lines.entries()) {
    const [offsetMs = Number.NaN, latitude = Number.NaN, longitude = Number.NaN, ...rest] = line.split(',').map(Number);
    const onEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    if (!onEarth || rest.length > 0) throw new SyntaxError(`line ${i + 2}: expected ${HEADER}`);
    if (!(offsetMs >= previousMs)) throw new SyntaxError(`line ${i + 2}: offset_ms goes back`);
    offsetsMs[i] = previousMs = offsetMs;
    latitudes[i] = latitude;
    longitudes[i] = longitude;
  }
  return { offsetsMs, latitudes, longitudes };
}
