import { expect, test } from 'vitest';
import { attributionAt } from '#worker/sources/port/SourceTraits.ts';

test('a source is named with the year in which its strikes are shown', () => {
  const attribution = 'Contains modified data {year}';
  expect(attributionAt({ attribution }, Date.UTC(2026, 11, 31, 23, 59))).toBe('Contains modified data 2026');
  expect(attributionAt({ attribution }, Date.UTC(2027, 0, 1))).toBe('Contains modified data 2027');
});

test('a source whose words have no year is named by its words', () => {
  expect(attributionAt({ attribution: 'A network' }, 0)).toBe('A network');
});
