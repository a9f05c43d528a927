import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { madeIds } from '#worker/sources/port/madeId.ts';

const STRIKE = { atMs: Date.UTC(2026, 6, 1, 12, 0, 0, 123), latitude: 42.7, longitude: 23.3 };

const rows = fc.array(
  fc.record({
    atMs: fc.integer({ min: STRIKE.atMs, max: STRIKE.atMs + 3 }),
    latitude: fc.constantFrom(42.7, -42.7, 0),
    longitude: fc.constantFrom(23.3, 23.300001, -180),
    detail: fc.constantFrom({}, { currentKa: 12 }, { currentKa: -12 }),
  }),
  { maxLength: 40 },
);

describe('ids of a source that tells none', () => {
  test('are made of time, place and current, so that they are the same for ever', () => {
    const idOf = madeIds();
    const alike = { ...STRIKE, detail: { currentKa: -31.5 } };
    expect([STRIKE, alike, alike].map(idOf)).toEqual([
      'mr20ww3f.pf7j4.dvee8.',
      'mr20ww3f.pf7j4.dvee8.-ob0',
      'mr20ww3f.pf7j4.dvee8.-ob0.2',
    ]);
  });

  test('differ within an answer, and are the same in any order and in any window that holds the strikes', () =>
    fc.assert(
      fc.property(rows, fc.integer({ min: STRIKE.atMs, max: STRIKE.atMs + 3 }), (strikes, cutMs) => {
        const whole = strikes.map(madeIds());
        const reversed = strikes.toReversed().map(madeIds());
        const early = strikes.filter(({ atMs }) => atMs < cutMs).map(madeIds());
        const late = strikes.filter(({ atMs }) => atMs >= cutMs).map(madeIds());
        expect(new Set(whole).size).toBe(strikes.length);
        expect(reversed.sort()).toEqual(whole.toSorted());
        expect([...early, ...late].sort()).toEqual(whole.toSorted());
      }),
    ));

  test('are short enough to be stored and hold nothing that storing changes, wherever the strike is', () => {
    const far = { atMs: 8.64e15, latitude: -89.999_999, longitude: -179.999_999, detail: { currentKa: -1_234.567 } };
    expect(madeIds()(far)).toMatch(/^[0-9a-z.-]{11,40}$/);
  });
});
