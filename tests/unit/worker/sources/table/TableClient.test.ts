import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '#shared/time/Clock.ts';
import { describeEveryFault } from '#tests/unit/worker/sources/everyFault.ts';
import type { KnownStrike } from '#worker/dev/standIns/sources/startSource.ts';
import { startTable, type TableStandIn } from '#worker/dev/standIns/sources/startTable.ts';
import { STAND_IN_DECLARATIONS, type TableFormat } from '#worker/dev/standIns/sources/tableTexts.ts';
import type { StrikeWindow, WindowSource } from '#worker/sources/port/StrikeSource.ts';
import { sourceTable } from '#worker/sources/sourceTable.ts';

const FROM_MS = Date.UTC(2026, 6, 1, 12);
const WINDOW: StrikeWindow = {
  bbox: { west: 13, south: 34, east: 31, north: 48 },
  fromMs: FROM_MS,
  toMs: FROM_MS + 10 * 60_000,
};
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

let standIn: TableStandIn | undefined;
afterEach(() => standIn?.close());

async function started(format: TableFormat, more: Record<string, string> = {}) {
  standIn = await startTable(format);
  const variables = {
    TABLE_URL: standIn.template,
    TABLE_DECLARATION: JSON.stringify(STAND_IN_DECLARATIONS[format]),
    ...more,
  };
  const opening = sourceTable.table(variables);
  if ('faults' in opening) throw new Error(opening.faults.join('; '));
  return { standIn, source: opening.open({ fetch, clock: systemClock }) as WindowSource };
}

const TWISTS = ['renamed', 'errorObject', 'badRows', 'shuffled', 'many'] as const;

describe.each(['geojson', 'csv', 'ualf'] as const)('%s', (format) => {
  describeEveryFault({
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
  ] as const)('%s is judged: %j', async (twist, judged) => {
    const { standIn, source } = await started(format);
    standIn.add(...SKY.slice(0, FEW));
    standIn.fail(twist);
    expect(await source.list(WINDOW)).toMatchObject(judged);
  });
});

describe('a declared table', () => {
  test('is asked for the box, widened to 1e-5 degrees, and the time, a step more at either end', async () => {
    const { standIn, source } = await started('csv', { TABLE_TOKEN: 'secret' });
    await source.list({ ...WINDOW, bbox: { ...WINDOW.bbox, west: 13.000_001_2 } });
    expect(standIn.authorizations).toEqual(['Bearer secret']);
    expect(Object.fromEntries(standIn.asked[0]?.searchParams ?? [])).toEqual({
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
    expect(other.asked[0]?.searchParams.get('key')).toBe('a b&c');
    expect(other.authorizations).toEqual([undefined]);
  });
});
