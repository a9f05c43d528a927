import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { answerEventList, type SimulatedAnswer } from '#worker/dev/simulator/answerEventList.ts';
import { type FaultInput, FaultSettings } from '#worker/dev/simulator/FaultSettings.ts';
import { scriptedSource } from '#worker/dev/simulator/sky/scriptedSource.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const Events = v.object({ events: v.array(v.looseObject({})) });

/** Strikes `s0`, `s1`, … a second apart, the last of them a second before now, walking east from 15° E. */
const strikes = Array.from({ length: 50 }, (_, i) => ({
  id: `s${i}`,
  latitude: 42,
  longitude: 15 + i / 10,
  atMs: NOW_MS - (50 - i) * 1000,
}));
const sky = { source: scriptedSource(...strikes), seed: 1, historyMs: Number.POSITIVE_INFINITY };

const GOOD = {
  bbox: '13,34,31,48',
  from: new Date(NOW_MS - 60_000).toISOString(),
  to: new Date(NOW_MS).toISOString(),
  limit: '300',
  event_type: 'strike_cloud_to_ground',
};

function ask(
  query: Partial<Record<keyof typeof GOOD, string>> = {},
  faults: FaultInput = {},
  rowSeed = 1,
): SimulatedAnswer {
  const settings = v.parse(FaultSettings, faults);
  return answerEventList(sky, new URLSearchParams({ ...GOOD, ...query }), { faults: settings, nowMs: NOW_MS, rowSeed });
}

function rows(...asked: Parameters<typeof ask>) {
  return v.parse(Events, ask(...asked).body).events;
}

const ids = (...asked: Parameters<typeof ask>) => rows(...asked).map(({ id }) => id);
const allIds = strikes.map(({ id }) => id);

describe('answerEventList', () => {
  test('gives events in the shape of the provider, newest first', () => {
    expect(ask().status).toBe(200);
    expect(rows()[0]).toEqual({
      id: 's49',
      latitude: 42,
      longitude: 19.9,
      timestamp: '2026-07-01T11:59:59.000Z',
      event_type: 'strike_cloud_to_ground',
    });
    expect(ids()).toEqual(allIds.toReversed());
  });

  test('counts the strike at `from` and not the one at `to`', () => {
    const window = { from: new Date(NOW_MS - 3_000).toISOString(), to: new Date(NOW_MS - 1_000).toISOString() };
    expect(ids(window)).toEqual(['s48', 's47']);
  });

  test('keeps to the bbox, its edges included', () => {
    expect(ids({ bbox: '15.2,41,15.5,42' })).toEqual(['s5', 's4', 's3', 's2']);
    expect(ids({ bbox: '15.2,42.001,15.5,43' })).toEqual([]);
  });

  test('cuts at `limit` and keeps the end that the settings name', () => {
    expect(ids({ limit: '3' })).toEqual(['s49', 's48', 's47']);
    expect(ids({ limit: '3' }, { keep: 'oldest' })).toEqual(['s2', 's1', 's0']);
    expect(ids({ limit: '3' }, { keep: 'oldest', order: 'oldest-first' })).toEqual(['s0', 's1', 's2']);
    expect(ids({ limit: '3' }, { order: 'oldest-first' })).toEqual(['s47', 's48', 's49']);
  });

  test('shuffles without losing a row, each answer in its own way', () => {
    const shuffled = ids({}, { order: 'shuffled' });
    expect(shuffled).not.toEqual(allIds.toReversed());
    expect(shuffled).not.toEqual(ids({}, { order: 'shuffled' }, 2));
    expect(shuffled.toSorted()).toEqual(allIds.toSorted());
  });

  test('gives rows twice, within the limit still', () => {
    expect(ids({}, { duplicateShare: 1 })).toEqual(allIds.toReversed().flatMap((id) => [id, id]));
    expect(ids({ limit: '5' }, { duplicateShare: 1 })).toEqual(['s49', 's49', 's48', 's48', 's47']);
    const some = ids({}, { duplicateShare: 0.2 });
    expect(some.length).toBeGreaterThan(50);
    expect(new Set(some).size).toBe(50);
  });

  test('hides a strike until its lateness is over', () => {
    const lateness = { minMs: 10_000, maxMs: 10_000 };
    expect(ids({}, { lateness })[0]).toBe('s40');
    expect(ids({}, { lateness })).toHaveLength(41);
  });

  test('shows timestamps of a skewed clock and reads the query by it', () => {
    const window = { from: new Date(NOW_MS + 298_000).toISOString(), to: new Date(NOW_MS + 300_000).toISOString() };
    expect(rows(window, { clockSkewMs: 300_000 }).map(({ timestamp }) => timestamp)).toEqual([
      '2026-07-01T12:04:59.000Z',
      '2026-07-01T12:04:58.000Z',
    ]);
  });

  test('sets unreadable rows beside the true ones, which stay whole', () => {
    const found = rows({}, { badRowShare: 0.5 });
    const whole = found.filter((row) => allIds.includes(String(row.id)));
    expect(whole).toEqual(rows());
    expect(found.length).toBeGreaterThan(60);
  });

  test('spoils other rows in each answer', () => {
    const good = JSON.stringify(rows());
    const spoilt = (rowSeed: number) =>
      rows({}, { spoiltShare: 0.3 }, rowSeed).filter((row) => !good.includes(JSON.stringify(row)));
    expect(spoilt(1).length).toBeGreaterThan(5);
    expect(spoilt(1).length).toBeLessThan(30);
    expect(spoilt(2)).not.toEqual(spoilt(1));
  });

  test('remembers as far back as it is told', () => {
    const settings = v.parse(FaultSettings, {});
    const short = { ...sky, historyMs: 10_000 };
    const answer = answerEventList(short, new URLSearchParams(GOOD), { faults: settings, nowMs: NOW_MS, rowSeed: 1 });
    expect(v.parse(Events, answer.body).events).toHaveLength(10);
  });

  test.each([
    ['bbox', { bbox: '' }],
    ['bbox', { bbox: '13,34,31' }],
    ['bbox', { bbox: '31,34,13,48' }],
    ['bbox', { bbox: '13,48,31,34' }],
    ['bbox', { bbox: '13,34,31,98' }],
    ['from', { from: '' }],
    ['from', { from: 'yesterday' }],
    ['from', { from: '2026-02-30T00:00:00Z' }],
    ['to', { to: '2026-07-01T12:00:00' }],
    ['to', { to: GOOD.from }],
    ['to', { to: '2020-01-01T00:00:00Z' }],
    ['limit', { limit: '0' }],
    ['limit', { limit: '1001' }],
    ['limit', { limit: '2.5' }],
    ['limit', { limit: 'many' }],
    ['event_type', { event_type: 'strike_cloud_to_cloud' }],
    ['event_type', { event_type: '' }],
  ])('answers 400 and names %s at fault: %o', (parameter, query) => {
    expect(ask(query)).toMatchObject({ status: 400, body: { error: 'bad_request', parameter } });
  });
});
