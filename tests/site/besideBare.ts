import { medianOf } from '#shared/numbers.ts';
import { DESK, SLOW_PHONE, serveBare, type Visit, visit } from './measureMap.ts';

/**
 * The map and a page that has nothing but MapLibre and one polygon, alternately: `npm run tools -- beside-bare [ADDRESS [RUNS]]`,
 * best while nothing else runs.
 */
const NAMES = [
  'longMs',
  'blockingMs',
  'commitMs',
  'frames',
  'draws',
  'gpuMs',
  'wholeMs',
  'standsMs',
] as const satisfies readonly (keyof Visit)[];
/** Times the bare page, least of each. */
const GOALS = { longMs: 1.8, blockingMs: 2.5, wholeMs: 4 } as const;
const MOST_FRAMES = 8;

const [address = 'http://127.0.0.1:8787', runs = '3'] = process.argv.slice(2);
const bare = await serveBare();
let missed = 0;
for (const device of [DESK, SLOW_PHONE]) {
  const visits = { bare: [] as Visit[], map: [] as Visit[] };
  for (let run = 0; run < Number(runs); run += 1) {
    visits.bare.push(await visit(bare.url, device));
    visits.map.push(await visit(`${address}/map`, device));
  }
  process.stdout.write(`${device.name}: least, median; map × bare (least of each)\n`);
  for (const name of NAMES) {
    const of = (page: 'bare' | 'map') => visits[page].map((seen) => seen[name]);
    const least = { bare: Math.min(...of('bare')), map: Math.min(...of('map')) };
    const report = (page: 'bare' | 'map') =>
      `${Math.round(least[page])}, ${Math.round(medianOf(of(page)) ?? Number.NaN)}`;
    const ratio = least.map / least.bare;
    const goal = device === DESK && name in GOALS ? GOALS[name as keyof typeof GOALS] : undefined;
    const isMissed =
      goal !== undefined ? ratio > goal : device === DESK && name === 'frames' && least.map > MOST_FRAMES;
    if (isMissed) missed += 1;
    const aim = goal ? `(≤ ${goal})` : name === 'frames' ? `(map ≤ ${MOST_FRAMES})` : '';
    process.stdout.write(
      `${isMissed ? 'MISS' : '    '} ${name.padEnd(11)} bare ${report('bare').padEnd(12)} map ${report('map').padEnd(14)} × ${ratio.toFixed(2)} ${aim}\n`,
    );
  }
}
await bare.close();
process.exitCode = missed > 0 ? 1 : 0;
