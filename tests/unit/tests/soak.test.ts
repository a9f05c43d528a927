import { describe, expect, test } from 'vitest';
import { heapParts } from '#tests/soak/heapParts.ts';
import { screenDrift, slope } from '#tests/soak/slope.ts';
import { pairs } from '#tests/support/pairs.ts';

const MEGABYTE = 2 ** 20;
const types = ['hidden', 'object', 'code', 'native', 'string'];

/** A snapshot of nodes given as [type, bytes], in Chrome's order of fields. */
const snapshot = (...nodes: readonly (readonly [string, number])[]) =>
  JSON.stringify({
    snapshot: { meta: { node_fields: ['type', 'name', 'id', 'self_size', 'edge_count'], node_types: [types] } },
    nodes: nodes.flatMap(([type, bytes], index) => [types.indexOf(type), 0, index, bytes, 0]),
  });

describe('heapParts', () => {
  test('tells compiled code from data', () => {
    const json = snapshot(['code', 3 * MEGABYTE], ['object', MEGABYTE], ['string', MEGABYTE], ['hidden', MEGABYTE]);
    expect(heapParts(json)).toEqual({ codeMegabytes: 3, dataMegabytes: 3 });
  });

  test('leaves out what lies outside the JavaScript heap', () => {
    expect(heapParts(snapshot(['native', 5 * MEGABYTE]))).toEqual({ codeMegabytes: 0, dataMegabytes: 0 });
  });
});

test.each([
  ['is the truth', 100, 100, 100, 0],
  ['still counts what has just left the hour', 103, 100, 105, 0],
  ['lacks a strike', 99, 100, 105, -1],
  ['shows one that never was', 106, 100, 105, 1],
])('a screen that %s', (_, onScreen, truthNow, truthBefore, drift) => {
  expect(screenDrift(onScreen, truthNow, truthBefore)).toBe(drift);
});

test('the slope is that of the best line, in y per x', () => {
  expect(slope(pairs('0,5 1,7 2,9'))).toBeCloseTo(2);
  expect(slope(pairs('0,1 1,-1 2,1 3,-1'))).toBeCloseTo(-0.4);
});

test('two points of no extent have none', () => {
  expect(slope([[1, 1]])).toBeNaN();
});
