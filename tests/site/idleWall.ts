import { idleWall } from './measureMap.ts';

/**
 * What a wall does that nobody touches: `npm run tools -- idle-wall [ADDRESS [SECONDS]]`, against a running product. A page
 * that works while nothing happens is a machine that is warm for years.
 */
/** On two cores, with a software GPU. */
const MOST = { mainMs: 60, ground: 4 } as const;

const [address = 'http://127.0.0.1:8787', seconds = '60'] = process.argv.slice(2);
const wall = await idleWall(address, Number(seconds) * 1_000);
const isMissed = wall.mainMs > MOST.mainMs || wall.ground > MOST.ground;
process.stdout.write(
  `${isMissed ? 'MISS' : 'ok  '} main thread ${wall.mainMs.toFixed(0)} ms a second (≤ ${MOST.mainMs}), ` +
    `scripts ${wall.scriptMs.toFixed(0)}, GPU process ${wall.gpuMs.toFixed(0)}; ` +
    `frames a minute: ground ${wall.ground.toFixed(1)} (≤ ${MOST.ground}), strikes ${wall.strikes.toFixed(1)}\n`,
);
process.exitCode = isMissed ? 1 : 0;
