import { expect, test } from 'vitest';
import { hashOf } from '#worker/keys/hashOf.ts';
import { includes, newBookKeys, rightOf, shardOf } from '#worker/watch/book/bookKeys.ts';

let next = 0;
const random = (bytes: number) =>
  new Uint8Array(bytes).map(() => {
    next += 1;
    return next % 256;
  });

test('a book has an id and two keys of 128 bits; a key gives its right and no other key gives any', () => {
  const { id, ownerKey, viewKey } = newBookKeys(random);
  const book = { ownerHash: hashOf(ownerKey), viewHash: hashOf(viewKey) };
  expect([id, ownerKey, viewKey].every((text) => /^[0-9a-f]{32}$/.test(text))).toBe(true);
  expect(rightOf(ownerKey, book)).toBe('owner');
  expect(rightOf(viewKey, book)).toBe('view');
  expect(rightOf(id, book)).toBeUndefined();
  expect(rightOf(book.ownerHash, book)).toBeUndefined();
  expect(shardOf(id)).toBe(id[0]);
});

test('a key is kept as its SHA-256', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a duty key gives its right while it is handed out; rights include those below them', () => {
  const book = { ownerHash: hashOf('o'), viewHash: hashOf('v') };
  expect(rightOf('d', { ...book, dutyHash: hashOf('d') })).toBe('duty');
  expect(rightOf('d', { ...book, dutyHash: null })).toBeUndefined();
  const rights = ['view', 'duty', 'owner'] as const;
  expect(rights.map((right) => rights.filter((needed) => includes(right, needed)))).toEqual([
    ['view'],
    ['view', 'duty'],
    ['view', 'duty', 'owner'],
  ]);
});
