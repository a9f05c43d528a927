import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodePageCursor, encodePageCursor } from '#worker/archive/strikePage.ts';

describe('a page’s cursor', () => {
  test('[AP2] leads back to the place it was made for, whatever the id', () => {
    const id = fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme' }).filter((text) => text.length <= 128);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }), id, (atMs, id) => {
        const token = encodePageCursor({ atMs, id });
        expect(token).toMatch(/^[\w-]+$/);
        expect(decodePageCursor(token)).toEqual({ atMs, id });
      }),
    );
  });

  test('[AP2] names an instant alone where no strike marks the place, and one of the release before still leads on', () => {
    const token = encodePageCursor({ atMs: 1_785_342_229_806, id: '' });
    expect(decodePageCursor(token)).toEqual({ atMs: 1_785_342_229_806, id: '' });
    expect(decodePageCursor('MTc4NTM0MjIyOTgwNi5zdHJpa2UtMQ')).toEqual({ atMs: 1_785_342_229_806, id: 'strike-1' });
  });

  test.each(['', 'x', '!!!!', 'MTIz', 'LmE', 'x'.repeat(513), "' OR 1=1 --", '__8', 'MTIzNDU2Nzg5MDEyMzQ1Njc4LmE'])(
    'is not %j',
    (token) => {
      expect(decodePageCursor(token)).toBeUndefined();
    },
  );

  test('is never an exception, whatever the token', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (token) => {
        const position = decodePageCursor(token);
        expect(position === undefined || Number.isSafeInteger(position.atMs)).toBe(true);
      }),
    );
  });
});
