import { percentile } from '#tests/load/percentile.ts';
import { tableText } from '#tests/report/RunResult.ts';
import { HOSTILITIES } from './hostileHost.ts';
import { type HostileStory, type HostileVerdict, runHostile } from './watchHostile.ts';

/** With ten watchlists of one network, whatever their destinations do; then with a hundred, of one network and of twenty. */
const STORY = {
  watchlists: 10,
  networks: 1,
  areas: 10,
  hosts: 30,
  stops: 8,
  everyMs: 1_500,
  sixSeconds: true,
} as const;
const STORIES: readonly HostileStory[] = [
  ...HOSTILITIES.map((hostility) => ({ ...STORY, hostility })),
  { ...STORY, hostility: 'hangs', watchlists: 100, areas: 1 },
  { ...STORY, hostility: 'hangs', watchlists: 100, areas: 1, networks: 20 },
];

const p95 = (values: readonly number[]) => percentile(values, 95);
const worst = (values: readonly number[]) => percentile(values, 100);
const seconds = (ms: number) => (ms / 1_000).toFixed(2);

/** What of the promise a story broke; empty if it held. */
export function hostileErrors({ stopMs, lost, doubled }: HostileVerdict): string[] {
  const { webhook, sharedHost, push, telegram, sixSeconds } = stopMs;
  const limits = [
    ['webhook p95', p95(webhook), 1_500],
    ['webhook worst', worst(webhook), 3_000],
    ['shared host p95', p95(sharedHost), 3_000],
    ['push p95', p95(push), 3_000],
    ['telegram p95', p95(telegram), 3_000],
    ['six-second hook worst', sixSeconds.length === 0 ? 0 : worst(sixSeconds), 20_000],
  ] as const;
  return [
    ...limits.flatMap(([what, ms, most]) => (ms <= most ? [] : [`${what} ${seconds(ms)} s`])),
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(doubled > 0 ? [`${doubled} doubled`] : []),
  ];
}

/** `npm run tools -- chaos watch-hostile [part of a name]`. Returns whether everything held. */
export async function runHostileSuite(requested: string, print: (line: string) => void): Promise<boolean> {
  const titleOf = ({ hostility, watchlists, networks }: HostileStory) =>
    `${hostility}, ${watchlists} watchlists of ${networks} ${networks === 1 ? 'network' : 'networks'}`;
  const rows: string[][] = [];
  let isGood = true;
  for (const story of STORIES.filter((one) => titleOf(one).includes(requested))) {
    const verdict = await runHostile(story);
    const faults = hostileErrors(verdict);
    isGood &&= faults.length === 0;
    const { webhook, sharedHost, push, telegram, sixSeconds } = verdict.stopMs;
    const both = (values: readonly number[]) => `${seconds(p95(values))} / ${seconds(worst(values))}`;
    const figures = [webhook, sharedHost, push, telegram, sixSeconds].map(both);
    const counts = [verdict.lost, verdict.doubled, verdict.hostileCalls].map(String);
    rows.push([titleOf(story), ...figures, ...counts, faults.length === 0 ? 'pass' : faults.join('; ')]);
    print(`${faults.length === 0 ? 'pass' : 'FAIL'}  ${titleOf(story)}: ${figures.join(', ')} ${faults.join('; ')}`);
  }
  const columns = [
    ...['far sides of the strangers', 'webhook', 'at a host that hangs', 'push', 'Telegram', 'hook of 6 s'],
    ...['lost', 'doubled', 'attempts there', 'verdict'],
  ];
  print(
    `\n${tableText({ title: 'STOP beside hostile watchlists: decided to arrived, p95 / worst, s', columns, rows })}`,
  );
  return isGood;
}
