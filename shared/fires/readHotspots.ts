import * as v from 'valibot';
import { readCsv } from '#shared/csv.ts';
import { parseDecimal } from '#shared/geo/BBox.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { parseDayKey } from '#shared/utcDay.ts';
import type { FireSatellite, Hotspot } from './Hotspot.ts';

const CONFIDENCE_NAMES: Readonly<Record<string, Hotspot['confidence']>> = {
  ...{ l: 'low', n: 'nominal', h: 'high' },
  ...{ low: 'low', nominal: 'nominal', high: 'high' },
};
/** FIRMS's thresholds for the percentages of MODIS. */
const NOMINAL_PERCENT = 30;
const HIGH_PERCENT = 80;

const number = (min: number, max: number, rule: string) =>
  v.pipe(
    v.string(),
    v.transform((text) => parseDecimal(text.trim())),
    v.number(rule),
    v.minValue(min, rule),
    v.maxValue(max, rule),
  );

const kelvin = number(150, 2_000, 'must be a temperature in kelvin, 150 to 2000');
const side = number(0.1, 5, 'must be the side of a pixel in km, 0.1 to 5');

const day = v.pipe(
  v.string(),
  v.transform((text) => parseDayKey(text.trim())),
  v.number('must be a day of the calendar, YYYY-MM-DD'),
);

/** `0048`, or unpadded as `48` and `7`. */
const timeOfDay = v.pipe(
  v.string(),
  v.transform((text) => {
    const [, hours, minutes] = /^(\d\d)([0-5]\d)$/.exec(text.trim().padStart(4, '0')) ?? [];
    return Number(hours) < 24 ? Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS : undefined;
  }),
  v.number('must be hour and minute in UTC, 0 to 2359'),
);

const viirsConfidence = v.pipe(
  v.string(),
  v.transform((text) => CONFIDENCE_NAMES[text.trim().toLowerCase()]),
  v.picklist(['low', 'nominal', 'high'], 'must be low, nominal, high or their first letter'),
);

const modisConfidence = v.pipe(
  number(0, 100, 'must be a percentage, 0 to 100'),
  v.transform((percent) => (percent < NOMINAL_PERCENT ? 'low' : percent < HIGH_PERCENT ? 'nominal' : 'high')),
);

const ofBoth = {
  latitude: number(-90, 90, 'must be degrees, -90 to 90'),
  longitude: number(-180, 180, 'must be degrees, -180 to 180'),
  scan: side,
  track: side,
  acq_date: day,
  acq_time: timeOfDay,
  frp: number(-1_000, 1e6, 'must be a power in megawatts'),
  daynight: v.pipe(v.string(), v.trim(), v.picklist(['D', 'N'], 'must be D or N')),
};

const ViirsRow = v.object({ ...ofBoth, bright_ti4: kelvin, bright_ti5: kelvin, confidence: viirsConfidence });
const ModisRow = v.object({ ...ofBoth, brightness: kelvin, bright_t31: kelvin, confidence: modisConfidence });

const schemaFor = (satellite: FireSatellite) => (satellite === 'modis' ? ModisRow : ViirsRow);

/** The columns that are read. Files have others too, and their order varies. */
function columnsOf(satellite: FireSatellite): readonly string[] {
  return Object.keys(schemaFor(satellite).entries);
}

/** The hotspot of a row, or the invalid column and its rule, without the received value. */
function hotspotOfRow(satellite: FireSatellite, row: Readonly<Record<string, string>>): Hotspot | string {
  const read = v.safeParse(schemaFor(satellite), row, { abortEarly: true });
  if (!read.success) return `${v.getDotPath(read.issues[0]) ?? 'row'} ${read.issues[0].message}`;
  const { latitude, longitude, scan, track, acq_date, acq_time, confidence, frp, daynight } = read.output;
  const [kelvin4, kelvin11] =
    'brightness' in read.output
      ? [read.output.brightness, read.output.bright_t31]
      : [read.output.bright_ti4, read.output.bright_ti5];
  return {
    ...{ satellite, latitude, longitude, confidence, kelvin4, kelvin11 },
    atMs: acq_date + acq_time,
    ...{ scanKm: scan, trackKm: track },
    frpMw: Math.max(0, frp),
    isDay: daynight === 'D',
  };
}

