import { fitLogistic } from '#shared/nowcast/grade/OddsBins.ts';
import { readRecording } from '#worker/dev/simulator/sky/replayRecording.ts';
import { type Asked, playRecording } from './playRecording.ts';

/**
 * `npm run nowcast-fit -- RECORDING …`: the weights of `shared/nowcast/place/chanceOf.ts`, fitted on recordings that count alike
 * however long they are, and what followed arrivals that were told, for `rangeOf.ts`.
 */
const RIDGE = 1;
/** Answers of neighbouring places and minutes are about the same storm: so many of them are one case. */
const ALIKE = 10;
const paths = process.argv.slice(2);
if (paths.length === 0) throw new Error('name the recordings to fit on: npm run nowcast-fit -- day.csv.gz');
const tell = (line: string) => process.stdout.write(`${line}\n`);

const played = await Promise.all(paths.map(async (path) => playRecording(await readRecording(path))));
const most = Math.max(...played.map(({ asked }) => asked.length));
const size = played[0]?.asked[0]?.terms.length ?? 0;
for (const minutes of [30, 60]) {
  const cases = played.flatMap(({ asked }) => {
    const count = most / asked.length / ALIKE;
    return asked.map(({ terms, waitMinutes }) => ({ terms, count, hits: waitMinutes <= minutes ? count : 0 }));
  });
  const weights = fitLogistic(cases, Array(size).fill(0), RIDGE);
  tell(`within ${minutes} min: [${weights.map((weight) => weight.toFixed(4)).join(', ')}]`);
}

const arrivals = played.flatMap(({ asked, isSmallField }) => (isSmallField ? [] : asked.filter(wasToldAndCame)));
for (const [from, to] of [
  [0, 5],
  [5, 10],
  [10, 15],
  [15, 25],
  [25, 35],
  [35, 46],
] as const) {
  const waits = arrivals
    .filter(({ answer }) => (answer.etaMin ?? 0) >= from && (answer.etaMin ?? 0) < to)
    .map(({ waitMinutes }) => waitMinutes)
    .sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(share * (waits.length - 1))]?.toFixed(0) ?? 'none';
  tell(`told ${from} to ${to} min: ${waits.length} came, after ${at(0.1)}, ${at(0.5)}, ${at(0.9)} min`);
}

function wasToldAndCame({ answer, waitMinutes }: Asked): boolean {
  return answer.etaMin !== undefined && waitMinutes <= 90;
}
