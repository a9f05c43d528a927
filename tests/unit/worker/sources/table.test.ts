import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '#shared/Clock.ts';
import { HOME_BOX } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { type KnownStrike, SOURCE_FAULTS, type SourceError, type SourceFake } from '#worker/dev/fakes/startSource.ts';
import {
  FAKE_DECLARATIONS,
  startTable,
  type TableFake,
  type TableFormat,
  tableRow,
  tableText,
} from '#worker/dev/fakes/startTable.ts';
import { validateResponse } from '#worker/feed/readWindow.ts';
import {
  maySupportAlerts,
  type ProviderResponse,
  type StrikeWindow,
  type WindowSource,
} from '#worker/sources/source.ts';
import { sourceTable } from '#worker/sources/sourceTable.ts';
import { tableReader } from '#worker/sources/table.ts';
import { csvRows, TableDeclaration, ualfRows } from '#worker/sources/tableRows.ts';

/** What each fault is to whoever asked, in every source. */
const EVALUATED: Readonly<Record<SourceError, Partial<ProviderResponse> & { kind: string }>> = {
  '204': { kind: 'rejected', denied: false },
  '500': { kind: 'failed' },
  '503': { kind: 'paused', retryAfterMs: 120_000 },
  '429': { kind: 'paused', retryAfterMs: 7_000 },
  '401': { kind: 'rejected', denied: true },
  '403': { kind: 'rejected', denied: true },
  '404': { kind: 'rejected', denied: false },
  redirect: { kind: 'rejected', denied: false },
  hang: { kind: 'failed' },
  drip: { kind: 'failed' },
  refuse: { kind: 'failed' },
  cut: { kind: 'failed' },
  half: { kind: 'failed' },
  empty: { kind: 'failed' },
  html: { kind: 'failed' },
  huge: { kind: 'oversized' },
};

const HANG_MS = 300;

interface Started<Twists extends string> {
  readonly fake: SourceFake<Twists> & { add(...strikes: readonly KnownStrike[]): void };
  readonly source: WindowSource;
}

interface Behaviour<Twists extends string> {
  readonly name: string;
  /** Is closed by whoever gives it. */
  readonly start: () => Promise<Started<Twists>>;
  /** The source's own faults. */
  readonly twists: readonly Twists[];
  readonly window: StrikeWindow;
  /** Those in the window, as exactly as the source tells them. */
  readonly strikes: readonly KnownStrike[];
  /** The format has nothing to say of a sky without strikes. */
  readonly emptyIsQuiet?: boolean;
}

/** What every source of windows keeps to, whatever its stand-in does. */
function describeEveryError<Twists extends string>({
  name,
  start,
  twists,
  window,
  strikes,
  emptyIsQuiet = false,
}: Behaviour<Twists>): void {
  const usual = SOURCE_FAULTS.filter((error) => !(emptyIsQuiet && error === 'empty'));
  describe(`${name}, asked while something is wrong`, () => {
    test.each(usual)('%s is never taken for a quiet sky, and what was sent is not repeated', async (error) => {
      const { fake, source } = await start();
      fake.add(...strikes);
      fake.fail(error);
      // Whatever answers at all has all the time of a busy machine.
      const providerResponse = await source.list(window, error === 'hang' || error === 'drip' ? HANG_MS : undefined);
      expect(providerResponse).toMatchObject(EVALUATED[error]);
      expect(JSON.stringify(providerResponse)).not.toMatch(/Back soon|<|elsewhere/);
      expect(fake.requests).toHaveLength(1);
    });

    test('loses nothing and doubles nothing, once every fault has come and gone', async () => {
      const { fake, source } = await start();
      fake.add(...strikes);
      const errors = [...usual, ...twists];
      // Once before anything was read, once between right answers.
      fake.fail(...errors);
      const seen = await readAgain(source, window, errors.length);
      fake.fail(...errors.toReversed());
      for (const [id, strike] of await readAgain(source, window, errors.length)) seen.set(id, strike);
      const report = ({ atMs, latitude, longitude, detail }: KnownStrike) => ({ atMs, latitude, longitude, detail });
      const sorted = (list: readonly KnownStrike[]) => list.map((one) => JSON.stringify(report(one))).sort();
      expect(sorted([...seen.values()])).toEqual(sorted(strikes));
      expect(fake.requests.length).toBeGreaterThan(2 * errors.length);
    });

    test('tells the time of the source, or none if there is no valid Date', async () => {
      const { fake, source } = await start();
      fake.setClock(14 * 60_000);
      const providerResponse = await source.list(window);
      const aheadMs = providerResponse.kind === 'strikes' ? (providerResponse.providerTimeMs ?? 0) - Date.now() : 0;
      expect(Math.abs(aheadMs - 14 * 60_000)).toBeLessThan(10_000);
      fake.setClock(null);
      expect(await source.list(window)).toMatchObject({ kind: 'strikes', providerTimeMs: undefined });
    });

    test('that is not there has failed', async () => {
      const { fake, source } = await start();
      await fake.close();
      expect(await source.list(window)).toMatchObject({ kind: 'failed' });
    });
  });
}

