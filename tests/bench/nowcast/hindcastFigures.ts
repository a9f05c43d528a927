import { HOME_BOX } from '#shared/geo/Areas.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import { addSums, type DaySums, emptySums } from '#shared/nowcast/grade/DaySums.ts';
import { utcDay } from '#shared/time/utcDay.ts';
import { type Figure, SHOWN, timeAtMost } from '#tests/bench/Figure.ts';
import { stormModel } from '#worker/dev/simulator/sky/stormModel.ts';
import { HindcastEngine } from '#worker/nowcast/HindcastEngine.ts';
import type { HindcastRun } from '#worker/nowcast/HindcastStore.ts';

const TO_MS = Date.UTC(2026, 6, 15);
const SEED = 1;

/** The processor's time for replaying so many simulated days, without D1: in all, and at most at a time. */
export async function hindcastFigures(days: number): Promise<Figure[]> {
  const sky = stormModel(SEED);
  const byDay = new Map<number, DaySums>();
  let run: HindcastRun | undefined;
  let pageMs = 0;
  const engine = new HindcastEngine({
    home: HOME_BOX,
    days,
    keptSinceMs: () => 0,
    isReadBack: async () => true,
    archive: {
      record: async () => RECORD,
      oldestFirst: async (_, fromMs, toMs, limit) => {
        const beganMs = cpuMs();
        const all = sky.strikesBetween(fromMs, toMs);
        const strikes = all
          .filter(({ longitude, latitude }) => bboxContains(HOME_BOX, longitude, latitude))
          .slice(0, limit);
        pageMs = cpuMs() - beganMs;
        return { record: RECORD, strikes };
      },
    },
    store: {
      get run() {
        return run;
      },
      write: (next) => {
        run = next;
      },
      advance: (next, sums) => {
        const day = utcDay(next.doneMs - 1);
        run = next;
        if (sums) byDay.set(day, addSums(byDay.get(day) ?? emptySums(), sums));
      },
      sums: (before = Number.POSITIVE_INFINITY) =>
        [...byDay].flatMap(([day, sums]) => (day < before ? [sums] : [])).reduce(addSums, emptySums()),
    },
  });
  const slicesMs: number[] = [];
  for (let beganMs = cpuMs(); (await engine.step()) === 'more'; beganMs = cpuMs()) {
    slicesMs.push(cpuMs() - beganMs - pageMs);
  }
  const inAllMs = slicesMs.reduce((sum, each) => sum + each, 0);
  const cases = [...byDay.values()].reduce((sum, { within30 }) => sum + within30.cases, 0);
  const figure = (name: string, unit: string, ours: number) => ({ group: 'nowcast', name, unit, ours });
  return [
    { ...figure(`a hindcast of ${days} simulated days, in all`, 's', inAllMs / 1_000), ...timeAtMost(240) },
    { ...figure('its dearest slice', 'ms', Math.max(...slicesMs)), ...timeAtMost(200, 600) },
    { ...figure('its slices', '', slicesMs.length), ...SHOWN },
    { ...figure('forecasts that it graded', '', cases), ...SHOWN },
  ];
}

const RECORD = { completeToMs: TO_MS, unread: [], lastSuccessMs: TO_MS, cause: null, droppedToMs: 0 };

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
