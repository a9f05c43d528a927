import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { readCsv } from '#shared/csv.ts';
import { formatHoldover } from '#shared/holdover/formatHoldover.ts';
import { HoldoverBody, holdoverBody } from '#shared/holdover/HoldoverBody.ts';
import { holdoverList } from '#shared/holdover/holdoverList.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';
import { aFlash, CELL, cellTo, NOW_MS } from './aFlash.ts';

const strikes = [aFlash('a', 10), aFlash('b', 20, 2)];
const marks = [{ kind: 'air-check', atMs: NOW_MS - HOUR_MS, place: CELL }] as const;
const facts = (more: object = {}) => ({
  ...{ nowMs: NOW_MS, days: 3, edgeMs: NOW_MS - 3 * DAY_MS, radius50Km: 2 },
  extent: { completeToMs: NOW_MS - 10_000, unread: [] as Span[] },
  ...more,
});
const told = (more: object = {}) => holdoverBody(holdoverList(strikes, NOW_MS, marks), facts(more));
const HOSTILE = { ...told(), attribution: `A & <b> "c" ']]>\u0001` };

describe('the list as it is told', () => {
  test('keeps to its schema', () => {
    expect(v.is(HoldoverBody, told())).toBe(true);
    expect(told().cells.map(({ id }) => id)).toEqual([cellTo(2), cellTo(0)]);
  });

  test('says at least where time was not read, not searched, or is not known to be read', () => {
    expect(told().atLeast).toBe(false);
    const gap: Span = [NOW_MS - 2 * HOUR_MS, NOW_MS - HOUR_MS];
    expect(told({ extent: { completeToMs: NOW_MS, unread: [gap] } }).atLeast).toBe(true);
    expect(told({ extent: { completeToMs: NOW_MS - HOUR_MS, unread: [] } }).atLeast).toBe(true);
    expect(told({ extent: { completeToMs: null, unread: [] } }).atLeast).toBe(true);
    expect(told({ edgeMs: NOW_MS - DAY_MS })).toMatchObject({ atLeast: true, searched: { cut: true } });
  });
});

describe('a file of the list', () => {
  test.each([
    ['kml', 'http://www.opengis.net/kml/2.2', /<Placemark /g],
    ['gpx', 'http://www.topografix.com/GPX/1/1', /<wpt /g],
  ] as const)('is XML as %s, whatever the words in it', async (format, namespace, place) => {
    const contents = formatHoldover(format, HOSTILE).body;
    const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}"><xs:element name="${format}" type="xs:anyType"/></xs:schema>`;
    expect(await validateXML({ xml: { fileName: 'list.xml', contents }, schema })).toMatchObject({ valid: true });
    expect(contents.match(place)).toHaveLength(2);
  });

  test('is GeoJSON of closed counter-clockwise squares around the middle of each cell', () => {
    const { type, features } = JSON.parse(formatHoldover('geojson', HOSTILE).body);
    expect(type).toBe('FeatureCollection');
    for (const { geometry, properties } of features) {
      const [ring] = geometry.coordinates;
      expect(ring).toHaveLength(5);
      expect(ring[4]).toEqual(ring[0]);
      expect((ring[0][0] + ring[2][0]) / 2).toBeCloseTo(properties.longitude, 4);
      expect((ring[0][1] + ring[2][1]) / 2).toBeCloseTo(properties.latitude, 4);
      const area = ring
        .slice(1)
        .reduce(
          (sum: number, [x, y]: number[], at: number) => sum + ring[at][0] * (y ?? 0) - (x ?? 0) * ring[at][1],
          0,
        );
      expect(area).toBeGreaterThan(0);
    }
  });

  test('is CSV with a row for each cell, by rank', () => {
    const read: (readonly string[])[] = [];
    readCsv(formatHoldover('csv', HOSTILE).body, ',', { rows: 100, fields: 20 }, (row) => read.push(row));
    const [head, ...rows] = read;
    expect(head?.slice(0, 2)).toEqual(['rank', 'id']);
    expect(rows.map(([rank, id]) => [rank, id])).toEqual([
      ['1', cellTo(2)],
      ['2', cellTo(0)],
    ]);
    expect(rows[1]?.[9]).toBe('air-check');
  });

  test('says that it is no protection, that it is an exercise, and that there may be more', () => {
    const said = formatHoldover('gpx', { ...told({ edgeMs: NOW_MS - DAY_MS }), simulated: true }).body;
    expect(said).toContain('EXERCISE');
    expect(said).toContain('at least');
    expect(said).toContain('Not for the protection of life or property');
  });
});
