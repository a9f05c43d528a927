import type { Position } from '#shared/geo/geodesy.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { percentile } from '#tests/load/percentile.ts';
import { starAround } from '#tests/support/randomFire.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { countAtMost, type Figure, SHOWN, timeAtMost } from './Figure.ts';

const CORNERS = 500;
const FIRE_KM = { least: 1, most: 3 };
const RADIUS_KM = 10;
const WARM_UPS = 4;

interface Answered {
  readonly found: number;
  readonly searched: { readonly cut: boolean };
}

/** Fires of 500 corners where it struck, looked up over HTTP in an archive that is filled with the fortnight before `endMs`. */
export async function lookUpFigures(
  url: string,
  struck: readonly Position[],
  endMs: number,
  rows: number,
): Promise<Figure[]> {
  const random = seededRandom(5);
  const times: number[] = [];
  const found: number[] = [];
  let cut = 0;
  // The first ones find a program that nobody has run yet.
  for (const [turn, place] of [...struck.slice(0, WARM_UPS), ...struck].entries()) {
    const shape = starAround(place, CORNERS, FIRE_KM.least, FIRE_KM.most, random);
    const body = JSON.stringify({ shape, radiusKm: RADIUS_KM, reportedAt: isoMillis(endMs) });
    const startMs = performance.now();
    const response = await fetch(url + apiPaths.lookUp, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const text = await response.text();
    const tookMs = performance.now() - startMs;
    if (response.status !== 200) throw new Error(`a look-up was answered with ${response.status}: ${text}`);
    if (turn < WARM_UPS) continue;
    const answered = JSON.parse(text) as Answered;
    times.push(tookMs);
    found.push(answered.found);
    if (answered.searched.cut) cut += 1;
  }
  const common = { group: 'history', unit: 'ms' } as const;
  const what = `look-up of ${CORNERS} corners and ${RADIUS_KM} km × 14 days of ${rows.toLocaleString('en')} strikes`;
  const most = { group: 'history', unit: 'flashes', ours: Math.max(...found) };
  const tooMany = { group: 'history', unit: 'of them', ours: cut };
  return [
    { ...common, name: `${what}, p95`, ours: percentile(times, 95), ...timeAtMost(300, 600) },
    { ...common, name: `${what}, median`, ours: percentile(times, 50), ...SHOWN },
    { ...most, name: 'candidates of such a look-up, most', ...SHOWN },
    { ...tooMany, name: 'such look-ups that could not search all of the time', ...countAtMost(0) },
  ];
}
