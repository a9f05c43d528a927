import { readCsv } from '#shared/csv.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { FireSatellite, Hotspot } from './Hotspot.ts';
import { columnsOf, hotspotOfRow } from './hotspotRow.ts';

/** What an answer of FIRMS turned out to be. No reason repeats what was sent. */
export type HotspotReading =
  /** `newestMs`: of the newest row, wherever it lies. `skipped`: a reason for each row that could not be read. */
  | {
      readonly kind: 'rows';
      readonly hotspots: readonly Hotspot[];
      readonly newestMs: number;
      readonly skipped: readonly string[];
    }
  /** The columns and no row: nothing was seen, or nothing was written. It does not say that there is no fire. */
  | { readonly kind: 'no-rows' }
  /** A page for people. */
  | { readonly kind: 'html' }
  /** FIRMS says `Invalid MAP_KEY` of a key that has used up its share too. */
  | { readonly kind: 'key-refused' }
  | { readonly kind: 'cut-off' }
  /** More rows, or more fields in one, than such a file has: nothing was taken of it. */
  | { readonly kind: 'oversized'; readonly reason: string }
  /** `reason` names the column, and the rule if a row breaks it. */
  | { readonly kind: 'wrong-columns'; readonly reason: string };

/** A clock may differ by so much from ours. */
const AHEAD_MS = HOUR_MS;
/** The largest file, of a week of Europe's September, has some 45,000 rows, of 15 fields at most. */
const MOST_ROWS = 100_000;
const MOST_FIELDS = 100;
/** So many bad rows are told by themselves. */
const MOST_REASONS = 100;
const REFUSAL = 'invalid map_key';

/**
 * Reads the CSV of FIRMS: the files of the last days, or the area API, whose columns are other ones in another order. A
 * bad row is left out. If all are bad, the columns are not those that they are called.
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
  const fault = readCsv(text, ',', { rows: MOST_ROWS, fields: MOST_FIELDS }, (row) => {
    if (!titles) {
      const told = row.map((title) => title.trim().toLowerCase());
      missing = columnsOf(satellite).find((name) => !told.includes(name));
      titles = told;
      return;
    }
    rows += 1;
    // Of another table the rows are only counted.
    if (missing !== undefined) return;
    const read = readRow(row, titles, satellite, nowMs);
    isLastBad = typeof read === 'string';
    if (typeof read !== 'string') hotspots.push(read);
    else skipped.push(skipped.length < MOST_REASONS ? `row ${rows}: ${read}` : 'another row');
  });
  if (missing !== undefined) return { kind: 'wrong-columns', reason: `the header lacks the column ${missing}` };
  if (fault?.kind === 'oversized') return { kind: 'oversized', reason: fault.reason };
  if (fault) return { kind: 'wrong-columns', reason: fault.reason };
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
