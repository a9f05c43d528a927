import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Strike } from '#shared/strike.ts';
import { STAND_IN_DECLARATIONS, tableRow, tableText } from '#worker/dev/standIns/sources/tableTexts.ts';
import { tableReader } from '#worker/sources/table/readTable.ts';
import { TableDeclaration } from '#worker/sources/table/TableDeclaration.ts';

const AT_MS = Date.UTC(2026, 6, 1, 12, 0, 0, 123);
const PLACE = { latitude: 42.7, longitude: 23.3 };

type Changes = Readonly<Record<string, unknown>>;
const readerOf = (declaration: Changes) => tableReader(v.parse(TableDeclaration, declaration));
const csvReader = (fields: Changes = {}, more: Changes = {}) =>
  readerOf({
    ...STAND_IN_DECLARATIONS.csv,
    ellipseShare: undefined,
    delimiter: ',',
    ...more,
    fields: { time: 'time', timeUnit: 'iso', latitude: 'lat', longitude: 'lon', ...fields },
  });
const csv = (...lines: string[]) => `time,lat,lon,x\n${lines.map((line) => `${line}\n`).join('')}`;
const GOOD_LINE = '2026-07-01T12:00:00.123Z,42.7,23.3,';

describe('a row of a table', () => {
  test.each<[string, string, string, string]>([
    ['a time without a zone, which is UTC', 'iso', '2026-07-01 12:00:00.123', ''],
    ['a time with an offset', 'iso', '2026-07-01T15:00:00.123+0300', ''],
    ['a time finer than a millisecond', 'iso', '2026-07-01T12:00:00.123999999Z', ''],
    ['a time that says UTC', 'iso', '2026-07-01 12:00:00.123 UTC', ''],
    ['seconds since 1970', 's', '1782907200.123', ''],
    ['milliseconds since 1970', 'ms', '1782907200123', ''],
  ])('may tell %s', (_, timeUnit, time) => {
    const answer = csvReader({ timeUnit })(csv(`${time},42.7,23.3,`));
    expect(answer).toMatchObject({ skipped: [], strikes: [{ ...PLACE, atMs: AT_MS }] });
  });

  test.each([
    ['no time', ',42.7,23.3,', {}, 'no time'],
    ['a time that is none', 'noon,42.7,23.3,', {}, 'bad time'],
    ['an impossible day', '2026-02-30T12:00:00Z,42.7,23.3,', {}, 'bad time'],
    ['a time in another unit', '1782907200,42.7,23.3,', { timeUnit: 'ms' }, 'bad time'],
    ['no latitude', '2026-07-01T12:00:00Z,,23.3,', {}, 'no latitude'],
    ['a latitude beyond the pole', '2026-07-01T12:00:00Z,90.1,23.3,', {}, 'bad latitude'],
    ['a longitude with a comma for a point', '2026-07-01T12:00:00Z,42.7,"23,3",', {}, 'bad longitude'],
    ['an unknown type', `${GOOD_LINE}XX`, { type: { name: 'x', ground: ['CG'], cloud: ['IC'] } }, 'bad type'],
    ['no type', GOOD_LINE, { type: { name: 'x', ground: ['CG'], cloud: ['IC'] } }, 'no type'],
    ['a current that is no number', `${GOOD_LINE}strong`, { currentKa: 'x' }, 'bad currentKa'],
    ['half a stroke', `${GOOD_LINE}1.5`, { multiplicity: 'x' }, 'bad multiplicity'],
    ['no id', GOOD_LINE, { id: 'x' }, 'no id'],
    ['an id with a control character', `${GOOD_LINE}a\u0001b`, { id: 'x' }, 'bad id'],
    ['a column too many', `${GOOD_LINE},`, {}, 'other number of columns'],
  ])('with %s is left out with its reason, and the rest is kept', (_, line, fields, reason) => {
    const time = 'timeUnit' in fields ? AT_MS : '2026-07-01T12:00:00.123Z';
    const last = 'id' in fields ? 'a1' : 'type' in fields ? 'CG' : '7';
    const text = csv(line, `${time},42.7,23.3,${last}`);
    const answer = csvReader(fields)(text);
    expect(answer).toMatchObject({ kind: 'strikes', rows: 2, skipped: [reason], strikes: [{ ...PLACE, atMs: AT_MS }] });
  });

  test.each(['', ' ', 'null', 'NaN', '-999', ' -999.0'])('does not know a current that is written %j', (unknown) => {
    const answer = csvReader({ currentKa: 'x', unknown: [-999, '-999.0'] })(csv(GOOD_LINE + unknown));
    expect(answer).toMatchObject({ skipped: [], strikes: [{ id: expect.any(String), ...PLACE, atMs: AT_MS }] });
  });

  test('within a cloud is no strike of a table of strokes to the ground, and nothing unreadable either', () => {
    const type = { name: 'x', ground: ['CG'], cloud: ['IC'] };
    const text = csv(`${GOOD_LINE}IC`, `${GOOD_LINE}CG`);
    expect(csvReader({ type }, { kind: 'cg-stroke' })(text)).toMatchObject({
      rows: 2,
      skipped: [],
      strikes: { length: 1 },
    });
    expect(csvReader({ type }, { kind: 'total-flash' })(text)).toMatchObject({ strikes: { length: 2 } });
  });

  test('whose ellipse is turned by half a circle or more has the same ellipse', () => {
    const fields = { semiMajorKm: 'a', semiMinorKm: 'b', azimuth: 'c' };
    const read = csvReader(fields);
    const ellipseOf = (line: string) => read(`time,lat,lon,a,b,c\n${GOOD_LINE}${line}\n`);
    expect(ellipseOf('2,1,200')).toMatchObject({ strikes: [{ detail: { ellipse: { azimuth: 20 } } }] });
    expect(ellipseOf('2,1,-30')).toMatchObject({ strikes: [{ detail: { ellipse: { azimuth: 150 } } }] });
    expect(ellipseOf('1,2,0')).toMatchObject({ strikes: [], skipped: ['bad semiMinorKm'] });
    expect(ellipseOf('2,,0')).toMatchObject({
      strikes: [{ id: expect.any(String), ...PLACE, atMs: AT_MS }],
      skipped: [],
    });
  });
});

