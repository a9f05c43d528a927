import { MAX_HISTORY_WINDOW_MS, MAX_RADIUS_KM } from '#shared/limits.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { parseCoordinates } from '#web/kit/places/parseCoordinates.ts';

export const CONSOLE_FORMATS = ['json', 'geojson', 'csv', 'kml'] as const;
export const MOST_HOURS = MAX_HISTORY_WINDOW_MS / HOUR_MS;
/** Strikes in one answer of the console. */
const ROWS = 20;

/** What stands in the form, as typed. */
export interface ConsoleFields {
  readonly place: string;
  readonly radiusKm: string;
  readonly hours: string;
  readonly format: (typeof CONSOLE_FORMATS)[number];
}

export type ConsoleField = 'place' | 'radiusKm' | 'hours';

export type ConsoleQuestion =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly wrong: readonly ConsoleField[] };

const NUMBER = /^[+-]?\d+([.,]\d+)?$/;
const numberIn = (text: string) => (NUMBER.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN);
const within = (value: number, least: number, most: number) => value >= least && value <= most;

/** Path and query of the call that the form stands for, up to the whole second of `nowMs`; or the fields that are wrong. */
export function consolePath({ place, radiusKm, hours, format }: ConsoleFields, nowMs: number): ConsoleQuestion {
  const position = parseCoordinates(place);
  const [radius, span] = [numberIn(radiusKm), numberIn(hours)];
  const wrong: ConsoleField[] = [];
  if (!position) wrong.push('place');
  if (!(radius > 0 && radius <= MAX_RADIUS_KM)) wrong.push('radiusKm');
  if (!within(span, 1, MOST_HOURS)) wrong.push('hours');
  if (!position || wrong.length > 0) return { ok: false, wrong };
  const toMs = Math.floor(nowMs / 1_000) * 1_000;
  const [from, to] = [toMs - span * HOUR_MS, toMs].map((atMs) => isoMillis(atMs).replace('.000Z', 'Z'));
  const query = `near=${position.latitude},${position.longitude}&radiusKm=${radius}&from=${from}&to=${to}&limit=${ROWS}&format=${format}`;
  return { ok: true, path: `${apiPaths.strikes}?${query}` };
}
