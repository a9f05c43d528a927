import { expect, test } from 'vitest';
import { cellsAddress } from '#web/map/stormCells/cellsAddress.ts';

test.each([
  ['', { drawn: true, listed: false }],
  ['cells=off', { drawn: false, listed: false }],
  ['cells=off&storms=list', { drawn: false, listed: true }],
] as const)('the address remembers what is shown of storm cells: %s', (search, choice) => {
  expect(cellsAddress.parse(new URLSearchParams(search))).toEqual(choice);
  expect(cellsAddress.format(choice).join('&')).toBe(search);
});
