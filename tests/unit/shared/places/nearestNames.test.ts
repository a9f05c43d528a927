import { expect, test } from 'vitest';
import { NAMED_PLACES } from '#shared/places/NamedPlaces.ts';
import { nearestNames } from '#shared/places/nearestNames.ts';

test.each([
  ['thesaloniki', 'thessaloniki'],
  ['solun', 'thessaloniki'],
  ['Пловдив', 'plovdiv'],
  ['салоники', 'thessaloniki'],
  ['sofia-bulgaria', 'sofia'],
  ['cluj', 'cluj-napoca'],
  ['veliko-turnovo', 'veliko-tarnovo'],
  ['crni-vrh', 'cherni-vrah'],
  ['ohridd', 'ohrid'],
  ['nea-ionia-athens', 'nea-ionia'],
])('who asks for %s is shown %s', (asked, meant) => {
  expect(nearestNames(asked, NAMED_PLACES, 5).map(({ slug }) => slug)).toContain(meant);
});

test('what is like no name shows none, however long it is', () => {
  for (const asked of ['', '---', 'wp-login', '%2e%2e', 'q'.repeat(100_000)])
    expect(nearestNames(asked, NAMED_PLACES, 5)).toEqual([]);
});

test('at most as many as asked for are shown, the most alike first', () => {
  const [first, ...rest] = nearestNames('nea-ionia', NAMED_PLACES, 3);
  expect(first?.slug).toBe('nea-ionia');
  expect(rest).toHaveLength(2);
});
