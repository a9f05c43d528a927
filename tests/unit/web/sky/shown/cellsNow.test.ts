import { expect, test } from 'vitest';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import { cellsNow } from '#web/sky/shown/cellsNow.ts';

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

test('in the past, beside the watched area and before anything was told there are no cells', () => {
  expect(cellsNow(event, { kind: 'past', whole: true, live }, AT, true).kind).toBe('none');
  expect(cellsNow(event, { kind: 'outside' }, AT, true).kind).toBe('none');
  expect(cellsNow(event, { kind: 'connecting' }, AT, true).kind).toBe('none');
  expect(cellsNow(null, live, AT, true).kind).toBe('none');
});

test('of a view beside home nothing is called late: nobody tells of cells there', () => {
  expect(cellsNow(event, live, AT + 600_000, false)).toEqual({ kind: 'none' });
  expect(cellsNow(event, live, AT + 1_000, false).kind).toBe('told');
});
