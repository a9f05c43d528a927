import { expect, test } from 'vitest';
import { SATELLITE } from '#tests/support/satelliteSource.ts';
import { newestFeed } from '#web/sky/source/newestFeed.ts';
import { streamedSource, toldSource } from '#web/sky/source/toldSource.ts';

test('a tool asks the status whose data it shows only while no stream of its page has told', async () => {
  const asked: string[] = [];
  const fetch = async (path: string) => {
    asked.push(path);
    return Response.json({ source: 'simulated', primary: SATELLITE }, { status: 503 });
  };
  newestFeed.is = { view: { build: null, source: 'live', primary: null } };
  expect(streamedSource()).toBeUndefined();
  expect(await toldSource({ fetch })).toEqual({ simulated: true, primary: SATELLITE });
  expect(asked).toEqual(['/api/v1/status']);
  newestFeed.is = { view: { build: 'b', source: 'live', primary: null } };
  expect(await toldSource({ fetch })).toEqual({ simulated: false, primary: undefined });
  newestFeed.is = { view: { build: 'b', source: 'live', primary: SATELLITE } };
  expect(await toldSource({ fetch })).toEqual({ simulated: false, primary: SATELLITE });
  expect(asked).toHaveLength(1);
});
