import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circleAround } from '#shared/geo/geodesy.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { pairs } from '#tests/support/pairs.ts';
import {
  formatLocalMinute,
  type LookUpDraft,
  lookUpDraftOf,
  lookUpQuestionOf,
  parseLocalMinute,
} from '#web/tools/lookUp/lookUpDraft.ts';

const NOW = new Date(2026, 6, 1, 14, 5, 40).getTime();
const FIRE: Shape = { type: 'Point', coordinates: [23.3, 42.7] };
const RING = [
  [23, 42],
  [23.1, 42],
  [23.1, 42.1],
  [23, 42],
] as const;
const AREA: Shape = { type: 'Polygon', coordinates: [RING] };
const draft = (changes: Partial<LookUpDraft>): LookUpDraft => ({ ...lookUpDraftOf(undefined, NOW), ...changes });

describe('the form', () => {
  test('begins with a report of this minute, 10 km and 14 days', () => {
    expect(lookUpDraftOf(undefined, NOW)).toEqual({
      radiusKm: 10,
      reported: '2026-07-01T14:05',
      days: 14,
    });
  });

  test('asks what is filled in, and shows it again when its address is opened', () => {
    const place = { shape: FIRE, name: 'Sofia' };
    const asked = lookUpQuestionOf(draft({ radiusKm: 2, days: 3 }), place, NOW);
    expect(asked).toEqual({
      ok: true,
      question: { shape: FIRE, name: 'Sofia', radiusKm: 2, days: 3, reportedMs: NOW - 40_000 },
    });
    if (!asked.ok) return;
    expect(lookUpQuestionOf(lookUpDraftOf(asked.question, NOW + 9e9), asked.question, NOW)).toEqual(asked);
    const drawn = lookUpQuestionOf(draft({}), { shape: AREA, name: '' }, NOW);
    expect(drawn.ok && lookUpQuestionOf(lookUpDraftOf(drawn.question, NOW), drawn.question, NOW)).toEqual(drawn);
  });

  test('names every field that is wrong, each by its rule; without a place nothing is asked', () => {
    expect(lookUpQuestionOf(draft({ reported: '' }), undefined, NOW)).toEqual({
      ok: false,
      faults: { reported: 'format' },
    });
    const late = draft({ reported: formatLocalMinute(NOW + 7 * 60_000) });
    expect(lookUpQuestionOf(late, { shape: FIRE, name: '' }, NOW)).toEqual({
      ok: false,
      faults: { reported: 'future' },
    });
    expect(lookUpQuestionOf(draft({}), undefined, NOW)).toEqual({ ok: false, faults: {} });
  });

  test.each<[string, Shape]>([
    ['crossing', { type: 'Polygon', coordinates: [pairs('23,42 23.1,42.1 23.1,42 23,42.1 23,42')] }],
    ['across', { type: 'LineString', coordinates: pairs('22,42 24,42') }],
    ['corners', { type: 'Polygon', coordinates: [circleAround({ latitude: 42, longitude: 23 }, 20, 501)] }],
    ['corners', { type: 'LineString', coordinates: Array.from({ length: 100_000 }, () => [23, 42] as const) }],
    ['poles', { type: 'Point', coordinates: [23, 85] }],
  ])('says that an outline is refused: %s', (place, shape) => {
    expect(lookUpQuestionOf(draft({}), { shape, name: '' }, NOW)).toEqual({ ok: false, faults: { place } });
  });
});

test('a local minute is written and read by the same clock, and no day is made up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (atMs) => {
      const read = parseLocalMinute(formatLocalMinute(atMs)) ?? Number.NaN;
      expect(formatLocalMinute(read)).toBe(formatLocalMinute(atMs));
    }),
  );
  expect(parseLocalMinute('2026-02-30T10:00')).toBeUndefined();
  expect(parseLocalMinute('tomorrow')).toBeUndefined();
});
