import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as bbox } from '#shared/geo/Areas.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { decodePageCursor, encodePageCursor, strikePage, type WindowAnswer } from '#worker/archive/strikePage.ts';
import type { PagePosition, StrikeQuery } from '#worker/archive/windowQuery.ts';

const HOUR_MS = 3_600_000;

const newestFirst = (a: NumberedStrike, b: NumberedStrike) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1);

/** An archive in an array. A look passes `walkRows` rows, of which every other lies in the box, and all that share an instant. */
function archiveOf(strikes: readonly NumberedStrike[]) {
  const sorted = [...strikes].sort(newestFirst);
  return async ({ fromMs, toMs, before, limit }: StrikeQuery, walkRows: number): Promise<WindowAnswer> => {
    const passed = sorted.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    const edgeMs = passed[walkRows - 1]?.atMs ?? fromMs;
    const searched = passed.filter(({ atMs }) => atMs >= edgeMs);
    const found = searched
      .filter(({ ordinal }) => ordinal % 2 === 1)
      .filter(({ atMs, id }) => !before || atMs < before.atMs || (atMs === before.atMs && id < before.id));
    return { strikes: found.slice(0, limit), edgeMs, rowsRead: Math.min(walkRows, passed.length) + searched.length };
  };
}

const strikesAt = (quarters: readonly number[]) =>
  quarters.map((quarter, index) => ({
    id: `s${String(index).padStart(3, '0')}`,
    latitude: 42,
    longitude: 23,
    atMs: quarter * HOUR_MS,
    ordinal: index + 1,
  }));

test('a page that may not go on ends with what it has, and says where the next begins', async () => {
  const read = async (window: StrikeQuery) => ({ strikes: [], edgeMs: window.toMs - 10, rowsRead: 7 });
  const asked: number[] = [];
  const goOn = async (rowsRead: number) => asked.push(rowsRead) < 3;
  const page = await strikePage({ bbox, fromMs: 0, toMs: 100, before: undefined, limit: 5 }, read, 1_000_000, goOn);
  expect(page).toEqual({ strikes: [], next: { atMs: 70, id: '' }, rowsRead: 21 });
  expect(asked).toEqual([7, 7, 7]);
});

describe('pages', () => {
  test('[AP2] put together hold every strike of the window once, newest first, whatever a page may cost', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 30 }), fc.nat(80), async (quarters, limit, maxRowsRead) => {
        const strikes = strikesAt(quarters);
        const span = { fromMs: 2 * HOUR_MS, toMs: 38 * HOUR_MS };
        const found: NumberedStrike[] = [];
        let before: PagePosition | undefined;
        do {
          const page = await strikePage({ bbox, ...span, before, limit }, archiveOf(strikes), maxRowsRead + 2);
          expect(page.strikes.length).toBeLessThanOrEqual(limit);
          found.push(...page.strikes);
          before = page.next;
        } while (before);
        const inside = strikes.filter(
          ({ ordinal, atMs }) => ordinal % 2 === 1 && atMs >= span.fromMs && atMs < span.toMs,
        );
        expect(found).toEqual(inside.sort(newestFirst));
      }),
    );
  });

  test('[AP2] without strikes say where to go on while there is something left to search', async () => {
    const strikes = strikesAt([1, 2, 3, 4, 5, 6]).map((strike) => ({ ...strike, ordinal: 2 * strike.ordinal }));
    const query = { bbox, fromMs: 0, toMs: 9 * HOUR_MS, before: undefined, limit: 5 };
    const page = await strikePage(query, archiveOf(strikes), 8);
    expect(page).toEqual({ strikes: [], next: { atMs: 3 * HOUR_MS, id: '' }, rowsRead: 8 });
    const rest = await strikePage({ ...query, before: page.next }, archiveOf(strikes), 8);
    expect(rest).toMatchObject({ strikes: [], next: undefined });
  });

  test('[AP2] that are exactly full and the last say no next', async () => {
    const strikes = [1, 2].map((n) => ({ id: `${n}`, latitude: 42, longitude: 23, atMs: n, ordinal: 2 * n - 1 }));
    const page = await strikePage({ bbox, fromMs: 0, toMs: 10, before: undefined, limit: 2 }, archiveOf(strikes));
    expect(page.next).toBeUndefined();
    expect(page.strikes).toHaveLength(2);
  });

  test('look a little way first, then farther, and never for more than a page may cost', async () => {
    const walked: number[] = [];
    const read = async ({ toMs }: StrikeQuery, walkRows: number): Promise<WindowAnswer> => {
      walked.push(walkRows);
      return { strikes: [], edgeMs: toMs - 1, rowsRead: 2 * walkRows };
    };
    const page = await strikePage({ bbox, fromMs: 0, toMs: 1e9, before: undefined, limit: 10 }, read);
    expect(walked).toEqual([2_000, 8_000]);
    expect(page).toEqual({ strikes: [], next: { atMs: 1e9 - 2, id: '' }, rowsRead: 20_000 });
  });

  test('of no time ask nothing', async () => {
    const read = () => Promise.reject(new Error('asked'));
    const page = await strikePage({ bbox, fromMs: 5, toMs: 5, before: undefined, limit: 1 }, read);
    expect(page).toEqual({ strikes: [], next: undefined, rowsRead: 0 });
  });
});

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

  test('is never an exception, whatever the token', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (token) => {
        const position = decodePageCursor(token);
        expect(position === undefined || Number.isSafeInteger(position.atMs)).toBe(true);
      }),
    ));
});
