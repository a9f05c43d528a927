import { runNamed } from '#worker/dev/local/runNamed.ts';

/** `npm run tools -- COMMAND`: measurements that are run by hand, which write their results into .cache/results, and the landing page’s pictures. */

await runNamed('tools', {
  bench: [
    '[--short | --full] [group …]: every figure beside that of a simpler design, with its budget',
    () => import('./bench/bench.ts'),
  ],
  load: [
    '[viewers seconds], fair, faults, relays, stampede, world: crowds, greedy readers, faults in a storm',
    () => import('./load/load.ts'),
  ],
  chaos: [
    '[name] [--seed n], client, hostile, watch-hostile: each disturbance, one verdict each',
    () => import('./chaos/chaos.ts'),
  ],
  lighthouse: ['[ADDRESS [PATH …]]: Lighthouse scores of every public page', () => import('./site/lighthouse.ts')],
  'first-strikes': ['[ADDRESS [PATH]]: when the map shows its first strikes', () => import('./site/firstStrikes.ts')],
  'beside-bare': [
    '[ADDRESS [RUNS]]: the map beside a page that has MapLibre alone',
    () => import('./site/besideBare.ts'),
  ],
  'idle-wall': ['[ADDRESS [SECONDS]]: what a wall does that nobody touches', () => import('./site/idleWall.ts')],
  'landing-pictures': [
    '[ADDRESS] [ground | real]: takes the landing page’s pictures anew and writes them into web/site/landing',
    () => import('./site/landingPictures.ts'),
  ],
  'nowcast-skill': [
    'RECORDING: how often the forecast of storm cells is right on a recording',
    () => import('./nowcast/nowcastSkill.ts'),
  ],
  warnings: [
    'RECORDING [SITES [SITE_KM]]: how many hits alarms would have warned of, and how often lightning came back',
    () => import('./nowcast/alarmSkill.ts'),
  ],
  'fires-skill': [
    '[RECORDING | --keep]: how often the chance that lightning lit a fire is right',
    () => import('./fires/firesSkill.ts'),
  ],
});
