import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { type DangerStandIn, startDanger } from '#worker/dev/standIns/fires/startDanger.ts';
import { DangerClient } from '#worker/fires/danger/DangerClient.ts';

let wms: DangerStandIn;
beforeAll(async () => {
  wms = await startDanger();
});
afterAll(() => wms.close());

const read = () => new DangerClient(wms.url, { fetch, clock: systemClock }).read(HOME_BOX, '2026-07-20');

test('fire danger of a day is asked for as one picture of home, of the layer that the address names', async () => {
  expect(await read()).toMatchObject({ kind: 'picture', png: expect.any(Uint8Array) });
  expect(Object.fromEntries(wms.asked.at(-1) ?? [])).toEqual({
    ...{ layers: 'ecmwf.fwi', styles: '', service: 'WMS', version: '1.3.0', request: 'GetMap', format: 'image/png' },
    // 13° to 31° E, 34° to 48° N in metres of Web Mercator.
    ...{ transparent: 'TRUE', crs: 'EPSG:3857', bbox: '1447153,4028802,3450904,6106855' },
    ...{ width: '1024', height: '1062', time: '2026-07-20' },
  });
});

test.each([
  ['exception', 'no-picture'],
  ['huge', 'oversized'],
  ['cut', 'failed'],
  ['500', 'failed'],
] as const)('%s is no picture of fire danger', async (fault, kind) => {
  wms.fail(fault);
  expect(await read()).toMatchObject({ kind });
});
