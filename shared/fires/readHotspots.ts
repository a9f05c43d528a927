import { readCsv } from '#shared/readCsv.ts';
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
  /** `reason` names the column, and the rule if a row breaks it. */
  | { readonly kind: 'wrong-columns'; readonly reason: string };

/** A clock may differ by so much from ours. */
const AHEAD_MS = HOUR_MS;

/**
 * Reads the CSV of FIRMS: the files of the last days, or the area API, whose columns are other ones in another order. A
 * bad row is left out. If all are bad, the columns are not those that they are called.
 */
export function readHotspots(text: string, satellite: FireSatellite, nowMs: number): HotspotReading {
  if (/^\s*</.test(text)) return { kind: 'html' };
  if (/^\s*Invalid MAP_KEY/i.test(text)) return { kind: 'key-refused' };
  const [header, ...rows] = readCsv(text, ',') ?? [];
  if (!header) return { kind: 'wrong-columns', reason: 'no header' };
  const titles = header.map((title) => title.trim().toLowerCase());
  const missing = columnsOf(satellite).find((name) => !titles.includes(name));
  if (missing !== undefined) return { kind: 'wrong-columns', reason: `the header lacks the column ${missing}` };
  if (rows.length === 0) return { kind: 'no-rows' };

  const hotspots: Hotspot[] = [];
  const skipped: string[] = [];
  let isLastBad = false;
  for (const [index, row] of rows.entries()) {
    const read = readRow(row, titles, satellite, nowMs);
    isLastBad = typeof read === 'string';
    if (typeof read === 'string') skipped.push(`row ${index + 1}: ${read}`);
    else hotspots.push(read);
  }
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
