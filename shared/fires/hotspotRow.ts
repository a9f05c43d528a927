import * as v from 'valibot';
import { parseDecimal } from '#shared/geo/BBox.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { parseDayKey } from '#shared/time/utcDay.ts';
import type { FireSatellite, Hotspot } from './Hotspot.ts';

const CONFIDENCE_WORDS: Readonly<Record<string, Hotspot['confidence']>> = {
  ...{ l: 'low', n: 'nominal', h: 'high' },
  ...{ low: 'low', nominal: 'nominal', high: 'high' },
};
/** As FIRMS divides the percentages of MODIS. */
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
  v.transform((text) => CONFIDENCE_WORDS[text.trim().toLowerCase()]),
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

/** The columns that are read; files have others too, in an order that differs. */
export function columnsOf(satellite: FireSatellite): readonly string[] {
  return Object.keys(schemaFor(satellite).entries);
}

/** The hotspot in a row, or the column and the rule that it breaks, without what was sent. */
export function hotspotOfRow(satellite: FireSatellite, row: Readonly<Record<string, string>>): Hotspot | string {
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
