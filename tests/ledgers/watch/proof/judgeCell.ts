import { START_MS } from '#tests/ledgers/runFeed.ts';
import { messageFault } from '#worker/dev/standIns/messageCheck.ts';
import type { Cell } from './Cell.ts';
import type { Arrival } from './FarSide.ts';
import { type CellRun, LAST_MINUTE, MINUTE_MS, OUTAGE } from './runCell.ts';

/** How far a cell missed what is promised; all zero and empty if it kept it. */
export interface Verdict {
  readonly missing: readonly string[];
  readonly falseClears: number;
  /** Messages that came twice and need not have. */
  readonly doubles: number;
  /** Between the last strike and the all-clear, as the well recipient was told; undefined without one. */
  readonly clearAfterMs: number | undefined;
}

const LAST_MS = START_MS + LAST_MINUTE * MINUTE_MS;

export function judgeCell(cell: Cell, run: CellRun): Verdict {
  const { arrivals, falseClears, level, unknown } = run;
  const well = storyOf(arrivals, 'well');
  const isGone = cell.farSide === '410';
  const missing = [
    ...missingOf('well', well, cell),
    ...(isGone ? [] : missingOf('faulty', storyOf(arrivals, 'faulty'), cell)),
    ...(isGone && !well.some(({ message }) => message.type === 'watch.notice')
      ? ['nobody is told that one is gone']
      : []),
    ...(isGone && arrivals.some(({ to }) => to === 'faulty') ? ['a message to one that is gone'] : []),
    ...new Set(arrivals.flatMap(({ message }) => messageFault(message) ?? [])),
    ...(level === 'clear' && !unknown ? [] : [`ends ${unknown ? 'unknown, ' : ''}${level}`]),
  ];
  const clear = well.findLast(({ message }) => message.type === 'watch.clear');
  return {
    missing,
    falseClears,
    doubles: doublesOf(cell, arrivals),
    clearAfterMs: clear && Date.parse(clear.message.data.decidedAt) - LAST_MS,
  };
}

/** What a recipient got, each message once. */
function storyOf(arrivals: readonly Arrival[], to: string): Arrival[] {
  const seen = new Set<string>();
  return arrivals.filter((arrival) => arrival.to === to && !seen.has(arrival.id) && seen.add(arrival.id));
}

function missingOf(who: string, story: readonly Arrival[], cell: Cell): string[] {
  const types = story.map(({ message }) => message.type);
  const raised = story.find(({ message }) => message.type === 'watch.raise' && message.data.level === 'stop');
  const missed = story.find(({ message }) => message.data.missed?.level === 'stop');
  const last = story.findLast(({ message }) => message.type !== 'watch.notice')?.message;
  const faults = [
    ...(raised || missed ? [] : ['stop']),
    ...(last?.data.level === 'clear' && !last.data.unknown ? [] : ['the end of it']),
    ...(types.includes('watch.clear') ? [] : ['all-clear']),
    ...alternationFaults(story),
    ...(cell.feed.startsWith('outage') ? outageFaults(story) : []),
  ];
  return faults.map((fault) => `${who}: ${fault}`);
}

/** Every all-clear ends a raise, and no raise from clear follows another without one. */
function alternationFaults(story: readonly Arrival[]): string[] {
  const faults: string[] = [];
  let isUp = false;
  for (const { message } of story) {
    const { type, data } = message;
    if (type === 'watch.raise' && data.previousLevel === 'clear') {
      if (isUp) faults.push('a raise from clear without an all-clear before it');
      isUp = true;
    } else if (type === 'watch.clear') {
      if (!isUp && !data.missed) faults.push('an all-clear without a raise before it');
      isUp = false;
    }
  }
  return faults;
}

function outageFaults(story: readonly Arrival[]): string[] {
  const blind = story.find(({ message }) => message.type === 'watch.blind');
  const sight = story.find(({ message }) => message.type === 'watch.sight' || message.type === 'watch.clear');
  const fromMs = START_MS + OUTAGE.from * MINUTE_MS;
  const toMs = START_MS + OUTAGE.to * MINUTE_MS;
  return [
    ...(blind && Date.parse(blind.message.data.decidedAt) <= fromMs + 150_000 ? [] : ['blindness within 150 s']),
    ...(sight && Date.parse(sight.message.data.decidedAt) >= toMs ? [] : ['sight after the outage']),
  ];
}

/** A row that was under way at a death, or whose answer was cut off after it was taken, may come twice. */
function doublesOf(cell: Cell, arrivals: readonly Arrival[]): number {
  const counts = new Map<string, number>();
  for (const { id, to } of arrivals) counts.set(`${to} ${id}`, (counts.get(`${to} ${id}`) ?? 0) + 1);
  const cuts = cell.farSide === 'cut after accept';
  const diedUnderWay =
    cell.death === 'watch before settle' || cell.death === 'watch in countdown' || cell.death === 'redeploy';
  let allowed = diedUnderWay ? 2 : 0;
  let doubles = 0;
  for (const [key, count] of counts) {
    const more = count - 1 - (cuts && key.startsWith('faulty') ? 1 : 0);
    if (more <= 0) continue;
    if (allowed > 0) allowed -= 1;
    else doubles += more;
  }
  return doubles;
}
