import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Strike } from '#shared/strike.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import {
  startTableStandIn,
  TABLE_FAULTS,
  type TableFault,
  type TableStandIn,
} from '#worker/dev/standIns/sources/tableStandIn.ts';
import { STAND_IN_DECLARATIONS, type TableFormat } from '#worker/dev/standIns/sources/tableTexts.ts';
import { judgeAnswer } from '#worker/feed/judgeAnswer.ts';
import type { ProviderAnswer, StrikeWindow, WindowSource } from '#worker/sources/port/StrikeSource.ts';
import { sourceTable } from '#worker/sources/sourceTable.ts';

const FROM_MS = Date.UTC(2026, 6, 1, 12);
const MINUTE_MS = 60_000;
const WINDOW: StrikeWindow = {
  bbox: { west: 13, south: 34, east: 31, north: 48 },
  fromMs: FROM_MS,
  toMs: FROM_MS + MINUTE_MS,
};
const STRIKES = 150;
const BUSY = 2_000;

/** A strike each 400 ms, every third within a cloud, every fourth without an ellipse. */
function sky(count: number): Strike[] {
  return Array.from({ length: count }, (_, index): Strike => {
    const ellipse = index % 4 === 0 ? {} : { ellipse: { semiMajorKm: 1.9, semiMinorKm: 0.4, azimuth: index % 180 } };
    return {
      id: `s${index}`,
      atMs: FROM_MS + index * Math.floor(MINUTE_MS / count),
      latitude: 36 + (index % 100) / 10,
      longitude: 15 + (index % 140) / 10,
      detail: {
        type: index % 3 === 0 ? 'cloud' : 'ground',
        currentKa: 10 - index,
        multiplicity: 1 + (index % 5),
        ...ellipse,
      },
    };
  });
}

const FORMATS: readonly TableFormat[] = ['geojson', 'csv', 'ualf'];
let strikes: readonly Strike[] = [];
let standIn: TableStandIn;

async function startedSource(format: TableFormat, more: Record<string, string> = {}): Promise<WindowSource> {
  standIn = await startTableStandIn({ format, strikes: () => strikes });
  const variables = {
    TABLE_URL: standIn.template,
    TABLE_DECLARATION: JSON.stringify(STAND_IN_DECLARATIONS[format]),
    ...more,
  };
  const opening = sourceTable.table(variables);
  if ('faults' in opening) throw new Error(opening.faults.join('; '));
  return opening.open({ fetch, clock: systemClock }) as WindowSource;
}

beforeEach(() => {
  strikes = sky(STRIKES);
});
afterEach(() => standIn.close());

async function strikesOf(source: WindowSource): Promise<readonly Strike[]> {
  const answer = await source.list(WINDOW);
  if (answer.kind !== 'strikes') throw new Error(answer.reason);
  return answer.strikes;
}

/** What each fault must be taken for. None of them is a quiet sky. */
const JUDGED: Readonly<Record<Exclude<TableFault, 'none'>, object>> = {
  '204': { kind: 'rejected', denied: false },
  '401': { kind: 'rejected', denied: true },
  '403': { kind: 'rejected', denied: true },
  '404': { kind: 'rejected', denied: false },
  '500': { kind: 'failed' },
  '429': { kind: 'paused', retryAfterMs: 2_000 },
  '503': { kind: 'paused', retryAfterMs: 2_000 },
  redirect: { kind: 'rejected', denied: false },
  refuse: { kind: 'failed' },
  hang: { kind: 'failed', reason: expect.stringContaining('TimeoutError') },
  drip: { kind: 'failed', reason: expect.stringContaining('TimeoutError') },
  cut: { kind: 'failed' },
  half: { kind: 'failed' },
  html: { kind: 'failed', reason: 'HTML or XML instead of a table' },
  'error-object': { kind: 'failed' },
  renamed: { kind: 'failed' },
  'bad-rows': {
    kind: 'strikes',
    rows: 2 * STRIKES,
    skipped: Array(STRIKES).fill(expect.stringMatching(/^(no|bad|other) /)),
  },
  doubled: { kind: 'strikes', rows: 2 * STRIKES },
  shuffled: { kind: 'strikes', rows: STRIKES, truncated: false, skipped: [] },
  many: { kind: 'oversized', reason: '1000 rows' },
  bomb: { kind: 'oversized' },
};

