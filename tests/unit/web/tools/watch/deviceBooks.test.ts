import { expect, test } from 'vitest';
import { bookLink, linkedPanel, parseBookKeys } from '#web/tools/watch/book/bookAddress.ts';
import { parseBooks, withBook, withoutBook } from '#web/tools/watch/book/deviceBooks.ts';

const OWNER = 'a'.repeat(32);
const VIEW = 'b'.repeat(32);
const CAMP = { id: '0'.repeat(32), area: '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11', name: 'Camp', keys: { view: VIEW } };

test('keys are read from a fragment, and what is none is passed over', () => {
  expect(parseBookKeys(`#owner=${OWNER}`)).toEqual({ owner: OWNER });
  expect(parseBookKeys(`#view=${VIEW}`)).toEqual({ view: VIEW });
  expect(parseBookKeys(`#owner=${OWNER}&view=${VIEW}`)).toEqual({ owner: OWNER, view: VIEW });
  for (const hash of ['', '#', '#owner=', '#owner=abc', `#owner=${OWNER}0`, '#main']) {
    expect(parseBookKeys(hash)).toEqual({});
  }
});

test('a link names the panel in its path and the keys in its fragment alone', () => {
  expect(bookLink(CAMP, { view: VIEW }, 'bg')).toBe(`/bg/watch/${CAMP.id}/${CAMP.area}#view=${VIEW}`);
});

test('a book is kept once, the one opened last first, and no key is lost by opening it with another', () => {
  const other = { ...CAMP, area: 'other', name: 'Other' };
  const books = withBook(withBook(withBook([], CAMP), other), { ...CAMP, name: 'New', keys: { owner: OWNER } });
  expect(books).toEqual([{ ...CAMP, name: 'New', keys: { view: VIEW, owner: OWNER } }, other]);
  expect(withoutBook(books, CAMP)).toEqual([other]);
});

test.each([null, '', 'no json', '{}', '[1, null, {"id": 1}]'])('a store that holds %s holds no book', (text) => {
  expect(parseBooks(text)).toEqual([]);
});

test('what was stored is read again', () => {
  expect(parseBooks(JSON.stringify([CAMP]))).toEqual([CAMP]);
});

test('a link that was handed over leads to its panel in the language of the page, and to no other site', () => {
  const path = `/watch/${CAMP.id}/${CAMP.area}`;
  expect(linkedPanel(` https://any.example/ru${path}#view=${VIEW} `, 'bg')).toBe(`/bg${path}#view=${VIEW}`);
  for (const text of ['', 'no link', path, `https://any.example${path}`, `https://any.example/map#view=${VIEW}`]) {
    expect(linkedPanel(text, 'bg')).toBeUndefined();
  }
});