/** Reads halves of `window` that share a minute, as the Feed would: parts of what was cut, and whatever failed again. */
async function readAgain(source: WindowSource, window: StrikeWindow, errors: number) {
  const seen = new Map<string, KnownStrike>();
  const middleMs = (window.fromMs + window.toMs) / 2;
  const waiting = [
    { ...window, toMs: middleMs + 30_000 },
    { ...window, fromMs: middleMs - 30_000 },
  ];
  for (let calls = 0; waiting.length > 0; calls += 1) {
    if (calls > 100 * errors) throw new Error(`still ${waiting.length} windows to read after ${calls} calls`);
    const strikeWindow = waiting.shift() as StrikeWindow;
    const { validation } = validateResponse(await source.list(strikeWindow, HANG_MS), strikeWindow);
    if (validation.kind === 'believed' && validation.skipped.length === 0) {
      for (const strike of validation.strikes) seen.set(strike.id, strike);
      waiting.push(...validation.parts);
    } else if (validation.kind === 'split') waiting.push(...validation.parts);
    else waiting.push(strikeWindow);
  }
  return seen;
}

describe('table client', () => {
  const FROM_MS = Date.UTC(2026, 6, 1, 12);
  const WINDOW: StrikeWindow = { bbox: HOME_BOX, fromMs: FROM_MS, toMs: FROM_MS + 10 * 60_000 };
  /** More than one answer may hold, so that windows are split. */
  const STRIKES = 700;
  const FEW = 100;

  /** Every third within a cloud, every fourth without an ellipse. */
  const SKY = Array.from({ length: STRIKES }, (_, index): KnownStrike => {
    const ellipse = index % 4 === 0 ? {} : { ellipse: { semiMajorKm: 1.9, semiMinorKm: 0.4, azimuth: index % 180 } };
    const type = index % 3 === 0 ? 'cloud' : 'ground';
    return {
      atMs: FROM_MS + index * 850,
      latitude: 36 + (index % 100) / 10,
      longitude: 15 + (index % 140) / 10,
      detail: { type, currentKa: 10 - index, multiplicity: 1 + (index % 5), ...ellipse },
    };
  });

  let fake: TableFake | undefined;
  afterEach(() => fake?.close());

  async function started(format: TableFormat, more: Record<string, string> = {}) {
    fake = await startTable(format);
    const TABLE_DECLARATION = JSON.stringify(FAKE_DECLARATIONS[format]);
    const opening = sourceTable.table({ TABLE_URL: fake.template, TABLE_DECLARATION, ...more });
    if ('errors' in opening) throw new Error(opening.errors.join('; '));
    return { fake, source: opening.open({ fetch, clock: systemClock }) as WindowSource };
  }

  const TWISTS = ['renamed', 'errorObject', 'badRows', 'shuffled', 'many'] as const;

  describe.each(['geojson', 'csv', 'ualf'] as const)('%s', (format) => {
    describeEveryError({
      name: `a table in ${format}`,
      start: () => started(format),
      // Rows alike are strikes alike in CSV without ids.
      twists: format === 'csv' ? TWISTS : [...TWISTS, 'doubled'],
      window: WINDOW,
      strikes: SKY,
      emptyIsQuiet: format === 'ualf',
    });

    test.each([
      ['renamed', { kind: 'failed' }],
      ['errorObject', { kind: 'failed' }],
      ['badRows', { kind: 'strikes', rows: 2 * FEW, skipped: Array(FEW).fill(expect.stringMatching(/^(no|bad) /)) }],
      ['shuffled', { kind: 'strikes', rows: FEW, skipped: [], truncated: false }],
      ['doubled', { kind: 'strikes', rows: 2 * FEW, skipped: [] }],
      ['many', { kind: 'oversized', reason: 'more than 600 rows' }],
    ] as const)('%s is judged: %j', async (twist, evaluated) => {
      const { fake, source } = await started(format);
      fake.add(...SKY.slice(0, FEW));
      fake.fail(twist);
      expect(await source.list(WINDOW)).toMatchObject(evaluated);
    });
  });

  describe('a declared table', () => {
    test('is asked for the box, widened to 1e-5 degrees, and the time, a step more at either end', async () => {
      const { fake, source } = await started('csv', { TABLE_TOKEN: 'secret' });
      await source.list({ ...WINDOW, bbox: { ...WINDOW.bbox, west: 13.000_001_2 } });
      expect(fake.authorizations).toEqual(['Bearer secret']);
      expect(Object.fromEntries(fake.requests[0]?.searchParams ?? [])).toEqual({
        bbox: '13,34,31,48',
        from: '2026-07-01T11:59:59.999Z',
        to: '2026-07-01T12:10:00.001Z',
        limit: '300',
      });
    });

    test('gets its token in the address instead, if that has a place for it', async () => {
      const other = await startTable('ualf');
      const { source } = await started('ualf', { TABLE_URL: `${other.template}&key={token}`, TABLE_TOKEN: 'a b&c' });
      await source.list(WINDOW);
      await other.close();
      expect(other.requests[0]?.searchParams.get('key')).toBe('a b&c');
      expect(other.authorizations).toEqual([undefined]);
    });
  });
});

