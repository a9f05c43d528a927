import { expect, test } from 'vitest';
import { mapAddress } from '#web/ground/view/mapQuery.ts';
import { withAddressPart } from '#web/ground/view/useAddressPart.ts';
import * as mapLayers from '#web/map/mapLayers.ts';
import * as mapPanels from '#web/map/mapPanels.ts';
import type { MapPart } from '#web/map/parts/MapPart.ts';
import { tableAddress } from '#web/map/strikeTable/tableAddress.ts';

const parts: readonly MapPart[] = [...Object.values(mapLayers), ...Object.values(mapPanels)];

/** Names that more than one part claims. */
function claimedTwice(claims: readonly (readonly string[])[]): string[] {
  const all = claims.flat();
  return [...new Set(all.filter((name, index) => all.indexOf(name) !== index))];
}

test('every part of the map has a name of its own', () => {
  expect(parts.length).toBeGreaterThan(3);
  expect(claimedTwice(parts.map(({ name }) => [name]))).toEqual([]);
});

test('no two parts of the map want the same parameter of the address', () => {
  const claims = [mapAddress.names, ...parts.map(({ parameters }) => parameters ?? [])];
  expect(claims.flat().length).toBeGreaterThan(9);
  expect(claimedTwice(claims)).toEqual([]);
  expect(claimedTwice([['view', 'point'], ['point']])).toEqual(['point']);
});

test.each([
  ['?view=42,20,7z', 'newest', 'table=newest&view=42,20,7z'],
  ['?view=42,20,7z&table=newest', 'nearest', 'table=nearest&view=42,20,7z'],
  ['?view=42,20,7z&table=nearest&theirs=a%2Cb', 'closed', 'view=42,20,7z&theirs=a%2Cb'],
  ['', 'closed', ''],
] as const)('a part changes its own parameters and leaves the others as they are: %s, %s', (search, order, changed) => {
  expect(withAddressPart(search, tableAddress, order)).toBe(changed);
});

test.each([
  ['table=newest', 'newest'],
  ['table=nearest', 'nearest'],
  ['table=sideways', 'closed'],
  ['', 'closed'],
] as const)('what the address says of the table: %s', (search, order) => {
  expect(tableAddress.parse(new URLSearchParams(search))).toBe(order);
});
