import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { type BookUse, bookFate, bookThatGivesWay } from '#worker/watch/bookUpkeep.ts';

const START_MS = Date.UTC(2026, 0, 1);
const day = (days: number) => START_MS + days * DAY_MS;
const use = (more: Partial<BookUse>): BookUse => ({ id: 'b', seenMs: START_MS, okMs: null, noticedMs: 0, ...more });

/** What becomes of the book on each day, as the object does it; days on which it is kept are left out. */
function life(first: BookUse, days: number, arrivesMs?: number): [day: number, fate: string][] {
  const told: [number, string][] = [];
  let book = first;
  for (let at = 0; at <= days; at += 1) {
    const fate = bookFate(book, day(at));
    if (fate !== 'keep') told.push([at, fate]);
    if (fate === 'end') break;
    if (fate === 'notice') {
      book = { ...book, noticedMs: day(at), okMs: arrivesMs === undefined ? book.okMs : day(at) + arrivesMs };
    }
  }
  return told;
}

describe('a book', () => {
  test('that reached nobody ends 7 days after its last visit', () => {
    expect(life(use({}), 30)).toEqual([[7, 'end']]);
    expect(life(use({ seenMs: day(3) }), 30)).toEqual([[10, 'end']]);
  });

  test('that reached somebody ends 400 days after its last use, and says so 14 days before', () => {
    expect(life(use({ okMs: START_MS }), 900)).toEqual([
      [386, 'notice'],
      [400, 'end'],
    ]);
    expect(life(use({ okMs: day(100) }), 900)).toEqual([
      [486, 'notice'],
      [500, 'end'],
    ]);
  });

  test('is not kept by the arrival of that very notice', () => {
    expect(life(use({ okMs: START_MS }), 900, 60_000)).toEqual([
      [386, 'notice'],
      [400, 'end'],
    ]);
  });

  test('is kept by a visit after the notice, and by an alert that arrives', () => {
    const noticed = use({ okMs: START_MS, noticedMs: day(386) });
    expect(bookFate({ ...noticed, seenMs: day(390) }, day(420))).toBe('keep');
    expect(bookFate({ ...noticed, okMs: day(390) }, day(420))).toBe('keep');
    expect(bookFate({ ...noticed, seenMs: day(390) }, day(776))).toBe('notice');
  });

  test('has its 14 days even if nobody looked at it for years', () => {
    expect(bookFate(use({ okMs: START_MS }), day(2_000))).toBe('notice');
    const noticed = use({ okMs: START_MS, noticedMs: day(2_000) });
    expect([bookFate(noticed, day(2_013)), bookFate(noticed, day(2_014))]).toEqual(['keep', 'end']);
  });
});

test('room is made by the book that reached nobody and was visited longest ago, never by one of the last day', () => {
  const books = [
    use({ id: 'proven', seenMs: day(0), okMs: day(0) }),
    use({ id: 'old', seenMs: day(2) }),
    use({ id: 'older', seenMs: day(1) }),
  ];
  expect(bookThatGivesWay(books, day(5))).toBe('older');
  expect(bookThatGivesWay(books.slice(0, 2), day(5))).toBe('old');
  expect(bookThatGivesWay(books, day(1.9))).toBeUndefined();
});
