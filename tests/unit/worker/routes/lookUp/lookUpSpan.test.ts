import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { lookUpSpan } from '#worker/routes/lookUp/lookUpSpan.ts';

const NOW = Date.UTC(2026, 6, 15, 14);
const KEPT = NOW - 400 * DAY_MS;
const REPORTED = NOW - HOUR_MS;
const spanOf = (reportedAt: number, from?: number, to?: number) => lookUpSpan({ reportedAt, from, to }, NOW, KEPT);

test('without more said it is the 14 days before the report', () => {
  expect(spanOf(REPORTED)).toEqual({ ok: true, span: [REPORTED - 14 * DAY_MS, REPORTED] });
  expect(spanOf(REPORTED, REPORTED - HOUR_MS, REPORTED - 1)).toEqual({
    ok: true,
    span: [REPORTED - HOUR_MS, REPORTED - 1],
  });
});

test.each([
  ['a report of tomorrow', [NOW + DAY_MS], 'reportedAt', 'future'],
  ['a report from before what is kept', [KEPT - 1], 'reportedAt', 'notKept'],
  ['a span that begins more than 14 days before', [REPORTED, REPORTED - 14 * DAY_MS - 1], 'from', 'range'],
  ['a span that ends after the report', [REPORTED, undefined, REPORTED + 1], 'to', 'afterReport'],
  ['a span that ends before it begins', [REPORTED, REPORTED - 5, REPORTED - 6], 'to', 'reversed'],
  ['a span that ends before what is kept', [KEPT + DAY_MS, undefined, KEPT - 1], 'to', 'notKept'],
] as const)('%s is refused by its field and rule', (_, [reportedAt, from, to], field, rule) => {
  expect(spanOf(reportedAt, from, to)).toEqual({ ok: false, field, rule });
});

test('the clock of who reports may be a little ahead of ours', () => {
  expect(spanOf(NOW + 4 * 60_000).ok).toBe(true);
  expect(spanOf(NOW + 6 * 60_000).ok).toBe(false);
});
