import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Strike } from '#shared/strike.ts';
import { loadReport, MOST_STROKES } from '#web/tools/report/MadeReport.ts';
import { daySums, missingOf, reportCsv, reportDays, reportRows, sha256 } from '#web/tools/report/reportRows.ts';

const HOUR_MS = 3_600_000;
const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
const AT_MS = Date.parse('2026-07-01T11:00:00Z');
const strike = (id: string, north: number, atMs = AT_MS): Strike => ({
  id,
  latitude: SOFIA.latitude + north,
  longitude: SOFIA.longitude,
  atMs,
});
const question = { position: SOFIA, radiusKm: 10 } as const;

test('the same strokes make the same rows and the same hash, in whatever order they come', async () => {
  const strikes = [strike('b', 0.01), strike('a', 0.01), strike('c', 0.002), strike('d', 0.002, AT_MS - 1)];
  const csv = reportCsv(reportRows(strikes, { position: SOFIA }), 'Europe/Sofia');
  expect(reportRows(strikes, { position: SOFIA }).map(({ number, id, km }) => [number, id, km])).toEqual([
    [1, 'd', 0.22],
    [2, 'c', 0.22],
    [3, 'a', 1.11],
    [4, 'b', 1.11],
  ]);
  fc.assert(
    fc.property(fc.shuffledSubarray(strikes, { minLength: 4 }), (shuffled) => {
      expect(reportCsv(reportRows(shuffled, { position: SOFIA }), 'Europe/Sofia')).toBe(csv);
    }),
  );
  expect(await sha256(csv)).toBe(createHash('sha256').update(csv).digest('hex'));
});

test('the file has both clocks, a line for each stroke, and no id is a formula or breaks a line', () => {
  const csv = reportCsv(reportRows([strike('=1+1', 0), strike('a"b,c', 0.1)], { position: SOFIA }), 'Europe/Sofia');
  expect(csv.split('\r\n')).toEqual([
    'number,id,time_utc,time_local,latitude,longitude,distance_km',
    "1,'=1+1,2026-07-01T11:00:00.000Z,2026-07-01T14:00:00.000+03:00,42.6977,23.3219,0.00",
    '2,"a""b,c",2026-07-01T11:00:00.000Z,2026-07-01T14:00:00.000+03:00,42.7977,23.3219,11.12',
    '',
  ]);
});

test('days are those of the zone, and each says how much of it was read', () => {
  const days = reportDays({ day: '2026-03-29', around: 1, zone: 'Europe/Sofia' });
  expect(days.map(({ day, fromMs, toMs }) => [day, (toMs - fromMs) / HOUR_MS])).toEqual([
    ['2026-03-28', 24],
    ['2026-03-29', 23],
    ['2026-03-30', 24],
  ]);
  const [first, second, third] = days.map(({ fromMs }) => fromMs) as [number, number, number];
  const rows = reportRows([strike('a', 0, second), strike('b', 0.05, second + 1), strike('c', 0, first)], {
    position: SOFIA,
  });
  const data = {
    strikes: [],
    completeToMs: third + 6 * HOUR_MS,
    unread: [[first - HOUR_MS, first + 2 * HOUR_MS]] as const,
  };
  const sums = daySums(days, rows, data);
  expect(sums.map(({ strokes, near, observedMs }) => [strokes, near, observedMs / HOUR_MS])).toEqual([
    [1, 1, 22],
    [2, 1, 23],
    [0, 0, 6],
  ]);
  expect(missingOf([first, third], { ...data, completeToMs: null })).toEqual([[first, third]]);
});

test('pages are followed to the last, and what any of them had not read is not read', async () => {
  const asked: string[] = [];
  const pages = [
    { strikes: [], completeTo: '2026-07-02T00:00:00.000Z', unread: [], next: '/api/v1/strikes?cursor=1' },
    {
      strikes: [{ id: 'a', latitude: 42.7, longitude: 23.3, timestamp: '2026-07-01T11:00:00.000Z' }],
      completeTo: '2026-07-01T23:00:00.000Z',
      unread: [{ from: '2026-07-01T01:00:00.000Z', to: '2026-07-01T02:00:00.000Z' }],
    },
  ];
  const answers = async (path: string) => Response.json(pages[asked.push(path) - 1]);
  const loaded = await loadReport(question, [AT_MS - HOUR_MS, AT_MS + HOUR_MS], { fetch: answers });
  expect(loaded).toEqual({
    ok: true,
    value: {
      strikes: [{ id: 'a', latitude: 42.7, longitude: 23.3, atMs: AT_MS }],
      completeToMs: Date.parse('2026-07-01T23:00:00Z'),
      unread: [[Date.parse('2026-07-01T01:00:00Z'), Date.parse('2026-07-01T02:00:00Z')]],
    },
  });
  expect(asked).toEqual([
    '/api/v1/strikes?near=42.6977,23.3219&radiusKm=10&from=2026-07-01T10:00:00.000Z&to=2026-07-01T12:00:00.000Z&limit=10000',
    '/api/v1/strikes?cursor=1',
  ]);
});

test('why there is no report is told apart: no answer, patience asked for, no answer of ours, too many strokes', async () => {
  const load = (answer: () => Promise<Response>) => loadReport(question, [AT_MS, AT_MS + 1], { fetch: answer });
  const row = { id: 'a', latitude: 42.7, longitude: 23.3, timestamp: '2026-07-01T11:00:00.000Z' };
  const full = { strikes: Array(MOST_STROKES).fill(row), completeTo: null, unread: [], next: '/more' };
  expect(await load(() => Promise.reject(new Error('offline')))).toEqual({ ok: false, trouble: 'offline' });
  const limited = new Response('', { status: 429, headers: { 'retry-after': '30' } });
  expect(await load(async () => limited.clone())).toEqual({ ok: false, trouble: 'limited', waitS: 30 });
  expect(await load(async () => new Response('', { status: 503 }))).toEqual({ ok: false, trouble: 'busy' });
  expect(await load(async () => Response.json({ strikes: 'none' }))).toEqual({ ok: false, trouble: 'unreadable' });
  expect(await load(async () => Response.json(full))).toEqual({ ok: false, trouble: 'too-wide' });
});