const BOX = '{west},{south},{east},{north}';
const URL_GOOD = `https://strikes.net/list?bbox=${BOX}&from={from}&to={to}`;
const CSV = FAKE_DECLARATIONS.csv as Record<string, unknown> & { fields: Record<string, unknown> };

const opened = (variables: Record<string, unknown>) => sourceTable.table({ TABLE_URL: URL_GOOD, ...variables });
const declared = (declaration: unknown) => {
  const opening = opened({ TABLE_DECLARATION: JSON.stringify(declaration) });
  return 'errors' in opening ? opening.errors : [];
};
const without = (from: object, name: string) =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name));
const withFields = (changes: object) => ({ ...CSV, fields: { ...CSV.fields, ...changes } });
const GEOJSON = FAKE_DECLARATIONS.geojson;
const AMBIGUOUS = { name: 'kind', ground: ['1'], cloud: [1] };

describe('TABLE_DECLARATION', () => {
  test.each(Object.entries(FAKE_DECLARATIONS))('may declare a table in %s', (_, declaration) => {
    expect(declared(declaration)).toEqual([]);
  });

  test('is in the documents with an example that is right', async () => {
    const document = await readFile(join(projectRoot, 'docs/sources.md'), 'utf8');
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(document) ?? [];
    expect(declared(JSON.parse(example))).toEqual([]);
  });

  test.each<[unknown, RegExp]>([
    [5, /^ must be (an object|geojson, csv or ualf)/],
    [{}, /^\.format must be geojson, csv or ualf$/],
    [{ ...CSV, format: 'xml' }, /^\.format must be geojson, csv or ualf$/],
    [without(CSV, 'kind'), /^\.kind is missing$/],
    [{ ...CSV, colour: 1 }, /^\.colour is no key of a declaration$/],
    [{ ...CSV, kind: 'thunder' }, /^\.kind must be one of cg-stroke, total-flash, optical-flash$/],
    [{ ...CSV, fields: without(CSV.fields, 'time') }, /^\.fields\.time is missing$/],
    [withFields({ timeUnit: 'h' }), /^\.fields\.timeUnit must be iso, s or ms$/],
    [withFields({ latitude: 7 }), /^\.fields\.latitude must be a name$/],
    [{ ...CSV, fields: without(CSV.fields, 'azimuth') }, /^\.fields\.azimuth is missing: an ellipse/],
    [withFields({ type: AMBIGUOUS }), /^\.fields\.type has a value that means both/],
    [{ ...CSV, delimiter: 'x' }, /^\.delimiter must be/],
    [{ ...CSV, rows: { max: 5, truncation: 'never' } }, /^\.rows\.max must be a number from 10 to 5000$/],
    [{ ...CSV, rows: { max: 300, truncation: 'told' } }, /^\.rows\.truncation must not be told/],
    [{ ...GEOJSON, rows: { max: 300, truncation: 'told' } }, /^\.rows\.toldBy is missing$/],
    [{ ...CSV, delayMs: { typical: 9, worst: 8 } }, /^\.delayMs must have a worst/],
    [{ ...CSV, coverage: '1,2,3' }, /^\.coverage must be west,south,east,north/],
    [{ ...CSV, publicUse: 'maybe' }, /^\.publicUse must be yes, contract or no$/],
    [{ ...GEOJSON, fields: { time: 't', timeUnit: 'ms' } }, /^\.ellipseShare needs fields\.semiMajorKm/],
  ])('%j is refused by the key and its rule', (declaration, pattern) => {
    const errors = declared(declaration).map((error) => error.split(/^TABLE_DECLARATION/)[1]);
    expect(errors).toEqual([expect.stringMatching(pattern)]);
  });

  test.each([undefined, '{', 'not: json'])('%j is refused without being repeated', (TABLE_DECLARATION) => {
    const opening = opened({ TABLE_DECLARATION });
    expect(opening).toEqual({ errors: [expect.stringMatching(/^TABLE_DECLARATION (is missing|must be JSON)$/)] });
  });

  test('decides the traits: whether ids are given, and whether the table may guard', () => {
    const traitsOf = (declaration: object) => {
      const opening = opened({ TABLE_DECLARATION: JSON.stringify(declaration) });
      if ('errors' in opening) throw new Error(opening.errors.join('; '));
      return opening.traits;
    };
    expect(traitsOf(FAKE_DECLARATIONS.geojson)).toEqual({
      name: 'table',
      way: 'windows',
      kind: 'total-flash',
      identity: 'given',
      publicUse: 'yes',
      rows: { max: 300, truncation: 'told' },
      delayMs: { typical: 8_000, worst: 60_000, step: 1_000 },
      timeStepMs: 1,
      errorKm: { typical: 0.5, worst: 5 },
      ellipseShare: 0.5,
      coverage: { west: -180, south: -90, east: 180, north: 90 },
      attribution: 'Made by a stand-in on this machine',
    });
    expect(traitsOf(CSV).identity).toBe('made');
    expect(maySupportAlerts(traitsOf(CSV))).toBe(true);
    expect(maySupportAlerts(traitsOf({ ...CSV, delayMs: { typical: 8_000, worst: 60_001 } }))).toBe(false);
  });
});

