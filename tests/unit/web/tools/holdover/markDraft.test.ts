import { expect, test } from 'vitest';
import { holdoverCellAt } from '#shared/holdover/holdoverCells.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { zonedMinute } from '#shared/time/zonedTime.ts';
import { ownTimeZone } from '#web/kit/i18n/dateTimeFormat.ts';
import {
  faultsOf,
  type MarkDraft,
  markBodyOf,
  newMarkDraft,
  withShape,
  withTrack,
} from '#web/tools/holdover/markDraft.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12, 5);
const ID = '7b0c7c0e-0000-4000-8000-000000000001';
const CELL = holdoverCellAt({ latitude: 42.1, longitude: 23.4 }).id;
const draft = newMarkDraft(ID, CELL, ' Ана ', NOW_MS);
const faultsAt = (changes: Partial<MarkDraft>) => {
  const checked = markBodyOf({ ...draft, ...changes }, NOW_MS);
  return checked.ok ? undefined : checked.faults;
};

test('a mark is of now unless another time is typed, and rain has its millimetres, with a comma too', () => {
  expect(markBodyOf(draft, NOW_MS)).toEqual({
    ok: true,
    body: {
      kind: 'ground-check',
      at: '2026-07-01T12:05:00.000Z',
      place: { type: 'cell', cell: CELL },
      name: ' Ана ',
      note: '',
    },
  });
  expect(markBodyOf({ ...draft, kind: 'rain', rainMm: '3,5' }, NOW_MS)).toMatchObject({ body: { rainMm: 3.5 } });
});

test.each([
  ['rainMm', { kind: 'rain', rainMm: '' }, 'required'],
  ['rainMm', { kind: 'rain', rainMm: 'much' }, 'required'],
  ['rainMm', { kind: 'rain', rainMm: '501' }, 'range'],
  ['at', { at: '' }, 'format'],
  ['at', { at: zonedMinute(NOW_MS + 10 * 60_000, ownTimeZone()) }, 'future'],
  ['at', { at: zonedMinute(NOW_MS - 15 * DAY_MS, ownTimeZone()) }, 'tooOld'],
  ['name', { name: 'x'.repeat(81) }, 'tooLong'],
  ['name', { name: 'a\u202Eb' }, 'unprintable'],
  ['note', { note: 'x'.repeat(501) }, 'tooLong'],
  ['place', { place: undefined }, 'required'],
] as const)('a mark that the server would refuse names its field: %s of %o', (field, changes, rule) => {
  expect(faultsAt(changes as Partial<MarkDraft>)).toEqual({ [field]: rule });
});

test('an area that holds no square’s middle, or lies beyond what is read, is refused before it is sent', () => {
  const at = (longitude: number, latitude: number, wide: number) =>
    withShape(draft, {
      type: 'Polygon',
      coordinates: [
        [
          [longitude, latitude],
          [longitude + wide, latitude],
          [longitude + wide, latitude + wide],
          [longitude, latitude],
        ],
      ],
    });
  expect(faultsAt(at(23, 42, 0.0005))).toEqual({ place: 'noCell' });
  expect(faultsAt(at(5, 42, 0.1))).toEqual({ place: 'outside-coverage' });
  expect(markBodyOf(at(23, 42, 0.1), NOW_MS).ok).toBe(true);
});

test('a flown track brings the time of its beginning, and a shape drawn after it takes its place', () => {
  const startMs = NOW_MS - 3_600_000;
  const track = {
    corners: [
      [23, 42],
      [23.2, 42],
    ] as const,
    points: 900,
    km: 16.5,
    startMs,
  };
  const flown = withTrack(newMarkDraft(ID, undefined, '', NOW_MS), 'flight.gpx', track);
  expect(markBodyOf(flown, NOW_MS)).toMatchObject({
    ok: true,
    body: { at: '2026-07-01T11:05:00.000Z', place: { type: 'track', withinKm: 1 } },
  });
  expect(withShape(flown, { type: 'LineString', coordinates: [[23, 42]] })).toBe(flown);
});

test('of what the server names, the form says what it has a field for', () => {
  expect(faultsOf({ rainMm: 'range', 'place.cell': 'format', uuid: 'format' })).toEqual({
    rainMm: 'range',
    place: 'format',
  });
});
