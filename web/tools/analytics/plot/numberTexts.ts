import type { Rate } from '#web/tools/analytics/count/comparison.ts';
import type { Cell } from './DataTable.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How the numbers of the page are written in a language. */
export interface NumberTexts {
  readonly whole: (value: number) => string;
  /** Three significant digits. */
  readonly rate: (value: number) => string;
  /** Tenths, never more than there are: 13.98 of 14 days is 13.9. */
  readonly tenths: (value: number) => string;
}

export function numberTexts(locale: string): NumberTexts {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const rate = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return {
    whole: (value) => whole.format(value),
    rate: (value) => (Math.abs(value) >= 1_000 ? whole.format(value) : rate.format(value)),
    tenths: (value) => tenths.format(Math.floor(value * 10 + 1e-6) / 10),
  };
}

/** `13.6` of `14`, in hours or days. */
export function observedOf(
  { observedMs, lengthMs }: { readonly observedMs: number; readonly lengthMs: number },
  { tenths }: NumberTexts,
  unit: 'hours' | 'days',
): { readonly observed: string; readonly length: string } {
  const unitMs = unit === 'hours' ? HOUR_MS : DAY_MS;
  return { observed: tenths(observedMs / unitMs), length: tenths(lengthMs / unitMs) };
}

/** Cells of a rate and the ends of its interval; of none, where nothing was observed. */
export function rateCells(rate: Rate | undefined, { rate: text }: NumberTexts, notRead: string): Cell[] {
  if (!rate) return [notRead, notRead, notRead].map((shown) => ({ shown, value: '' }));
  return [rate.value, ...rate.interval].map((value) => ({ shown: text(value), value: Number(value.toPrecision(6)) }));
}
