import { describe, expect, test } from 'vitest';
import { circleAround } from '#shared/geo/geodesy.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { pairs } from '#tests/support/pairs.ts';
import { type LookUpDraft, lookUpDraftOf, lookUpQuestionOf, timesShownTwice } from '#web/tools/lookUp/lookUpDraft.ts';

const ZONE = 'Europe/Sofia';
const NOW = Date.parse('2026-07-01T11:05:40Z');
const FIRE: Shape = { type: 'Point', coordinates: [23.3, 42.7] };
const RING = [
  [23, 42],
  [23.1, 42],
  [23.1, 42.1],
  [23, 42],
] as const;
const AREA: Shape = { type: 'Polygon', coordinates: [RING] };
const draft = (changes: Partial<LookUpDraft>): LookUpDraft => ({ ...lookUpDraftOf(undefined, ZONE, NOW), ...changes });
const ask = (changes: Partial<LookUpDraft>, place: Parameters<typeof lookUpQuestionOf>[1], nowMs = NOW) =>
  lookUpQuestionOf(draft(changes), place, ZONE, nowMs);

describe('the form', () => {
  test('begins with a report of this minute, 10 km and 14 days', () => {
    expect(lookUpDraftOf(undefined, ZONE, NOW)).toEqual({
      radiusKm: 10,
      reported: '2026-07-01T14:05',
      occurrence: 'second',
      days: 14,
    });
  });

  test('asks what is filled in, and shows it again when its address is opened', () => {
    const place = { shape: FIRE, name: 'Sofia' };
    const asked = ask({ radiusKm: 2, days: 3 }, place);
    expect(asked).toEqual({
      ok: true,
      question: { shape: FIRE, name: 'Sofia', radiusKm: 2, days: 3, reportedMs: NOW - 40_000 },
    });
    if (!asked.ok) return;
    expect(ask(lookUpDraftOf(asked.question, ZONE, NOW + 9e9), asked.question)).toEqual(asked);
    const drawn = ask({}, { shape: AREA, name: '' });
    expect(drawn.ok && ask(lookUpDraftOf(drawn.question, ZONE, NOW), drawn.question)).toEqual(drawn);
  });

  test('names every field that is wrong, each by its rule; without a place nothing is asked', () => {
    expect(ask({ reported: '' }, undefined)).toEqual({
      ok: false,
      faults: { reported: 'format' },
    });
    expect(ask({ reported: '2026-07-01T14:12' }, { shape: FIRE, name: '' })).toEqual({
      ok: false,
      faults: { reported: 'future' },
    });
    expect(ask({}, undefined)).toEqual({ ok: false, faults: {} });
  });

  test.each<[string, Shape]>([
    ['crossing', { type: 'Polygon', coordinates: [pairs('23,42 23.1,42.1 23.1,42 23,42.1 23,42')] }],
    ['across', { type: 'LineString', coordinates: pairs('22,42 24,42') }],
    ['corners', { type: 'Polygon', coordinates: [circleAround({ latitude: 42, longitude: 23 }, 20, 501)] }],
    ['corners', { type: 'LineString', coordinates: Array.from({ length: 100_000 }, () => [23, 42] as const) }],
    ['poles', { type: 'Point', coordinates: [23, 85] }],
  ])('says that an outline is refused: %s', (place, shape) => {
    expect(ask({}, { shape, name: '' })).toEqual({ ok: false, faults: { place } });
  });
});

describe('an hour that comes twice', () => {
  const place = { shape: FIRE, name: '' };
  const LATER = Date.parse('2026-11-01T00:00:00Z');
  const reported = '2026-10-25T03:30';
  const FIRST = Date.parse('2026-10-25T00:30:00Z');
  const SECOND = Date.parse('2026-10-25T01:30:00Z');

  test('is offered as both, asked as the one that was chosen, and shown again as it was asked', () => {
    expect(timesShownTwice(reported, ZONE)).toEqual({ first: FIRST, second: SECOND });
    for (const [occurrence, reportedMs] of [
      ['first', FIRST],
      ['second', SECOND],
    ] as const) {
      const asked = ask({ reported, occurrence }, place, LATER);
      expect(asked).toMatchObject({ ok: true, question: { reportedMs } });
      expect(asked.ok && lookUpDraftOf(asked.question, ZONE, LATER)).toMatchObject({ reported, occurrence });
    }
  });

  test('is the later one unless somebody chooses, so that nothing before the report is left out', () => {
    expect(ask({ reported }, place, LATER)).toMatchObject({ question: { reportedMs: SECOND } });
  });

  test('is no choice on any other day, and one that the clocks skip is refused with what to do', () => {
    expect(timesShownTwice('2026-10-24T03:30', ZONE)).toBeUndefined();
    expect(timesShownTwice('2026-10-25T04:00', ZONE)).toBeUndefined();
    expect(ask({ reported: '2026-03-29T03:30' }, place)).toEqual({ ok: false, faults: { reported: 'skipped' } });
    expect(ask({ reported: '2026-02-30T10:00' }, place)).toEqual({ ok: false, faults: { reported: 'format' } });
  });
});
