import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { MarkBody, markFault } from '#shared/holdover/MarkBody.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { isoSeconds } from '#shared/time/isoTime.ts';
import { CELL, NOW_MS } from './aFlash.ts';

const BODY = { kind: 'ground-check', at: '2026-07-20T05:00:00Z', place: CELL };

const faultOf = (more: object) => {
  const result = v.safeParse(MarkBody, { ...BODY, ...more });
  const [issue] = result.issues ?? [];
  if (issue) return `${v.getDotPath(issue)}: ${issue.message}`;
  const fault = result.success ? markFault(result.output, HOME_BOX, NOW_MS) : undefined;
  return fault && `${fault.field}: ${fault.rule}`;
};
const square = (west: number, south: number, side: number) => ({
  type: 'shape',
  shape: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + side, south],
        [west + side, south + side],
        [west, south + side],
        [west, south],
      ],
    ],
  },
});
const line = (...coordinates: number[][]) => ({ type: 'track', track: { type: 'LineString', coordinates } });

describe('a mark', () => {
  test('is a kind, an instant of the last 14 days and a place; all else may be left out', () => {
    expect(faultOf({})).toBeUndefined();
    expect(faultOf({ place: square(24, 42, 0.1) })).toBeUndefined();
    expect(faultOf({ place: line([24, 42], [24.5, 42.1]) })).toBeUndefined();
    expect(faultOf({ kind: 'rain', rainMm: 3, name: 'Мария', note: 'от извора до билото' })).toBeUndefined();
  });

  test.each([
    ['a kind that is none', { kind: 'drone' }, 'kind: ground-check or air-check or rain or fire-found'],
    ['an instant without its offset', { at: '2026-07-20T05:00:00' }, 'at: format'],
    ['an instant to come', { at: '2026-07-20T07:00:00Z' }, 'at: future'],
    ['one so old that it changes nothing', { at: isoSeconds(NOW_MS - 14 * DAY_MS) }, 'at: tooOld'],
    ['a cell that is none', { place: { type: 'cell', cell: 'r1' } }, 'place.cell: format'],
    ['rain of unknown depth', { kind: 'rain' }, 'rainMm: required'],
    ['a check with rain', { rainMm: 3 }, 'rainMm: onlyOfRain'],
    [
      'a line as a drawn area',
      { place: { ...square(24, 42, 1), shape: line([24, 42], [25, 42]).track } },
      'place.shape: polygonExpected',
    ],
    [
      'a track that is too wide to see from',
      { place: { ...line([24, 42], [25, 42]), withinKm: 9 } },
      'place.withinKm: range',
    ],
    ['an area outside home', { place: square(2, 42, 0.1) }, 'place: outside-coverage'],
    ['an area as wide as a country', { place: square(22, 40, 4) }, 'place: across'],
    ['an area too small to hold the middle of a cell', { place: square(24.0001, 42.0001, 0.0002) }, 'place: noCell'],
    ['a long note', { note: 'x'.repeat(501) }, 'note: tooLong'],
    ['a name of two lines', { name: 'a\nb' }, 'name: unprintable'],
  ])('with %s is refused by field and rule', (_, more, fault) => {
    expect(faultOf(more)).toBe(fault);
  });
});
