import { expect, test } from 'vitest';
import { contactLimits, refusedBy, releasedADay } from '#worker/contact/contactLimits.ts';

test('a wide network has a tenth of the cap, and never less than one address', () => {
  expect(contactLimits(500, false).sameDay).toEqual({ near: 10, wide: 50, all: 500 });
  expect(contactLimits(20, false).sameDay).toEqual({ near: 10, wide: 10, all: 20 });
});

test('a proof of a person gives room in the queue that nobody else has', () => {
  const [unproven, proven] = [contactLimits(500, false).waiting, contactLimits(500, true).waiting];
  expect(unproven).toEqual({ first: 1_000, further: 500 });
  expect(proven.further).toBeGreaterThan(unproven.first);
});

test('half of the cap goes out a day of what was deferred, and one message at least', () => {
  expect(releasedADay(500)).toBe(250);
  expect(releasedADay(1)).toBe(1);
});

test('a refusal is told by its cause', () => {
  const limits = contactLimits(500, false);
  expect(refusedBy({ near: 20, wide: 20, waiting: 0 }, limits)).toBe('network');
  expect(refusedBy({ near: 1, wide: 100, waiting: 1_000 }, limits)).toBe('network');
  expect(refusedBy({ near: 0, wide: 0, waiting: 1_000 }, limits)).toBe('everybody');
});