/** Result of parsing a FIRMS response. No reason repeats received text. */
export type HotspotReading =
  /** `newestMs`: time of the newest row anywhere. `skipped`: a reason for each row that could not be parsed. */
  | {
      readonly kind: 'rows';
      readonly hotspots: readonly Hotspot[];
      readonly newestMs: number;
      readonly skipped: readonly string[];
    }
  /** The header without rows: no detections, or no data written. It does not mean that there is no fire. */
  | { readonly kind: 'no-rows' }
  /** An HTML page. */
  | { readonly kind: 'html' }
  /** FIRMS also responds `Invalid MAP_KEY` to a key whose quota is exceeded. */
  | { readonly kind: 'key-refused' }
  | { readonly kind: 'cut-off' }
  /** More rows, or more fields in a row, than such a file has: nothing was accepted. */
  | { readonly kind: 'oversized'; readonly reason: string }
  /** `reason` names the column, and the rule if a row violates it. */
  | { readonly kind: 'wrong-columns'; readonly reason: string };

/** Largest accepted clock difference. */
const AHEAD_MS = HOUR_MS;
/** The largest file, of a week of Europe's September, has some 45,000 rows, of 15 fields at most. */
const MOST_ROWS = 100_000;
const MOST_FIELDS = 100;
/** Bad rows beyond this number get no reason of their own. */
const MOST_REASONS = 100;
const REFUSAL = 'invalid map_key';

/**
 * Parses the CSV of FIRMS: the files of the last days, or the area API, which has other columns in another order. Bad
 * rows are skipped. If all rows are bad, the columns do not match their names.
 */
export function readHotspots(text: string, satellite: FireSatellite, nowMs: number): HotspotReading {
  const start = text.trimStart().slice(0, REFUSAL.length).toLowerCase();
  if (start.startsWith('<')) return { kind: 'html' };
  if (start === REFUSAL) return { kind: 'key-refused' };
  const hotspots: Hotspot[] = [];
  const skipped: string[] = [];
  let titles: readonly string[] | undefined;
  let missing: string | undefined;
  let rows = 0;
  let isLastBad = false;
  const error = readCsv(text, ',', { rows: MOST_ROWS, fields: MOST_FIELDS }, (row) => {
    if (!titles) {
      const columns = row.map((title) => title.trim().toLowerCase());
      missing = columnsOf(satellite).find((name) => !columns.includes(name));
      titles = columns;
      return;
    }
    rows += 1;
    // If columns are wrong, the rows are only counted.
    if (missing !== undefined) return;
    const read = readRow(row, titles, satellite, nowMs);
    isLastBad = typeof read === 'string';
    if (typeof read !== 'string') hotspots.push(read);
    else skipped.push(skipped.length < MOST_REASONS ? `row ${rows}: ${read}` : 'another row');
  });
  if (missing !== undefined) return { kind: 'wrong-columns', reason: `the header lacks the column ${missing}` };
  if (error?.kind === 'oversized') return { kind: 'oversized', reason: error.reason };
  if (error) return { kind: 'wrong-columns', reason: error.reason };
  if (!titles) return { kind: 'wrong-columns', reason: 'no header' };
  if (rows === 0) return { kind: 'no-rows' };
  if (isLastBad && !text.endsWith('\n')) return { kind: 'cut-off' };
  const [first] = skipped;
  if (hotspots.length === 0) return { kind: 'wrong-columns', reason: first ?? 'no row could be read' };
  const newestMs = hotspots.reduce((newest, { atMs }) => Math.max(newest, atMs), 0);
  return { kind: 'rows', hotspots, newestMs, skipped };
}

function readRow(row: readonly string[], titles: readonly string[], satellite: FireSatellite, nowMs: number) {
  if (row.length !== titles.length) return `must have ${titles.length} columns as the header`;
  const hotspot = hotspotOfRow(satellite, Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])));
  if (typeof hotspot === 'string') return hotspot;
  return hotspot.atMs > nowMs + AHEAD_MS ? 'acq_date must not lie in the future' : hotspot;
}
