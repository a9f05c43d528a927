import { describe, expect, test } from 'vitest';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import { cellsNow, knownQuiet, measureFrom, unknownBars } from '#web/sky/shown/Sky.ts';

const AT = Date.UTC(2026, 6, 1, 12, 30);
const event = encodeCells({ atMs: AT, cells: [], odds: AS_FITTED });
const live = { kind: 'live', checkedMs: AT, whole: true } as const;
const delayed = { kind: 'delayed', checkedMs: AT, slicesOnly: false } as const;

test('cells are told until the word on them is ten minutes old; then they are late and nothing of them is shown', () => {
  expect(cellsNow(event, live, AT + 60_000, true)).toEqual({ kind: 'told', event });
  expect(cellsNow(event, delayed, AT + 599_999, true).kind).toBe('told');
  expect(cellsNow(event, live, AT + 600_000, true)).toEqual({ kind: 'late' });
});

test('a feed that is down pretends nothing of cells', () => {
  expect(cellsNow(event, { kind: 'down', sinceMs: AT, cause: 'feed' }, AT + 1_000, true)).toEqual({ kind: 'late' });
});

test('of the past those are told that were kept; beside the watched area and before anything was told there are none', () => {
  expect(cellsNow(event, { kind: 'past', whole: true, live }, AT + 3_600_000, true)).toEqual({ kind: 'told', event });
  expect(cellsNow(null, { kind: 'past', whole: true, live }, AT, true).kind).toBe('none');
  expect(cellsNow(event, { kind: 'outside' }, AT, true).kind).toBe('none');
  expect(cellsNow(event, { kind: 'connecting' }, AT, true).kind).toBe('none');
  expect(cellsNow(null, live, AT, true).kind).toBe('none');
});

test('of a view beside home nothing is called late: nobody tells of cells there', () => {
  expect(cellsNow(event, live, AT + 600_000, false)).toEqual({ kind: 'none' });
  expect(cellsNow(event, live, AT + 1_000, false).kind).toBe('told');
});

const POINT = { latitude: 42, longitude: 24 };
const HERE = { latitude: 42.7, longitude: 23.3 };
const BOX = { west: 22, south: 41, east: 24, north: 43 };

test('distances are measured from the chosen point, else from the visitor, else from the middle of the map', () => {
  expect(measureFrom({ point: POINT, visitorAt: HERE, box: BOX })).toEqual({ at: POINT, by: 'point' });
  expect(measureFrom({ point: undefined, visitorAt: HERE, box: BOX })).toEqual({ at: HERE, by: 'visitor' });
  expect(measureFrom({ point: undefined, visitorAt: undefined, box: BOX })).toEqual({
    at: { latitude: 42, longitude: 23 },
    by: 'centre',
  });
  expect(measureFrom({ point: undefined, visitorAt: undefined, box: undefined })).toBeUndefined();
});

const LIVE = { kind: 'live', checkedMs: 0, whole: true } as const;

test('a sky is known to be quiet only if the feed is live, all is held and every minute was read', () => {
  expect(knownQuiet(LIVE, 0, [false, false])).toBe(true);
  expect(knownQuiet(LIVE, 1, [false, false])).toBe(false);
  expect(knownQuiet(LIVE, 0, [false, true])).toBe(false);
  expect(knownQuiet({ ...LIVE, whole: false }, 0, [false, false])).toBe(false);
  expect(knownQuiet({ kind: 'delayed', checkedMs: 0, slicesOnly: false }, 0, [false, false])).toBe(false);
});

const MINUTE = 60_000;
const counts = { barsFromMs: 0, barMs: MINUTE, bars: [3, 0, 2, 0, 1] };
const checked = { kind: 'live', checkedMs: 5 * MINUTE, whole: true } as const;

describe('a bar is hatched, never drawn as zero,', () => {
  test('not at all in a sky that is known', () => {
    expect(unknownBars(counts, { truth: checked, complete: true, unread: [] })).toEqual(Array(5).fill(false));
  });

  test('from the first minute that a delayed feed has not answered for', () => {
    const truth = { kind: 'delayed', checkedMs: 3.5 * MINUTE, slicesOnly: false } as const;
    expect(unknownBars(counts, { truth, complete: true, unread: [] })).toEqual([false, false, false, true, true]);
  });

  test('not for a server that is merely busy: its slices are whole', () => {
    const truth = { kind: 'delayed', checkedMs: 3.5 * MINUTE, slicesOnly: true } as const;
    expect(unknownBars(counts, { truth, complete: true, unread: [] })).toEqual(Array(5).fill(false));
  });

  test('where the provider was never read, whatever was found in the rest of the bar', () => {
    const unread = [[1.5 * MINUTE, 2.5 * MINUTE]] as const;
    expect(unknownBars(counts, { truth: checked, complete: true, unread })).toEqual([false, true, true, false, false]);
  });

  test('while strikes of the window are missing, if it shows none', () => {
    expect(unknownBars(counts, { truth: checked, complete: false, unread: [] })).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });
});
