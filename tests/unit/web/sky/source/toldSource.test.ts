import { expect, test } from 'vitest';
import { newestFeed } from '#web/sky/source/newestFeed.ts';
import { streamedSource, toldSource } from '#web/sky/source/toldSource.ts';

const primary = {
  name: 'mtg-li',
  kind: 'optical-flash',
  guards: false,
  worstDelayMs: 900_000,
  errorKm: 8,
  attribution: 'A satellite',
} as const;

test('a tool asks the status whose data it shows only while no stream of its page has told', async () => {
  const asked: string[] = [];
  const fetch = async (path: string) => {
    asked.push(path);
    return Response.json({ source: 'simulated', primary }, { status: 503 });
  };
  newestFeed.is = { view: { build: null, source: 'live', primary: null } };
  expect(streamedSource()).toBeUndefined();
  expect(await toldSource({ fetch })).toEqual({ simulated: true, primary });
  expect(asked).toEqual(['/api/v1/status']);
  newestFeed.is = { view: { build: 'b', source: 'live', primary: null } };
  expect(await toldSource({ fetch })).toEqual({ simulated: false, primary: undefined });
  newestFeed.is = { view: { build: 'b', source: 'live', primary } };
  expect(await toldSource({ fetch })).toEqual({ simulated: false, primary });
  expect(asked).toHaveLength(1);
});
