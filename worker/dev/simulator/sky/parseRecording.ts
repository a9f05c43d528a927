/** Recorded strikes in order of time; offsets in milliseconds since the recording's start, positions in degrees. */
export interface Recording {
  readonly offsetsMs: Float64Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

const HEADER = 'offset_ms,latitude,longitude';

/**
 * Parses a recording from CSV. Columns after the first three may follow if the header names them; they are not read.
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