describe('a table in CSV', () => {
  const read = csvReader();

  test.each(['<!doctype html>\n', '\n <?xml version="1.0"?>\n'])('that is %j has failed', (text) => {
    expect(read(text)).toEqual({ kind: 'failed', reason: 'HTML or XML instead of a table' });
  });

  test('of a header alone is a quiet sky', () => {
    expect(read(csv())).toEqual({ kind: 'strikes', strikes: [], rows: 0, skipped: [], truncated: false });
  });

  test('of as many rows as there may be is truncated, bad ones included; of more than twice as many is too long', () => {
    const rows = (count: number) => csv(...Array<string>(count).fill(','));
    expect(read(rows(299))).toMatchObject({ rows: 299, truncated: false });
    expect(read(rows(300))).toMatchObject({ rows: 300, truncated: true });
    expect(read(rows(601))).toEqual({ kind: 'oversized', reason: 'more than 600 rows' });
    expect(csvReader({}, { rows: { max: 300, truncation: 'never' } })(rows(300))).toMatchObject({ truncated: false });
  });
});

describe('a table in GeoJSON', () => {
  const read = readerOf({ ...STAND_IN_DECLARATIONS.geojson });
  const strike: Strike = { id: 'a1', ...PLACE, atMs: AT_MS, detail: { type: 'ground' } };
  const feature = tableRow('geojson', strike) as { properties: object };

  test.each(['', '{', '[]', '{"error":"quota"}', '{"type":"FeatureCollection"}', '{"type":"Feature","features":[]}'])(
    'that is %j has failed',
    (text) => {
      expect(read(text)).toEqual({ kind: 'failed', reason: 'not a FeatureCollection' });
    },
  );

  test('whose member of all rows is missing has failed: it may have been cut', () => {
    expect(read('{"type":"FeatureCollection","features":[]}')).toEqual({
      kind: 'failed',
      reason: 'numberMatched is neither true, false nor a number',
    });
  });

  test('is truncated if it says that there are more', () => {
    expect(read(tableText('geojson', [feature], 1))).toMatchObject({ truncated: false, strikes: [strike] });
    expect(read(tableText('geojson', [feature], 2))).toMatchObject({ truncated: true, strikes: [strike] });
  });

  test('has ids of features, or of their properties where these have them', () => {
    const own = { ...feature, properties: { ...feature.properties, id: 7 } };
    expect(read(tableText('geojson', [feature, own], 2))).toMatchObject({ strikes: [{ id: 'a1' }, { id: '7' }] });
  });

  test('leaves out features that are no points', () => {
    const line = { ...feature, geometry: { type: 'LineString', coordinates: [[1, 2]] } };
    expect(read(tableText('geojson', [line, null, feature] as object[], 3))).toMatchObject({
      rows: 3,
      skipped: ['no point', 'no point'],
      strikes: [strike],
    });
  });

  test('finds properties by their whole name first, dots included', () => {
    const dotted = { ...feature, properties: { ...feature.properties, 'peak.kA': -12 } };
    expect(read(tableText('geojson', [dotted], 1))).toMatchObject({ strikes: [{ detail: { currentKa: -12 } }] });
  });
});

describe.each(['geojson', 'csv', 'ualf'] as const)('an answer in %s', (format) => {
  const read = readerOf({ ...STAND_IN_DECLARATIONS[format] });
  const rows = [0, 1, 2].map((index) => tableRow(format, { id: `a${index}`, ...PLACE, atMs: AT_MS + index * 1_000 }));
  const text = tableText(format, rows, rows.length);

  test('that breaks off anywhere but after a row is never a sky with fewer strikes', () => {
    const cuts = Array.from({ length: text.length - 1 }, (_, index) => index + 1);
    const within = cuts.filter((at) => text[at - 1] !== '\n' && text[at] !== '\n' && text[at] !== '\r');
    expect(within.length).toBeGreaterThan(200);
    expect(within.filter((at) => read(text.slice(0, at)).kind === 'strikes')).toEqual([]);
  });

  test('is never an exception, whatever it is, and accounts for every row', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(text.length), fc.nat(text.length), (noise, start, end) => {
        const answer = read(text.slice(0, start) + noise + text.slice(end));
        if (answer.kind !== 'strikes') return;
        expect(answer.strikes.length + answer.skipped.length).toBeLessThanOrEqual(answer.rows);
      }),
    ));
});