describe('TABLE_URL', () => {
  const url = (TABLE_URL: unknown, more = {}) => {
    const opening = opened({ TABLE_URL, TABLE_DECLARATION: JSON.stringify(CSV), ...more });
    return 'errors' in opening ? opening.errors : [];
  };

  test.each([URL_GOOD, `https://strikes.net/${BOX}/{fromMs}/{toMs}/?n={limit}`])('%s has box and time', (good) => {
    expect(url(good)).toEqual([]);
  });

  test.each([
    [undefined, ['TABLE_URL is missing']],
    ['ftp://strikes.net', ['TABLE_URL must be an http or https URL', expect.any(String)]],
    [URL_GOOD.replace('{west}', '13'), ['TABLE_URL must have {west}']],
    [URL_GOOD.replace('{to}', ''), ['TABLE_URL must have {to} or {toMs}']],
    [`${URL_GOOD}&key={key}`, [expect.stringMatching(/^TABLE_URL has a placeholder that is none of west, south/)]],
    [`${URL_GOOD}&key={token}`, ['TABLE_TOKEN must be set: TABLE_URL holds it']],
  ])('%s is refused with what it lacks', (bad, errors) => {
    expect(url(bad)).toEqual(expect.arrayContaining(errors));
  });

  test('may hold the token, which is a variable of its own', () => {
    expect(url(`${URL_GOOD}&key={token}`, { TABLE_TOKEN: 'secret' })).toEqual([]);
  });
});

