import { basename } from 'node:path';
import { beginRun, type Table, tableText } from '#tests/report/RunResult.ts';
import { readRecording } from '#worker/dev/simulator/simulatedSource.ts';
import { fireSkillOf } from './fireSkillOf.ts';
import { createdFigures, KINDS, playedSeasons, SEEDS, storeFigures } from './syntheticSeasons.ts';

/**
 * `npm run tools -- fires-skill [RECORDING | --keep]`: how often the chance that lightning lit a fire is right, on seasons of fires
 * that are synthetic, over synthetic storms or a recording of about a day, compared with the obvious rule. Ends
 * with 1 where a goal is missed. `--keep` writes what the proof page shows.
 */
const path = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const recording = path === undefined ? undefined : await readRecording(path);
const name = path === undefined ? 'fires-skill' : `fires-skill-${basename(path).replace(/\.csv(\.gz)?$/, '')}`;
const finish = beginRun(name, `npm run tools -- fires-skill${path === undefined ? '' : ` ${basename(path)}`}`);
const tables: Table[] = [];
const print = (...reported: Table[]) => {
  tables.push(...reported);
  for (const table of reported) process.stdout.write(`${tableText(table)}\n`);
};
const skills = KINDS.map((kind) => {
  // For the others no replay has set goals.
  const isEvaluated = kind.name === 'dense' || recording === undefined;
  const skill = fireSkillOf(kind.name, playedSeasons(kind, SEEDS, recording), isEvaluated);
  print(skill.table, skill.reliability);
  return skill;
});
if (!recording) {
  const figures = createdFigures(skills);
  const rows = (['threefold', 'third'] as const).map((of) => {
    const { fires, forecast, observed } = figures.even[of];
    return [of, fires, forecast.toFixed(3), observed.toFixed(3)];
  });
  const columns = ['fires a flash', 'fires', 'mean said', 'lit by lightning'];
  print({ title: 'dense, told 40 to 60 %, where flashes light more or fewer than assumed', columns, rows });
  if (process.argv.includes('--keep')) process.stdout.write(`kept in ${await storeFigures(figures)}\n`);
}
const pass = skills.every((skill) => skill.pass);
const written = await finish({ pass, tables });
process.stdout.write(`written to ${written}\n`);
process.exit(pass ? 0 : 1);
