import { describe, expect, test } from 'vitest';
import { heapParts } from '#tests/soak/heapParts.ts';

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