describe('a table in CSV', () => {
  const GOOD = '2026-07-01T12:00:00Z,42.7,23.3,7';
  const csv = (...lines: string[]) => ['time,lat , lon,x', ...lines].map((line) => `${line}\r\n`).join('');

  function read(text: string, finalLineBreak = true) {
    const fields = { time: 'time', timeUnit: 'iso' as const, latitude: 'lat', longitude: 'lon' };
    return csvRows(text, { fields, delimiter: ',', finalLineBreak }, 10);
  }

  test('has its columns by the names of its header, around which blanks do not count', () => {
    const raw = [{ time: '2026-07-01T12:00:00Z', latitude: '42.7', longitude: '23.3' }];
    expect(read(csv(GOOD))).toEqual({ raw, rows: 1, invalid: [] });
  });

  test('of a header alone is a quiet sky', () => {
    expect(read(csv())).toEqual({ raw: [], rows: 0, invalid: [] });
  });

  test('counts rows of another number of columns', () => {
    const invalid = Array(2).fill('other number of columns');
    expect(read(csv(GOOD, `${GOOD},`, '1', GOOD))).toMatchObject({ rows: 4, raw: { length: 2 }, invalid });
  });

  test.each([
    ['an empty text', '', 'the last row is cut off'],
    ['a line break', '\n', 'no header'],
    ['a header that is cut off', 'time,lat,lon,x', 'the last row is cut off'],
    ['a last row that is cut off', csv(GOOD, '2026-07-01T12:00:01Z,42').trimEnd(), 'the last row is cut off'],
    ['a last value that is cut off', csv(GOOD, GOOD).trimEnd(), 'the last row is cut off'],
    ['open quotes', csv('"2026-07-01'), 'quotes are left open or misplaced'],
    ['a header without a declared column', csv(GOOD).replace('lat', 'latitude'), 'the header lacks the column lat'],
    ['an error object', '{"error":"quota"}\n', 'quotes are left open or misplaced'],
    ['an error in words', 'too many requests\n', 'the header lacks the column time'],
  ])('is not %s', (_, text, broken) => {
    expect(read(text)).toEqual({ broken });
  });

  test('is not read where it has more rows than an answer may have, or a row more fields', () => {
    expect(read(csv(...Array<string>(10).fill(GOOD)))).toMatchObject({ rows: 10 });
    expect(read(csv(...Array<string>(11).fill(GOOD)))).toEqual({ oversized: 'more than 10 rows' });
    expect(read(csv(','.repeat(1_000)))).toEqual({ oversized: 'a row has more than 1000 fields' });
  });

  test('may do without the last line break, if that is declared; a row of fewer columns is cut off then too', () => {
    expect(read(csv(GOOD).trimEnd(), false)).toMatchObject({ rows: 1, raw: { length: 1 } });
    expect(read(`${csv(GOOD)}2026-07-01T12:00:01Z,42`, false)).toEqual({ broken: 'the last row is cut off' });
  });
});

