import { expect, test } from 'vitest';
import { joinedExtents } from '#client/history/joinedExtents.ts';

test('[AP7] of several pages that is read which all of them call read', () => {
  const read = { completeToMs: 100, unread: [{ fromMs: 10, toMs: 20 }], outsideHome: false };
  const other = { completeToMs: 90, unread: [{ fromMs: 15, toMs: 30 }], outsideHome: false };
  expect(joinedExtents(read, other)).toEqual({
    completeToMs: 90,
    unread: [{ fromMs: 10, toMs: 30 }],
    outsideHome: false,
  });
  expect(joinedExtents(read, { ...other, completeToMs: null }).completeToMs).toBeNull();
});
