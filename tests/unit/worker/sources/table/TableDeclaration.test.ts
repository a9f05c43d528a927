import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { STAND_IN_DECLARATIONS } from '#worker/dev/standIns/sources/tableTexts.ts';
import { mayGuard } from '#worker/sources/port/SourceTraits.ts';
import { sourceTable } from '#worker/sources/sourceTable.ts';

const BOX = '{west},{south},{east},{north}';
const URL_GOOD = `https://strikes.net/list?bbox=${BOX}&from={from}&to={to}`;
const CSV = STAND_IN_DECLARATIONS.csv as Record<string, unknown> & { fields: Record<string, unknown> };

const opened = (variables: Record<string, unknown>) => sourceTable.table({ TABLE_URL: URL_GOOD, ...variables });
const declared = (declaration: unknown) => {
  const opening = opened({ TABLE_DECLARATION: JSON.stringify(declaration) });
  return 'faults' in opening ? opening.faults : [];
};
const without = (from: object, name: string) =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));

describe('TABLE_DECLARATION', () => {
  test.each(Object.entries(STAND_IN_DECLARATIONS))('may declare a table in %s', (_, declaration) => {
    expect(declared(declaration)).toEqual([]);
  });

  test('is in the documents with an example that is right', async () => {
    const document = await readFile(join(projectRoot, 'docs/sources.md'), 'utf8');
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(document) ?? [];
    expect(declared(JSON.parse(example))).toEqual([]);
  });

  test.each<[unknown, RegExp]>([
    [5, /^TABLE_DECLARATION must be an object|^TABLE_DECLARATION must be geojson, csv or ualf$/],
    [{}, /^TABLE_DECLARATION\.format must be geojson, csv or ualf$/],
    [{ ...CSV, format: 'xml' }, /^TABLE_DECLARATION\.format must be geojson, csv or ualf$/],
    [without(CSV, 'kind'), /^TABLE_DECLARATION\.kind is missing$/],
    [{ ...CSV, colour: 1 }, /^TABLE_DECLARATION\.colour is no key of a declaration$/],
    [{ ...CSV, kind: 'thunder' }, /^TABLE_DECLARATION\.kind must be one of cg-stroke, total-flash, optical-flash$/],
    [{ ...CSV, fields: without(CSV.fields, 'time') }, /^TABLE_DECLARATION\.fields\.time is missing$/],
    [
      { ...CSV, fields: { ...CSV.fields, timeUnit: 'h' } },
      /^TABLE_DECLARATION\.fields\.timeUnit must be iso, s or ms$/,
    ],
    [{ ...CSV, fields: { ...CSV.fields, latitude: 7 } }, /^TABLE_DECLARATION\.fields\.latitude must be a name$/],
    [{ ...CSV, fields: without(CSV.fields, 'azimuth') }, /^TABLE_DECLARATION\.fields\.azimuth is missing: an ellipse/],
    [
      { ...CSV, fields: { ...CSV.fields, type: { name: 'kind', ground: ['1'], cloud: [1] } } },
      /^TABLE_DECLARATION\.fields\.type has a value that means both/,
    ],
    [{ ...CSV, delimiter: 'x' }, /^TABLE_DECLARATION\.delimiter must be/],
    [
      { ...CSV, rows: { max: 5, truncation: 'never' } },
      /^TABLE_DECLARATION\.rows\.max must be a number from 10 to 5000$/,
    ],
    [{ ...CSV, rows: { max: 300, truncation: 'told' } }, /^TABLE_DECLARATION\.rows\.truncation must not be told/],
    [
      { ...STAND_IN_DECLARATIONS.geojson, rows: { max: 300, truncation: 'told' } },
      /^TABLE_DECLARATION\.rows\.toldBy is missing$/,
    ],
    [{ ...CSV, delayMs: { typical: 9, worst: 8 } }, /^TABLE_DECLARATION\.delayMs must have a worst/],
    [{ ...CSV, coverage: '1,2,3' }, /^TABLE_DECLARATION\.coverage must be west,south,east,north/],
    [{ ...CSV, publicUse: 'maybe' }, /^TABLE_DECLARATION\.publicUse must be yes, contract or no$/],
    [
      { ...STAND_IN_DECLARATIONS.geojson, fields: { time: 't', timeUnit: 'ms' } },
      /^TABLE_DECLARATION\.ellipseShare needs fields\.semiMajorKm/,
    ],
  ])('%j is refused by the key and its rule', (declaration, said) => {
    expect(declared(declaration)).toEqual([expect.stringMatching(said)]);
  });

  test.each([undefined, '{', 'not: json'])('%j is refused without being repeated', (TABLE_DECLARATION) => {
    const opening = opened({ TABLE_DECLARATION });
    expect(opening).toEqual({ faults: [expect.stringMatching(/^TABLE_DECLARATION (is missing|must be JSON)$/)] });
  });

  test('decides the traits: whether ids are given, and whether the table may guard', () => {
    const traitsOf = (declaration: object) => {
      const opening = opened({ TABLE_DECLARATION: JSON.stringify(declaration) });
      if ('faults' in opening) throw new Error(opening.faults.join('; '));
      return opening.traits;
    };
    expect(traitsOf(STAND_IN_DECLARATIONS.geojson)).toEqual({
      name: 'table',
      way: 'windows',
      kind: 'total-flash',
      rows: { max: 300, truncation: 'told' },
      delayMs: { typical: 8_000, worst: 60_000, step: 1_000 },
      timeStepMs: 1,
      errorKm: { typical: 0.5, worst: 5 },
      ellipseShare: 0.5,
      identity: 'given',
      coverage: { west: -180, south: -90, east: 180, north: 90 },
      attribution: 'Made by a stand-in on this machine',
      publicUse: 'yes',
    });
    expect(traitsOf(CSV).identity).toBe('made');
    expect(mayGuard(traitsOf(CSV))).toBe(true);
    expect(mayGuard(traitsOf({ ...CSV, delayMs: { typical: 8_000, worst: 60_001 } }))).toBe(false);
  });
});

describe('TABLE_URL', () => {
  const url = (TABLE_URL: unknown, more = {}) => {
    const opening = opened({ TABLE_URL, TABLE_DECLARATION: JSON.stringify(CSV), ...more });
    return 'faults' in opening ? opening.faults : [];
  };

  test.each([URL_GOOD, `https://strikes.net/${BOX}/{fromMs}/{toMs}/?n={limit}`])(
    '%s has a place for the box and the time',
    (good) => {
      expect(url(good)).toEqual([]);
    },
  );

  test.each([
    [undefined, ['TABLE_URL is missing']],
    ['ftp://strikes.net', ['TABLE_URL must be an http or https URL', expect.any(String)]],
    [URL_GOOD.replace('{west}', '13'), ['TABLE_URL must have {west}']],
    [URL_GOOD.replace('{to}', ''), ['TABLE_URL must have {to} or {toMs}']],
    [`${URL_GOOD}&key={key}`, [expect.stringMatching(/^TABLE_URL has a placeholder that is none of west, south/)]],
    [`${URL_GOOD}&key={token}`, ['TABLE_TOKEN must be set: TABLE_URL holds it']],
  ])('%s is refused with what it lacks', (bad, faults) => {
    expect(url(bad)).toEqual(expect.arrayContaining(faults));
  });

  test('may hold the token, which is a variable of its own', () => {
    expect(url(`${URL_GOOD}&key={token}`, { TABLE_TOKEN: 'secret' })).toEqual([]);
  });
});
