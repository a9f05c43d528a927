export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export function hourStartMs(atMs: number): number {
  return Math.floor(atMs / HOUR_MS) * HOUR_MS;
}

/** `YYYYMMDDHH` in UTC: the name of an hourly slice. */
export function hourKey(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 13).replace(/[-T]/g, '');
}

export function parseHourKey(key: string): number | undefined {
  if (!/^\d{10}$/.test(key)) return undefined;
  const iso = `${key.slice(0, 4)}-${key.slice(4, 6)}-${key.slice(6, 8)}T${key.slice(8, 10)}:00:00.000Z`;
  const atMs = Date.parse(iso);
  return Number.isNaN(atMs) || hourKey(atMs) !== key ? undefined : atMs;
}

/** ISO 8601 in UTC without a fraction, as popups and exports show it: `2026-07-01T12:00:00Z`. */
export function isoSeconds(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`;
}

/** ISO 8601 in UTC with milliseconds, as the API writes it: `2026-07-01T12:00:00.123Z`. */
export function isoMillis(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** Spans in JSON. */
export function isoSpans(spans: readonly Span[]): { from: string; to: string }[] {
  return spans.map(([fromMs, toMs]) => ({ from: isoMillis(fromMs), to: isoMillis(toMs) }));
}

/** ISO 8601 intervals, separated by commas; `none` for no span. */
export function isoIntervals(spans: readonly Span[]): string {
  return spans.map(([fromMs, toMs]) => `${isoMillis(fromMs)}/${isoMillis(toMs)}`).join(', ') || 'none';
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Undefined unless ISO 8601 with an offset. Refuses impossible dates (`2026-02-30`) and times without a zone, whose
 * meaning would depend on the machine.
 */
export function parseIsoInstant(text: string): number | undefined {
  if (!ISO_INSTANT.test(text)) return undefined;
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) return undefined;
  const day = Number(text.slice(8, 10));
  const lastDay = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
  return day <= lastDay ? atMs : undefined;
}

/** From inclusive, to exclusive, in milliseconds since the Unix epoch. */
export type Span = readonly [fromMs: number, toMs: number];

/** As `Span`, with names. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The same time in as few spans as possible, oldest first. Drops empty and reversed spans. */
export function mergedSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = [];
  for (const [fromMs, toMs] of spans.filter(([from, to]) => from < to).sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && fromMs <= last[1]) last[1] = Math.max(last[1], toMs);
    else merged.push([fromMs, toMs]);
  }
  return merged;
}

export function clippedSpans(spans: readonly Span[], fromMs: number, toMs: number): Span[] {
  return spans
    .map(([from, to]): Span => [Math.max(from, fromMs), Math.min(to, toMs)])
    .filter(([from, to]) => from < to);
}

/** At most `maxSpans` spans that hold all of `merged`: the oldest are joined, with what lies between them. */
export function fewerSpans(merged: readonly Span[], maxSpans: number): Span[] {
  const joined = merged.length - maxSpans;
  const [first] = merged;
  const last = merged[joined];
  if (joined <= 0 || !first || !last) return [...merged];
  return [[first[0], last[1]], ...merged.slice(joined + 1)];
}

/** The time of `spans` that lies in none of `others`: merged, oldest first. */
export function spansWithout(spans: readonly Span[], others: readonly Span[]): Span[] {
  return mergedSpans(others).reduce(
    (left, [fromMs, toMs]) => [
      ...clippedSpans(left, Number.NEGATIVE_INFINITY, fromMs),
      ...clippedSpans(left, toMs, Number.POSITIVE_INFINITY),
    ],
    mergedSpans(spans),
  );
}

/** The spans must not overlap. */
export function lengthMs(spans: readonly Span[]): number {
  return spans.reduce((sum, [fromMs, toMs]) => sum + toMs - fromMs, 0);
}
