import { expect, test } from 'vitest';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { parseMapQuery } from '#web/ground/view/mapQuery.ts';
import { previewView } from '#web/map/preview/drawPreview.ts';
import { fetchSky, type SkyPart } from '#web/map/preview/fetchSky.ts';
import type { PreviewedSlice } from '#web/sky/handOver/previewedSlices.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 6, 1, 12, 30);
const FRAME = { width: 360, height: 600 };
const view = previewView(parseMapQuery('?view=42.7,23.3,11z'), FRAME, FRAME);

const slice = () =>
  encodeStrikeSlice({
    seq: 7,
    beyondRetention: false,
    columns: strikesToColumns([{ ordinal: 7, latitude: 42.7, longitude: 23.3, atMs: NOW - 60_000 }]),
  });

async function fetched(answer: () => Response | Promise<Response>, deviceMs = NOW, windowMs = HOUR) {
  const asked: string[] = [];
  const parts: SkyPart[] = [];
  const slices = new Map<string, PreviewedSlice>();
  await fetchSky(view, windowMs, {
    fetch: async (path) => {
      asked.push(path);
      return answer();
    },
    deviceMs: () => deviceMs,
    pageMs: () => 50,
    slices,
    onPart: (part) => parts.push(part),
  });
  return { asked, parts, slices, hours: new Set(asked.map((path) => path.split('/').at(-2))) };
}

const dated = (headers: Record<string, string> = {}) =>
  new Response(slice(), { headers: { date: new Date(NOW).toUTCString(), ...headers } });

test('the two newest hours are asked for, whatever the window, and the answers are left for the map', async () => {
  const { asked, hours, slices, parts } = await fetched(dated, NOW, 24 * HOUR);
  expect([...hours]).toEqual(['2026070112', '2026070111']);
  expect([...slices.keys()]).toEqual(asked);
  expect(parts).toHaveLength(asked.length);
  const [left] = slices.values();
  expect(new Uint8Array(await ((await left?.answer)?.arrayBuffer() ?? new ArrayBuffer(0)))).toEqual(slice());
});

test('the hour is that of the answer’s `Date`: a device three hours ahead asks again', async () => {
  const { hours, parts } = await fetched(dated, NOW + 3 * HOUR);
  expect([...hours]).toEqual(['2026070115', '2026070114', '2026070112', '2026070111']);
  expect(parts.every(({ nowMs }) => nowMs === NOW)).toBe(true);
});

test('a refusal tells the hour too', async () => {
  const { hours, parts } = await fetched(
    () => new Response(null, { status: 400, headers: { date: new Date(NOW).toUTCString() } }),
    NOW + 3 * HOUR,
  );
  expect(hours.has('2026070112')).toBe(true);
  expect(parts).toEqual([]);
});

test('without a `Date` this device’s clock counts, and simulated strikes are called so only if an answer does', async () => {
  const { hours, parts } = await fetched(() => new Response(slice()));
  expect(hours.size).toBe(2);
  expect(parts[0]).toMatchObject({ nowMs: NOW, simulated: false });
  const told = await fetched(() => dated({ 'feed-source': 'simulated' }));
  expect(told.parts[0]?.simulated).toBe(true);
});

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['bytes that are no slice', () => new Response('<html>')],
  ['503', () => new Response(null, { status: 503 })],
])('%s shows no strikes and throws nothing', async (_, answer) => {
  expect((await fetched(answer)).parts).toEqual([]);
});
