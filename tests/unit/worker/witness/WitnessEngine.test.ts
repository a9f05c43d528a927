import { expect, test } from 'vitest';
import { isHomeRead } from '#worker/witness/WitnessEngine.ts';

const SLOT = { fromMs: 600_000, toMs: 1_200_000 };

test.each([
  ['read to its end and two seconds more', 1_202_000, [], true],
  ['not read quite so far', 1_201_999, [], false],
  ['with a gap within', 2_000_000, [[700_000, 700_001]], false],
  ['with a gap that ends where matches begin', 2_000_000, [[0, 598_000]], true],
  ['with a gap that begins where matches end', 2_000_000, [[1_202_000, 1_300_000]], true],
  ['with a gap across its begin', 2_000_000, [[0, 598_001]], false],
] as const)('a slot of home %s counts as read or not: %s', (_, completeToMs, unread, isRead) => {
  expect(isHomeRead(SLOT, { completeToMs, unread: unread.map(([from, to]) => [from, to]) })).toBe(isRead);
});

test('a home that was never read is not read', () => {
  expect(isHomeRead(SLOT, { completeToMs: null, unread: undefined })).toBe(false);
});
