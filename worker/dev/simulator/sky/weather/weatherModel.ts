import { HOME_TOWN } from '#shared/geo/Areas.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { centreAt } from '../drift.ts';
import { minuteSource, remembering } from '../minuteSource.ts';
import type { SimulatedSource } from '../simulatedSource.ts';
import { type LightningCell, strokesOf } from './LightningCell.ts';
import { companyOf, systemsOfDay } from './naturalWeather.ts';
import { cellsOfSystem, type StormSystem } from './StormSystem.ts';
import { LINE_EVERY_MS, sofiaLines } from './sofiaLines.ts';

const MAX_CACHED_DAYS = 16;
const MAX_CACHED_LINES = 6;
/** The first line's company is born from so long before the anchor on. */
const COMPANY_BEFORE_MS = 90 * MINUTE_MS;
/** No storm but the lines comes so near to Sofia from so long before the anchor on. */
const KEPT_CLEAR_KM = 75;
const CLEAR_BEFORE_MS = 90 * MINUTE_MS;
const LOOK_EVERY_MS = 5 * MINUTE_MS;

/**
 * Weather as a pure function of seed, anchor and time: however a window is cut into pieces, it yields the same strikes
 * with the same ids. Natural storms of any fortnight, and from the anchor on lines that reach Sofia, with company elsewhere.
 */
export function weatherModel(seed: number, anchorMs: number): SimulatedSource {
  const anchorDay = Math.floor(anchorMs / DAY_MS);
  const cellsAside = (systems: readonly StormSystem[]) =>
    systems
      .map(cellsOfSystem)
      .filter((cells) => !cells.some((cell) => comesNear(cell, anchorMs - CLEAR_BEFORE_MS)))
      .flat();
  const cellsOn = remembering(MAX_CACHED_DAYS, (day) => cellsAside(systemsOfDay(seed, anchorDay, day)));
  const lines = sofiaLines(seed, anchorMs);
  const cellsWith = remembering(MAX_CACHED_LINES, (number) => {
    if (number < 0) return [];
    const company = companyOf(seed, anchorMs - COMPANY_BEFORE_MS + number * LINE_EVERY_MS, LINE_EVERY_MS);
    return [...lines.cellsOfLine(number), ...cellsAside(company)];
  });
  return minuteSource((minute) => {
    const day = Math.floor((minute * MINUTE_MS) / DAY_MS);
    const number = lines.numberAt(minute * MINUTE_MS);
    const cells = [cellsOn(day - 1), cellsOn(day), cellsWith(number - 1), cellsWith(number), cellsWith(number + 1)];
    return cells.flatMap((each) => each.flatMap((cell) => strokesOf(cell, minute)));
  });
}

function comesNear(cell: LightningCell, fromMs: number): boolean {
  for (let atMs = Math.max(cell.bornMs, fromMs); atMs < cell.diesMs; atMs += LOOK_EVERY_MS) {
    if (distanceKm(centreAt(cell, atMs), HOME_TOWN) < KEPT_CLEAR_KM) return true;
  }
  return false;
}
