import * as v from 'valibot';

/** Ways in which a provider errs that no retry helps against. `cov…`: only for boxes that reach beyond home. */
export const HostileMode = v.picklist([
  'cov403',
  'cov400',
  'cov500',
  'cov-hang',
  /** Every row calls its fields by other names. */
  'renamed',
  /** A row of the year 9999 beside the right ones. */
  'future',
  /** Local time sent as UTC: every time is three hours ahead. */
  'plus3h',
  /** Latitude and longitude exchanged. */
  'coords',
  /** The newest 300 rows for ever, whatever is asked. */
  'same',
  /** 30,000 rows, and 1.3 million: the limit is not kept. */
  'many',
  'rows',
  /** A byte a second. */
  'drip',
  'gzip-bomb',
  '204',
  'html',
  /** A Content-Length that ends in the middle. */
  'short-length',
  'date-ahead',
  'date-behind',
  /** 429 with a Retry-After of a thousand years. */
  'retry-after',
]);
export type HostileMode = v.InferOutput<typeof HostileMode>;

const DATE_OFF_MS = 14 * 60_000;

/** How far the answer's `Date` is from the provider's clock. */
export function dateOffsetMs(mode: HostileMode | undefined): number {
  if (mode === 'date-ahead') return DATE_OFF_MS;
  return mode === 'date-behind' ? -DATE_OFF_MS : 0;
}
