import { expect, test } from 'vitest';
import { mayTry, type Try, triedDomain } from '#worker/watch/deliver/tries.ts';

const triedAt = (url: string) => triedDomain({ target: { channel: 'webhook', url, secret: '' } });
const NEXT: Try = { book: 'b', recipient: 'r', network: 'n', domain: 'evil.com' };
const many = (count: number, of: (at: number) => Partial<Try>) =>
  Array.from({ length: count }, (_, at): Try => ({ ...NEXT, ...of(at) }));

test('a try is counted for the registrable domain, however its host is written', () => {
  const urls = ['https://evil.com/a', 'https://evil.com./', 'https://a.b.evil.com/', 'https://EVIL.com/'];
  expect(urls.map(triedAt)).toEqual(Array(4).fill('evil.com'));
  expect(triedAt('https://hooks.brigade.co.uk/')).toBe('brigade.co.uk');
  expect(triedAt('http://127.0.0.1:8080/a')).toBe('127.0.0.1');
  expect(triedDomain({ target: { channel: 'telegram', chatId: 1 } })).toBe('');
});

test('in an hour a recipient is tried 5 times, a domain 15 times by a book, 20 by a network, 60 by all', () => {
  const limits: [number, (at: number) => Partial<Try>][] = [
    [5, () => ({})],
    [15, (at) => ({ recipient: `r${at}` })],
    [20, (at) => ({ book: `b${at}` })],
    [60, (at) => ({ book: `b${at}`, network: `n${at}` })],
  ];
  for (const [most, of] of limits) {
    expect([mayTry(NEXT, many(most - 1, of)), mayTry(NEXT, many(most, of))]).toEqual([true, false]);
  }
  expect(
    mayTry(
      NEXT,
      many(60, (at) => ({ book: `b${at}`, domain: 'other.com' })),
    ),
  ).toBe(true);
  expect(
    mayTry(
      { ...NEXT, domain: '' },
      many(60, (at) => ({ book: `b${at}`, domain: '' })),
    ),
  ).toBe(true);
});
