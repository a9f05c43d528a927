import { expect, test } from 'vitest';
import { KEPT_FOR_MS, MOST_KEPT, packSky, unpackSky } from '#web/sky/strikes/KeptSky.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const FACTS = { knownUntilMs: NOW, clockOffsetMs: -250, simulated: true };

function storeOf(times: readonly number[]): StrikeStore {
  const store = new StrikeStore({ capacity: 65_536, maxAgeMs: 2 * KEPT_FOR_MS, epochMs: NOW });
  const columns = {
    ordinals: times.map((_, index) => index + 1),
    latitudesE5: times.map((_, index) => 4_269_000 + index),
    longitudesE5: times.map((_, index) => 2_332_000 - index),
    atMs: [...times],
  };
  store.append(columns, NOW);
  return store;
}

test('what is unpacked is what was packed, also after a structured clone', () => {
  const packed = structuredClone(packSky(storeOf([NOW - 60_000, NOW - 5_000]), FACTS));
  expect(unpackSky(packed, NOW + 60_000)).toEqual({
    columns: {
      ordinals: [1, 2],
      latitudesE5: [4_269_000, 4_269_001],
      longitudesE5: [2_332_000, 2_331_999],
      atMs: [NOW - 60_000, NOW - 5_000],
    },
    ...FACTS,
  });
});

test('of more than 20,000 strikes the newest are kept', () => {
  const times = Array.from({ length: 25_000 }, (_, index) => NOW - index * 100);
  const kept = unpackSky(packSky(storeOf(times), FACTS), NOW);
  expect(kept?.columns.atMs).toHaveLength(MOST_KEPT);
  expect(Math.min(...(kept?.columns.atMs ?? []))).toBe(NOW - (MOST_KEPT - 1) * 100);
});

test('a strike from before the widest window is not kept', () => {
  const packed = packSky(storeOf([NOW - KEPT_FOR_MS - 1, NOW - KEPT_FOR_MS]), FACTS);
  expect([...packed.ordinals]).toEqual([2]);
});

test('a quiet sky is kept too', () => {
  expect(unpackSky(packSky(storeOf([]), FACTS), NOW)?.columns.atMs).toEqual([]);
});

test('after a day, of another version or damaged, it is nothing', () => {
  const packed = packSky(storeOf([NOW]), FACTS);
  expect(unpackSky(packed, NOW + KEPT_FOR_MS - FACTS.clockOffsetMs)).toBeDefined();
  expect(unpackSky(packed, NOW + KEPT_FOR_MS - FACTS.clockOffsetMs + 1)).toBeUndefined();
  const damaged = [
    undefined,
    null,
    'sky',
    { ...packed, version: 2 },
    { ...packed, atMs: new Float64Array(7) },
    { ...packed, ordinals: undefined },
    { ...packed, knownUntilMs: Number.NaN },
  ];
  for (const stored of damaged) expect(unpackSky(stored, NOW)).toBeUndefined();
});
