import type { Span } from './spans.ts';

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
