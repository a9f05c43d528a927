import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter } from '#shared/time/utcDay.ts';
import {
  DEFAULT_CHOICE,
  daysBefore,
  daysOf,
  formatAnalytics,
  NEWEST_DAYS,
  parseAnalytics,
  RADII_KM,
  SHADED_AREAS,
} from '#web/tools/analytics/analyticsAddress.ts';

const days = fc
  .tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 399 }))
  .map(([from, more]) => ({ first: dayAfter('2020-01-01', from), last: dayAfter('2020-01-01', from + more) }));
const degrees = (most: number) => fc.integer({ min: -most * 1_000, max: most * 1_000 }).map((n) => n / 1_000 + 0);
const choice = fc.record({
  scope: fc.oneof(
    fc.constant({ kind: 'home' } as const),
    fc.record({
      kind: fc.constant('place' as const),
      latitude: degrees(85),
      longitude: degrees(180),
      radiusKm: fc.constantFrom(...RADII_KM),
      name: fc.string({ maxLength: 60 }),
    }),
    fc.record({ kind: fc.constant('region' as const), code: fc.constantFrom('BG.stara-zagora', 'MK', 'GR.crete') }),
  ),
  period: fc.oneof(days, fc.record({ newest: fc.constantFrom(...NEWEST_DAYS) })),
  other: fc.option(days, { nil: undefined }),
  shaded: fc.constantFrom(...SHADED_AREAS),
  grid: fc.boolean(),
});

test('every choice survives its address', () =>
  fc.assert(
    fc.property(choice, (chosen) => {
      expect(parseAnalytics(formatAnalytics(chosen))).toEqual({ choice: chosen, faults: [] });
    }),
  ));

test('what is usual is not in the address', () => {
  expect(formatAnalytics(DEFAULT_CHOICE)).toBe('');
  expect(parseAnalytics('')).toEqual({ choice: DEFAULT_CHOICE, faults: [] });
});

test.each([
  ['?at=91,24', 'place'],
  ['?at=42', 'place'],
  ['?at=42,24,1', 'place'],
  ['?at=42,x', 'place'],
  ['?at=42,24&r=26', 'place'],
  [`?at=42,24&name=${'x'.repeat(61)}`, 'place'],
  ['?region=Sofia', 'region'],
  ['?from=2026-11-01', 'period'],
  ['?from=2026-11-09&to=2026-11-01', 'period'],
  ['?from=2026-02-30&to=2026-03-01', 'period'],
  ['?from=2024-01-01&to=2026-03-01', 'period'],
  ['?days=15', 'period'],
  ['?with=2026-11-01', 'other'],
  ['?with=2026-11-01,2026-11-02,2026-11-03', 'other'],
])('%s breaks a rule of its %s, and the rest is kept', (search, fault) => {
  const { choice: read, faults } = parseAnalytics(`${search}&cells=12&grid=1`);
  expect(faults).toEqual([fault]);
  expect(read).toEqual({ ...DEFAULT_CHOICE, shaded: 12, grid: true });
});

test('the newest days end today; what they are compared with ends the day before they begin', () => {
  expect(daysOf({ newest: 14 }, '2026-11-22')).toEqual({ first: '2026-11-09', last: '2026-11-22' });
  expect(daysBefore({ first: '2026-11-09', last: '2026-11-22' })).toEqual({ first: '2026-10-26', last: '2026-11-08' });
});