describe('read table', () => {
  const AT_MS = Date.UTC(2026, 6, 1, 12, 0, 0, 123);
  const PLACE = { latitude: 42.7, longitude: 23.3 };

  type Changes = Readonly<Record<string, unknown>>;
  const readerOf = (declaration: Changes) => tableReader(v.parse(TableDeclaration, declaration));
  const csvReader = (fields: Changes = {}, more: Changes = {}) =>
    readerOf({
      ...FAKE_DECLARATIONS.csv,
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
      const rowsResponse = csvReader({ timeUnit })(csv(`${time},42.7,23.3,`));
      expect(rowsResponse).toMatchObject({ skipped: [], strikes: [{ ...PLACE, atMs: AT_MS }] });
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
      const rowsResponse = csvReader(fields)(text);
      expect(rowsResponse).toMatchObject({ kind: 'strikes', rows: 2, skipped: [reason] });
      expect(rowsResponse).toMatchObject({ strikes: [{ ...PLACE, atMs: AT_MS }] });
    });

    test.each(['', ' ', 'null', 'NaN', '-999', ' -999.0'])('does not know a current that is written %j', (unknown) => {
      const rowsResponse = csvReader({ currentKa: 'x', unknown: [-999, '-999.0'] })(csv(GOOD_LINE + unknown));
      expect(rowsResponse).toMatchObject({ skipped: [], strikes: [{ id: expect.any(String), ...PLACE, atMs: AT_MS }] });
    });

    test('within a cloud is no strike of a table of strokes to the ground, and nothing unreadable either', () => {
      const type = { name: 'x', ground: ['CG'], cloud: ['IC'] };
      const text = csv(`${GOOD_LINE}IC`, `${GOOD_LINE}CG`);
      const ground = csvReader({ type }, { kind: 'cg-stroke' })(text);
      expect(ground).toMatchObject({ rows: 2, skipped: [], strikes: { length: 1 } });
      expect(csvReader({ type }, { kind: 'total-flash' })(text)).toMatchObject({ strikes: { length: 2 } });
    });

    test('whose ellipse is turned by half a circle or more has the same ellipse', () => {
      const fields = { semiMajorKm: 'a', semiMinorKm: 'b', azimuth: 'c' };
      const read = csvReader(fields);
      const ellipseOf = (line: string) => read(`time,lat,lon,a,b,c\n${GOOD_LINE}${line}\n`);
      expect(ellipseOf('2,1,200')).toMatchObject({ strikes: [{ detail: { ellipse: { azimuth: 20 } } }] });
      expect(ellipseOf('2,1,-30')).toMatchObject({ strikes: [{ detail: { ellipse: { azimuth: 150 } } }] });
      expect(ellipseOf('1,2,0')).toMatchObject({ strikes: [], skipped: ['bad semiMinorKm'] });
      const without = [{ id: expect.any(String), ...PLACE, atMs: AT_MS }];
      expect(ellipseOf('2,,0')).toMatchObject({ strikes: without, skipped: [] });
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
    const read = readerOf({ ...FAKE_DECLARATIONS.geojson });
    const strike: Strike = { id: 'a1', ...PLACE, atMs: AT_MS, detail: { type: 'ground' } };
    const feature = tableRow('geojson', strike) as { properties: object };

    const OTHERS = ['{"type":"FeatureCollection"}', '{"type":"Feature","features":[]}'];
    const NONE = ['', '{', '[]', '{"error":"quota"}', ...OTHERS];
    test.each(NONE)('that is %j has failed', (text) => {
      expect(read(text)).toEqual({ kind: 'failed', reason: 'not a FeatureCollection' });
    });

    test('whose member of all rows is missing has failed: it may have been cut', () => {
      const reason = 'numberMatched is neither true, false nor a number';
      expect(read('{"type":"FeatureCollection","features":[]}')).toEqual({ kind: 'failed', reason });
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
      const rowsResponse = read(tableText('geojson', [line, null, feature] as object[], 3));
      expect(rowsResponse).toMatchObject({ rows: 3, skipped: ['no point', 'no point'], strikes: [strike] });
    });

    test('finds properties by their whole name first, dots included', () => {
      const dotted = { ...feature, properties: { ...feature.properties, 'peak.kA': -12 } };
      expect(read(tableText('geojson', [dotted], 1))).toMatchObject({ strikes: [{ detail: { currentKa: -12 } }] });
    });
  });

  describe.each(['geojson', 'csv', 'ualf'] as const)('an answer in %s', (format) => {
    const read = readerOf({ ...FAKE_DECLARATIONS[format] });
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
          const rowsResponse = read(text.slice(0, start) + noise + text.slice(end));
          if (rowsResponse.kind !== 'strikes') return;
          expect(rowsResponse.strikes.length + rowsResponse.skipped.length).toBeLessThanOrEqual(rowsResponse.rows);
        }),
      ));
  });
});

