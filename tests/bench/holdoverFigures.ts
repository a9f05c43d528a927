import type { Position } from '#shared/geo/geodesy.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { percentile } from '#tests/load/percentile.ts';
import { countAtMost, type Figure, SHOWN, timeAtMost } from './Figure.ts';

/** Half a side of the box in degrees: a district of some 150 km. */
const HALF = { latitude: 0.7, longitude: 0.9 };
const DAYS = 3;
const PLACES = 20;
const WARM_UPS = 3;

/** Lists of districts where it struck, over HTTP, each another one so that none is cached. */
export async function holdoverFigures(url: string, struck: readonly Position[], rows: number): Promise<Figure[]> {
  const times: number[] = [];
  let [flashes, cut] = [0, 0];
  for (const [turn, { latitude, longitude }] of struck.slice(0, WARM_UPS + PLACES).entries()) {
    const box = [
      ...[longitude - HALF.longitude, latitude - HALF.latitude],
      ...[longitude + HALF.longitude, latitude + HALF.latitude],
    ];
    const startMs = performance.now();
    const response = await fetch(`${url}${apiPaths.holdover}?bbox=${box}&days=${DAYS}`);
    const text = await response.text();
    const tookMs = performance.now() - startMs;
    if (response.status !== 200) throw new Error(`a holdover list was answered with ${response.status}: ${text}`);
    if (turn < WARM_UPS) continue;
    const list = JSON.parse(text) as { readonly flashes: number; readonly searched: { readonly cut: boolean } };
    times.push(tookMs);
    flashes = Math.max(flashes, list.flashes);
    if (list.searched.cut) cut += 1;
  }
  const group = 'history';
  const what = `holdover list of a district × ${DAYS} days of ${rows.toLocaleString('en')} strikes`;
  return [
    { group, unit: 'ms', name: `${what}, p95`, ours: percentile(times, 95), ...timeAtMost(300, 600) },
    { group, unit: 'ms', name: `${what}, median`, ours: percentile(times, 50), ...SHOWN },
    { group, unit: 'flashes', name: 'flashes of such a list, most', ours: flashes, ...SHOWN },
    { group, unit: 'of them', name: 'such lists that could not search all of the time', ours: cut, ...countAtMost(0) },
  ];
}
