import { expect, test } from 'vitest';
import { askCounts } from '#web/kit/http/archiveAnswers.ts';
import { countedBox } from '#web/sky/past/timelineBars.ts';

const SOFIA = { west: 23, south: 42, east: 24, north: 43 };
const FROM = Date.UTC(2026, 10, 8, 15);
const bounds = { fromMs: FROM, toMs: FROM + 1_200_000 };
const iso = (ms: number) => new Date(ms).toISOString();
const ANSWER = {
  by: '10min',
  counts: [
    { from: iso(FROM), strikes: 7 },
    { from: iso(FROM + 600_000), strikes: 0 },
  ],
  completeTo: iso(FROM + 1_100_000),
  unread: [{ from: iso(FROM + 10), to: iso(FROM + 20) }],
};

test('the counts of a box are asked for by ten minutes; what is newer than the archive vouches for is not read', async () => {
  const asked: string[] = [];
  const fetchJson = async (path: string) => {
    asked.push(path);
    return Response.json(ANSWER);
  };
  const result = await askCounts(SOFIA, '10min', bounds, { fetch: fetchJson });
  expect(asked).toEqual([
    '/api/v1/counts?bbox=23,42,24,43&by=10min&from=2026-11-08T15:00:00.000Z&to=2026-11-08T15:20:00.000Z',
  ]);
  expect(result).toEqual({
    ok: true,
    value: {
      strikes: new Map([
        [FROM, 7],
        [FROM + 600_000, 0],
      ]),
      unread: [
        [FROM + 10, FROM + 20],
        [FROM + 1_100_000, Number.POSITIVE_INFINITY],
      ],
    },
  });
});

test('an archive that vouches for nothing leaves all of it unread', async () => {
  const result = await askCounts(SOFIA, '10min', bounds, {
    fetch: async () => Response.json({ ...ANSWER, completeTo: null }),
  });
  expect(result.ok && result.value.unread).toContainEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
});

test.each([
  ['too wide a box', () => new Response(null, { status: 400 }), 'too-wide'],
  ['503', () => new Response(null, { status: 503 }), 'busy'],
  ['no JSON', () => new Response('<html>'), 'unreadable'],
  ['another shape', () => Response.json({ counts: [] }), 'unreadable'],
  ['a time that is none', () => Response.json({ ...ANSWER, completeTo: 'noon' }), 'unreadable'],
  [
    'no answer',
    () => {
      throw new TypeError('Failed to fetch');
    },
    'offline',
  ],
] as const)('%s is told as such, never thrown', async (_, answer, trouble) => {
  expect(await askCounts(SOFIA, '10min', bounds, { fetch: async () => answer() })).toEqual({ ok: false, trouble });
});

test('counted is the part of the view at home, on a grid that moves of a hair share', () => {
  const home = { west: 13.3, south: 34.7, east: 29.7, north: 47.5 };
  const view = { west: 23.1234, south: 42.5678, east: 31, north: 43.001 };
  expect(countedBox(view, home)).toEqual({ west: 23.12, south: 42.56, east: 29.7, north: 43.01 });
  expect(countedBox({ ...view, west: 30, east: 31 }, home)).toBeUndefined();
});
