import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BurntArea } from '#shared/fires/burntAreas.ts';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { ringOfBox } from '#shared/geo/shape/Shape.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { type EffisStandIn, startEffis } from '#worker/dev/standIns/fires/startEffis.ts';
import { EffisClient } from '#worker/fires/effis/EffisClient.ts';

const [BURNT_MS, DRAWN_MS] = [Date.UTC(2026, 6, 20, 13, 55), Date.UTC(2026, 6, 22, 9, 22, 20)];
const area = (id: string, west: number, south: number): BurntArea => ({
  ...{ id, burntMs: BURNT_MS, updatedMs: DRAWN_MS },
  rings: [ringOfBox({ west, south, east: west + 0.02, north: south + 0.01 })],
});
const ONE = area('562633', 24.1, 41.9);
const PARTS: BurntArea = { ...area('562634', 21.2, 37.8), rings: [...ONE.rings, ...area('', 21.2, 37.8).rings] };
const SPAIN = area('572483', -9, 42.8);

let effis: EffisStandIn;
beforeAll(async () => {
  effis = await startEffis(() => [ONE, PARTS, SPAIN]);
});
afterAll(() => effis.close());

const read = () => new EffisClient(effis.url, { fetch, clock: systemClock }).read(HOME_BOX);
const WHOLE = { kind: 'areas', areas: [ONE, PARTS], skipped: [] };

test('areas that burnt at home in the last week are asked for by a box with latitudes first', async () => {
  expect(await read()).toEqual(WHOLE);
  expect(effis.asked.at(-1)?.searchParams.get('bbox')).toBe('34,13,48,31,EPSG:4326');
});

test('a corner is the same whichever of its numbers comes first', async () => {
  effis.fail('latitudes-first');
  expect(await read()).toEqual(WHOLE);
});

test.each([
  ['no-areas', { kind: 'areas', areas: [] }],
  ['html', { kind: 'no-json' }],
  ['exception', { kind: 'no-json' }],
  ['half', { kind: 'cut-off' }],
  ['empty', { kind: 'cut-off' }],
  ['elsewhere', { kind: 'elsewhere' }],
  ['no-dates', { kind: 'wrong-form', reason: 'feature 1: properties.FIREDATE is not as documented' }],
  ['huge', { kind: 'oversized' }],
  ['429', { kind: 'paused' }],
  ['500', { kind: 'failed' }],
  ['cut', { kind: 'failed' }],
] as const)('%s is told as what it is', async (fault, answer) => {
  effis.fail(fault);
  expect(await read()).toMatchObject(answer);
});
