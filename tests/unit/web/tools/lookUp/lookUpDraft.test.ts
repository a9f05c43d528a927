import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circleAround } from '#shared/geo/geodesy.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { pairs } from '#tests/support/pairs.ts';
import {
  formatLocalMinute,
  type LookUpDraft,
  lookUpDraftOf,
  lookUpQuestionOf,
  parseLocalMinute,
} from '#web/tools/lookUp/lookUpDraft.ts';
import { outlineText, readOutline, withCorner } from '#web/tools/lookUp/readOutline.ts';

const NOW = new Date(2026, 6, 1, 14, 5, 40).getTime();
const FIRE: Shape = { type: 'Point', coordinates: [23.3, 42.7] };
const RING = [
  [23, 42],
  [23.1, 42],
  [23.1, 42.1],
  [23, 42],
] as const;
const AREA: Shape = { type: 'Polygon', coordinates: [RING] };
const draft = (changes: Partial<LookUpDraft>): LookUpDraft => ({ ...lookUpDraftOf(undefined, NOW), ...changes });
const outline = (text: string) => lookUpQuestionOf(draft({ by: 'outline', outline: text }), NOW);
const geojson = (value: unknown) => JSON.stringify(value);

describe('the form', () => {
  test('begins with a report of this minute, 10 km and 14 days', () => {
    expect(lookUpDraftOf(undefined, NOW)).toEqual({
      by: 'place',
      chosen: undefined,
      outline: '',
      radiusKm: 10,
      reported: '2026-07-01T14:05',
      days: 14,
    });
  });

  test('asks what is filled in, and shows it again when its address is opened', () => {
    const asked = lookUpQuestionOf(draft({ chosen: { shape: FIRE, name: 'Sofia' }, radiusKm: 2, days: 3 }), NOW);
    expect(asked).toEqual({
      ok: true,
      question: { shape: FIRE, name: 'Sofia', radiusKm: 2, days: 3, reportedMs: NOW - 40_000 },
    });
    if (!asked.ok) return;
    expect(lookUpQuestionOf(lookUpDraftOf(asked.question, NOW + 9e9), NOW)).toEqual(asked);
    const drawn = lookUpQuestionOf(draft({ by: 'outline', outline: outlineText(AREA) }), NOW);
    expect(drawn.ok && lookUpQuestionOf(lookUpDraftOf(drawn.question, NOW), NOW)).toEqual(drawn);
  });

  test('names every field that is wrong, each by its rule', () => {
    expect(lookUpQuestionOf(draft({ reported: '' }), NOW)).toEqual({
      ok: false,
      faults: { place: 'missing', reported: 'format' },
    });
    const late = { chosen: { shape: FIRE, name: '' }, reported: formatLocalMinute(NOW + 7 * 60_000) };
    expect(lookUpQuestionOf(draft(late), NOW)).toEqual({ ok: false, faults: { reported: 'future' } });
    expect(lookUpQuestionOf(draft({ by: 'outline' }), NOW)).toEqual({ ok: false, faults: { place: 'missing' } });
  });

  test.each([
    ['crossing', geojson({ type: 'Polygon', coordinates: [pairs('23,42 23.1,42.1 23.1,42 23,42.1 23,42')] })],
    ['across', geojson({ type: 'LineString', coordinates: pairs('22,42 24,42') })],
    ['corners', geojson({ type: 'Polygon', coordinates: [circleAround({ latitude: 42, longitude: 23 }, 20, 501)] })],
    ['corners', geojson({ type: 'LineString', coordinates: Array.from({ length: 100_000 }, () => [23, 42]) })],
    ['poles', geojson({ type: 'Point', coordinates: [23, 85] })],
  ])('says that an outline is refused: %s', (place, text) => {
    expect(outline(text)).toEqual({ ok: false, faults: { place } });
  });
});

describe('an outline', () => {
  test.each<[string, unknown, Shape]>([
    ['a geometry', AREA, AREA],
    ['a feature', { type: 'Feature', properties: { name: 'x' }, geometry: AREA }, AREA],
    ['the only feature', { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: FIRE }] }, FIRE],
    ['the only geometry', { type: 'GeometryCollection', geometries: [FIRE] }, FIRE],
    ['a polygon of several that is the only one', { type: 'MultiPolygon', coordinates: [[RING]] }, AREA],
    ['a ring that is not closed', { type: 'Polygon', coordinates: [RING.slice(0, 3)] }, AREA],
    ['positions with heights', { type: 'Point', coordinates: [23.3, 42.7, 550] }, FIRE],
  ])('is read from GeoJSON: %s', (_, value, shape) => {
    expect(readOutline(` ${geojson(value)}\n`)).toEqual({ ok: true, shape });
  });

  test('is read from corners as people write them: a point, a line, an area', () => {
    expect(readOutline('42.7, 23.3')).toEqual({ ok: true, shape: FIRE });
    expect(readOutline('42,7; 23,3;\n42.8 23.4')).toEqual({
      ok: true,
      shape: { type: 'LineString', coordinates: pairs('23.3,42.7 23.4,42.8') },
    });
    expect(readOutline('42 23\r\n42 23.1\n\n42.1 23.1\n')).toEqual({ ok: true, shape: AREA });
  });

  test.each([
    ['', 'outline'],
    ['a burning wood', 'outline'],
    ['{', 'outline'],
    ['{"type":"Point"}', 'outline'],
    ['{"type":"Point","coordinates":[423,42]}', 'outline'],
    ['{"type":"Topology"}', 'outline'],
    ['{"type":"FeatureCollection","features":[]}', 'outline'],
    [geojson({ type: 'MultiPolygon', coordinates: [[RING], [RING]] }), 'several'],
    [geojson({ type: 'Polygon', coordinates: [RING, RING] }), 'holes'],
  ])('is refused in words: %s', (text, fault) => {
    expect(readOutline(text)).toEqual({ ok: false, fault });
  });

  test('of which one line is wrong says which', () => {
    expect(readOutline('42 23\n42 23.1\nhere')).toEqual({ ok: false, fault: 'line', line: 3 });
    expect(outline('42 23\nhere')).toEqual({ ok: false, faults: { place: 'line', line: 2 } });
  });

  test('grows by a corner, whatever it was written as, and loses nothing', () => {
    const at = { latitude: 42.1, longitude: 23.00004 };
    expect(withCorner('', at)).toBe('42.1000, 23.0000');
    expect(withCorner('42 23\n', at)).toBe('42 23\n42.1000, 23.0000');
    expect(readOutline(withCorner(outlineText(AREA), at))).toEqual({
      ok: true,
      shape: { type: 'Polygon', coordinates: [[...RING.slice(0, 3), [23, 42.1], [23, 42]]] },
    });
    expect(withCorner('the old mill', at)).toBe('the old mill\n42.1000, 23.0000');
  });

  test('of any text never throws', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => `{"type":"Polygon","coordinates":${json}}`),
        ),
        (text) => {
          expect(typeof readOutline(text).ok).toBe('boolean');
        },
      ),
    ));
});

test('a local minute is written and read by the same clock, and no day is made up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (atMs) => {
      const read = parseLocalMinute(formatLocalMinute(atMs)) ?? Number.NaN;
      expect(formatLocalMinute(read)).toBe(formatLocalMinute(atMs));
    }),
  );
  expect(parseLocalMinute('2026-02-30T10:00')).toBeUndefined();
  expect(parseLocalMinute('tomorrow')).toBeUndefined();
});
