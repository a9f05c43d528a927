import { expect, test } from 'vitest';
import type { Hotspot } from '#shared/fires/Hotspot.ts';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { ringOfBox } from '#shared/geo/shape/Shape.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { emptyArchive } from '#tests/isolate/testEnv.ts';
import { BurntAreaTable } from '#worker/fires/effis/BurntAreaTable.ts';
import type { BurntAnswer } from '#worker/fires/effis/EffisClient.ts';
import { FireTable } from '#worker/fires/FireTable.ts';
import type { HotspotAnswer } from '#worker/fires/firms/FireSource.ts';
import { HotspotTable } from '#worker/fires/HotspotTable.ts';
import { readBurnt } from '#worker/fires/readBurnt.ts';
import { readFires } from '#worker/fires/readFires.ts';

const START_MS = Date.UTC(2026, 6, 20, 18);
const spot = (hoursAgo: number): Hotspot => ({
  ...{ satellite: 'noaa-20', latitude: 42, longitude: 24, atMs: START_MS - hoursAgo * HOUR_MS },
  ...{ scanKm: 0.4, trackKm: 0.4, kelvin4: 330, kelvin11: 290, frpMw: 5, confidence: 'nominal', isDay: true },
});

test('a burnt area lifts the grey of a fire for good; it is asked for every six hours, after failures sooner', async () => {
  const db = await emptyArchive();
  let nowMs = START_MS;
  const [asked, logged]: [number[], string[]] = [[], []];
  const [areas, hotspots, fires] = [new BurntAreaTable(db), new HotspotTable(db), new FireTable(db)];
  const common = {
    ...{ areas, hotspots, fires, home: HOME_BOX, clock: { now: () => nowMs } },
    log: (_: string, event: string) => void logged.push(event),
  };
  const readAreas = (answer: BurntAnswer) => {
    const read = () => {
      asked.push(nowMs);
      return Promise.resolve(answer);
    };
    return readBurnt({ ...common, source: { read } });
  };
  const readHotspots = (...seen: Hotspot[]) => {
    const rows: HotspotAnswer = { kind: 'rows', hotspots: seen, newestMs: START_MS, skipped: [] };
    const read = (satellite: string) =>
      Promise.resolve(satellite === 'noaa-20' ? rows : ({ kind: 'no-rows' } as const));
    return readFires({ ...common, source: { regions: ['europe'], read } });
  };
  const isStatic = async () => (await fires.seenSince([HOME_BOX], 0, 2)).map((fire) => fire.isStatic);

  const glowing = [0, 24, 48, 72, 96].map((hoursAgo) => spot(hoursAgo + 5));
  await readHotspots(...glowing);
  expect(await isStatic()).toEqual([true]);
  await readAreas({ kind: 'no-json' });
  expect(await isStatic()).toEqual([true]);

  nowMs += 9 * MINUTE_MS;
  const ring = ringOfBox({ west: 23.99, south: 41.99, east: 24.01, north: 42.01 });
  const area = { id: '1', burntMs: START_MS - DAY_MS, updatedMs: START_MS, rings: [ring] };
  await readAreas({ kind: 'areas', areas: [area], skipped: [] });
  expect(await isStatic()).toEqual([false]);

  nowMs += HOUR_MS;
  await readAreas({ kind: 'no-json' });
  await readHotspots(...glowing, spot(3));
  expect(await isStatic()).toEqual([false]);
  expect(asked).toHaveLength(2);
  expect(logged.filter((event) => event === 'fires.burnt')).toHaveLength(1);
  expect(await db.prepare('SELECT burnt_area FROM fire_event').first()).toEqual({ burnt_area: '1' });
});