/** Rows alike are strikes alike where a table tells no ids and its times are no finer than its strikes. */
const cases = FORMATS.flatMap((format) =>
  TABLE_FAULTS.flatMap((fault) =>
    fault === 'none' || (format === 'csv' && fault === 'doubled') ? [] : [{ format, fault }],
  ),
);

describe.each(FORMATS)('a table in %s over HTTP', (format) => {
  test('tells every strike of the window, with all that it knows of it', async () => {
    const source = await startedSource(format);
    const answer = await source.list(WINDOW);
    expect(answer).toMatchObject({ kind: 'strikes', rows: STRIKES, truncated: false, skipped: [] });
    const told = (answer as Extract<ProviderAnswer, { kind: 'strikes' }>).strikes.toSorted((a, b) => a.atMs - b.atMs);
    expect(told.map(({ id: _, ...strike }) => strike)).toEqual(strikes.map(({ id: _, ...strike }) => strike));
    expect(new Set(told.map(({ id }) => id)).size).toBe(STRIKES);
  });
});

describe('a declared table', () => {
  test.each(cases)(
    'in $format, with the fault $fault: the next answer has every strike once',
    async ({ format, fault }) => {
      const source = await startedSource(format);
      const known = (await strikesOf(source)).map(({ id }) => id);
      standIn.setFault(fault as TableFault);
      const answer = await source.list(WINDOW, fault === 'hang' || fault === 'drip' ? 100 : undefined);
      expect(answer).toMatchObject(JUDGED[fault as keyof typeof JUDGED]);
      const during = answer.kind === 'strikes' ? answer.strikes.map(({ id }) => id) : known;
      standIn.setFault('none');
      const after = (await strikesOf(source)).map(({ id }) => id);
      expect(new Set(during)).toEqual(new Set(known));
      expect(after).toEqual(known);
    },
  );

  test.each(FORMATS)('in %s is read whole in a storm where half of the calls meet a fault', async (format) => {
    strikes = sky(BUSY);
    const source = await startedSource(format);
    const random = seededRandom(30);
    const faults = cases.flatMap((one) => (one.format === format ? [one.fault as TableFault] : []));
    const read = new Map<string, Strike>();
    const owed = [WINDOW];
    for (let window = owed.pop(); window; window = owed.pop()) {
      standIn.setFault(random() < 0.5 ? 'none' : (faults[Math.floor(random() * faults.length)] ?? 'none'));
      const { judgement } = judgeAnswer(await source.list(window, 200), window);
      if (judgement.kind === 'believed') for (const strike of judgement.strikes) read.set(strike.id, strike);
      owed.push(...('parts' in judgement ? judgement.parts : [window]));
    }
    const told = [...read.values()].map(({ atMs, latitude }) => `${atMs} ${latitude}`);
    expect(told.sort()).toEqual(strikes.map(({ atMs, latitude }) => `${atMs} ${latitude}`).sort());
  });

  test('is asked for the box, widened to 1e-5 degrees, and the time, a step more at either end', async () => {
    const source = await startedSource('csv', { TABLE_TOKEN: 'secret' });
    await source.list({ ...WINDOW, bbox: { ...WINDOW.bbox, west: 13.000_001_2 } });
    const [call] = standIn.calls;
    expect(call?.authorization).toBe('Bearer secret');
    expect(Object.fromEntries(call?.query ?? [])).toEqual({
      bbox: '13,34,31,48',
      from: '2026-07-01T11:59:59.999Z',
      to: '2026-07-01T12:01:00.001Z',
      limit: '300',
    });
  });

  test('gets its token in the address instead, if that has a place for it', async () => {
    const started = await startTableStandIn({ format: 'ualf', strikes: () => [] });
    const source = await startedSource('ualf', { TABLE_URL: `${started.template}&key={token}`, TABLE_TOKEN: 'a b&c' });
    await source.list(WINDOW);
    await started.close();
    const [call] = started.calls;
    expect(call?.query.get('key')).toBe('a b&c');
    expect(call?.authorization).toBeUndefined();
  });

  test('tells the source’s clock with its strikes', async () => {
    const source = await startedSource('ualf');
    const before = Math.floor(Date.now() / 1000) * 1000;
    const answer = await source.list(WINDOW);
    expect(answer).toMatchObject({ providerTimeMs: expect.any(Number) });
    expect((answer as { providerTimeMs: number }).providerTimeMs).toBeGreaterThanOrEqual(before);
  });
});
