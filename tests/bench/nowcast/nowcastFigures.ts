import { gzipSync } from 'node:zlib';
import { createNowcast, type RunningNowcast } from '#shared/nowcast/createNowcast.ts';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import { encodeFeedEvent } from '#shared/wire/feedCodec.ts';
import { countAtMost, type Figure, timeAtMost } from '#tests/bench/Figure.ts';
import { stormSky } from '#tests/nowcast/stormSky.ts';

const MINUTE_MS = 60_000;
const RADIUS_KM = 15;
const TOLD_CELLS = 40;
/** Some of them touch each other, and are one cell. */
const STORMS = 60;

/** What a minute of the nowcast costs, and what it weighs. `flashes`: in the window of ten minutes. */
export function nowcastFigures(minutes: number, flashes: number): Figure[] {
  const usual = runMinutes(40, flashes / 250, minutes).tickMs.slice(30);
  const dense = runMinutes(200, flashes / 10, 14).tickMs.slice(10);
  const { nowcast } = runMinutes(STORMS, 1_200, 45);
  const atMs = 45 * MINUTE_MS;
  const news = { atMs, cells: nowcast.reports().slice(0, TOLD_CELLS), odds: AS_FITTED };
  const bytes = gzipSync(encodeFeedEvent({ event: 'cells', data: encodeCells(news) })).length;
  const ms = (name: string, ours: number) => ({ group: 'nowcast', name, unit: 'ms', ours });
  const weight = { group: 'nowcast', unit: 'B', ours: bytes };
  return [
    { ...ms(`a minute, p99, ${flashes / 250} flashes a minute, warm`, quantile(usual, 0.99)), ...timeAtMost(20, 60) },
    { ...ms(`a minute with ${flashes} flashes in the window`, quantile(dense, 0.5)), ...timeAtMost(150, 450) },
    { ...weight, name: `${news.cells.length} cells with their paths as an event, gzip`, ...countAtMost(1_024) },
  ];
}

function runMinutes(
  cells: number,
  flashesPerMinute: number,
  minutes: number,
): { readonly nowcast: RunningNowcast; readonly tickMs: number[] } {
  const sky = stormSky(cells, flashesPerMinute, RADIUS_KM);
  const nowcast = createNowcast(sky.centre);
  const tickMs = Array.from({ length: minutes }, (_, index) => {
    const strikes = sky.minute(index);
    const beganMs = performance.now();
    nowcast.tick((index + 1) * MINUTE_MS, strikes);
    return performance.now() - beganMs;
  });
  return { nowcast, tickMs };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