describe('UALF 2', () => {
  const read = (text: string) => ualfRows(text, 10);

  /** Rows in the form that https://github.com/pytroll/satpy/blob/main/satpy/tests/reader_tests/test_gld360_ualf2.py has. */
  const row = ({ nanosecond = '51', record = '2', current = '-20', cloud = '0' } = {}) =>
    [
      ...[record, '3 2026 7 1 8 0 1', nanosecond, '42.7001 23.3001 0 0', current, '0 1 0 4 5 24.99 1.95 1.53'],
      ...['1.53 14.0 12.9 -0.0', cloud, '1 0 1'],
    ]
      .join(' ')
      .replaceAll(' ', '\t');

  test('has its columns where they are, and pads nanoseconds', () => {
    expect(read(`${row()}\n`)).toEqual({
      rows: 1,
      invalid: [],
      raw: [
        {
          time: '2026-07-01T08:00:01.000000051Z',
          latitude: '42.7001',
          longitude: '23.3001',
          currentKa: '-20',
          multiplicity: '1',
          type: '0',
          azimuth: '24.99',
          semiMajorKm: '1.95',
          semiMinorKm: '1.53',
        },
      ],
    });
  });

  test.each([
    ['51', '000000051'],
    ['5100000', '005100000'],
    ['864782486', '864782486'],
  ])('%s nanoseconds are %s of a second', (nanosecond, digits) => {
    expect(read(row({ nanosecond }))).toMatchObject({ raw: [{ time: `2026-07-01T08:00:01.${digits}Z` }] });
  });

  test('without a row is a quiet sky', () => {
    for (const text of ['', '\n', '\r\n']) expect(read(text)).toEqual({ raw: [], rows: 0, invalid: [] });
  });

  test('has a row once that comes twice, but both of two that differ in a nanosecond', () => {
    const text = [row(), row(), row({ nanosecond: '52' })].join('\n');
    expect(read(text)).toMatchObject({ rows: 3, invalid: [], raw: { length: 2 } });
  });

  test('leaves out and counts rows of another number of columns and of another record type', () => {
    const text = `${row()}\t9\n2\t3\n${row({ record: '0' })}\n${row()}\n`;
    const invalid = ['other number of columns', 'other number of columns', 'other record type'];
    expect(read(text)).toMatchObject({ rows: 4, raw: { length: 1 }, invalid });
  });

  test.each([
    ['<html>maintenance</html>\n', 'no row has 30 columns'],
    ['{"error":"quota"}\n', 'no row has 30 columns'],
    [`${row()}\n${row().slice(0, 60)}`, 'the last row is cut off'],
    [`${row()}\n${row().slice(0, -1)}`, 'the last row is cut off'],
  ])('is not %j', (text, broken) => {
    expect(read(text)).toEqual({ broken });
  });

  test('is not read where it has more rows than an answer may have', () => {
    expect(read(`${row()}\n`.repeat(10))).toMatchObject({ rows: 10 });
    expect(read(`${row()}\n`.repeat(11))).toEqual({ oversized: 'more than 10 rows' });
  });
});
