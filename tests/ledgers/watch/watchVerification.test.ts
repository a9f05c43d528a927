import { describe, expect, test } from 'vitest';
import { FAILED, FakeProvider, START_MS } from '#tests/ledgers/runFeed.ts';
import { withStorage } from '#tests/ledgers/testEnv.ts';
import { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import { CAMP_BODY as CAMP } from '#tests/support/watch/campBody.ts';
import { messageError } from '#worker/dev/fakes/hookReceiver.ts';
import type { FeedLedger } from '#worker/feed/ledger.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import { dispatch } from '#worker/watch/operations.ts';
import { maintainRecipients } from '#worker/watch/upkeep.ts';
import {
  ALL_CELLS,
  type Arrival,
  type Cell,
  Destination,
  SOME_CELLS,
  titleOf,
  VirtualFeed,
  VirtualWatch,
} from './virtualObjects.ts';

const MINUTE_MS = 60_000;
const KEY = '0'.repeat(32);
const WATCHLIST = {
  id: '0'.repeat(32),
  ownerHash: hashOf(KEY),
  viewHash: hashOf('1'),
  language: 'en',
  timeZone: 'UTC',
  network: '',
};
const AREA = '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11';

/** When strikes fall, in minutes of our clock, and how far east of the camp, in degrees: 5 km, 12 km, 5 km. */
const STORY = [
  { minute: 4, east: 0.061 },
  { minute: 6, east: 0.147 },
  { minute: 10, east: 0.06 },
] as const;
const LAST_MINUTE = 10;

const LATE_MS: Partial<Record<Cell['feed'], number>> = {
  'late 45 s': 45_000,
  'late 90 s': 90_000,
  'late 4 min': 4 * MINUTE_MS,
  'late 12 min': 12 * MINUTE_MS,
};
const OFFSET_MS: Partial<Record<Cell['feed'], number>> = {
  'clock 5 min behind, restart': -5 * MINUTE_MS,
  'clock 5 min ahead, restart': 5 * MINUTE_MS,
};
/** Minutes of our clock in which the provider fails. */
const OUTAGE = { from: LAST_MINUTE + 20, to: LAST_MINUTE + 40 } as const;

/** A cell's result. Instants are of our clock. */
interface CellRun {
  readonly arrivals: Destination['arrivals'];
  /** Provider's clock less ours. */
  readonly offsetMs: number;
  /** All-clears that were sent while a strike that the Feed had was younger than the dwell. */
  readonly falseClears: number;
  readonly level: string;
  readonly unknown: boolean;
}

/** Runs one story of 80 minutes through the product's own Feed and Watch, with what the cell has going wrong. */
async function runCell(cell: Cell): Promise<CellRun> {
  return await withStorage((storage) => runStory(cell, storage));
}

async function runStory(cell: Cell, storage: DurableObjectStorage): Promise<CellRun> {
  // One object may not touch another's storage, so Feed and Watch share one: no table or fact of theirs has the same name.
  const time = new VirtualTime(START_MS);
  const provider = new FakeProvider(time);
  const offsetMs = OFFSET_MS[cell.feed] ?? 0;
  provider.dateOffsetMs = offsetMs;
  const at = (minute: number) => START_MS + minute * MINUTE_MS;
  for (const [index, { minute, east }] of STORY.entries()) {
    const strike = { latitude: 42.7, longitude: 23.32 + east, atMs: at(minute) + offsetMs };
    const publishedMs = at(minute) + (LATE_MS[cell.feed] ?? 0);
    provider.strikes.push({ id: `s${index}`, ...strike, publishedMs });
    if (cell.feed === 'doubled') provider.strikes.push({ id: `s${index}`, ...strike, publishedMs });
  }
  const isOut = (ms: number) => cell.feed.startsWith('outage') && ms >= at(OUTAGE.from) && ms < at(OUTAGE.to);
  provider.overrideFor = ({ atMs }) => (isOut(atMs) ? FAILED : undefined);

  let died = false;
  const once = (death: Cell['death']) => {
    if (cell.death !== death || died || time.now() < at(STORY[0].minute)) return false;
    died = true;
    return true;
  };
  let watch: VirtualWatch | undefined;
  const feed = new VirtualFeed(storage, time, provider, {
    diesBeforeNumbering: (providerResponse) =>
      providerResponse.kind === 'strikes' && providerResponse.strikes.length > 0 && once('feed before numbering'),
    diesAfterNumbering: () => once('feed after numbering'),
    wake: () => {
      if (cell.death !== 'push lost') watch?.wake();
    },
  });
  const destination = new Destination(time, cell.destination);
  let falseClears = 0;
  watch = new VirtualWatch(
    storage,
    time,
    feed,
    (job) => {
      if (job.body.startsWith('{"type":"watch.all-clear"') && isYoung(feed.ledger, time.now() + offsetMs))
        falseClears += 1;
      return destination.post(job);
    },
    {
      diesBeforeCommit: () => once('watch before commit'),
      diesBeforeSend: () => once('watch before send'),
      diesBeforeFinish: () => once('watch before settle'),
    },
  );
  watch.watch.ledger.addWatchlist(WATCHLIST, time.now());
  for (const id of ['faulty', 'well']) {
    const body = {
      channel: 'webhook',
      name: id,
      threshold: 'watch',
      url: `https://${id}.brigade.bg/`,
      heartbeat: false,
      escalateAfterMin: null,
    } as const;
    dispatch(watch.watch, 'putRecipient', [WATCHLIST.id, KEY, id, body, '']);
  }
  dispatch(watch.watch, 'putArea', [WATCHLIST.id, KEY, AREA, CAMP]);
  maintainRecipients(watch.watch);
  watch.wake();

  const restarts = cell.feed.endsWith('restart');
  await time.passUntil(at(LAST_MINUTE + 7));
  if (restarts) feed.die(2_000);
  if (cell.feed === 'forgot') feed.forget();
  if (cell.death === 'watch in countdown') watch.die();
  if (cell.death === 'redeploy') {
    feed.die(2_000);
    watch.die();
  }
  await time.passUntil(at(LAST_MINUTE + 70));
  const area = watch.watch.engine.area(WATCHLIST.id, AREA);
  const state = area && watch.watch.engine.stateNow(area);
  return {
    arrivals: destination.arrivals,
    offsetMs,
    falseClears,
    level: state?.level ?? 'none',
    unknown: state?.dataStatus === 'unknown',
  };
}

/** Whether the Feed has a strike near the camp that is younger than the dwell. */
function isYoung(ledger: FeedLedger, providerNowMs: number): boolean {
  const near = { west: 22.9, south: 42.4, east: 23.7, north: 43 };
  const span = { fromMs: providerNowMs - CAMP.dwellMin * MINUTE_MS, toMs: Number.MAX_SAFE_INTEGER };
  return ledger.strikes.within(near, span).ordinals.length > 0;
}

/** How far a cell missed the promise; all zero and empty if it met it. */
interface Verdict {
  readonly missing: readonly string[];
  readonly falseClears: number;
  /** Messages that came twice and need not have. */
  readonly doubles: number;
  /** Between the last strike and the all-clear, as the well recipient was notified; undefined without one. */
  readonly clearAfterMs: number | undefined;
}

const LAST_MS = START_MS + LAST_MINUTE * MINUTE_MS;

function evaluateCell(cell: Cell, run: CellRun): Verdict {
  const { arrivals, falseClears, level, unknown } = run;
  const well = storyOf(arrivals, 'well');
  const isDeleted = cell.destination === '410';
  const missing = [
    ...missingOf('well', well, cell),
    ...(isDeleted ? [] : missingOf('faulty', storyOf(arrivals, 'faulty'), cell)),
    ...(isDeleted && !well.some(({ message }) => message.type === 'watch.notice')
      ? ['nobody is told that one is gone']
      : []),
    ...(isDeleted && arrivals.some(({ to }) => to === 'faulty') ? ['a message to one that is gone'] : []),
    ...new Set(arrivals.flatMap(({ message }) => messageError(message) ?? [])),
    ...(level === 'clear' && !unknown ? [] : [`ends ${unknown ? 'unknown, ' : ''}${level}`]),
  ];
  const clear = well.findLast(({ message }) => message.type === 'watch.all-clear');
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
  const raised = story.find(({ message }) => message.type === 'watch.raised' && message.data.level === 'stop');
  const missed = story.find(({ message }) => message.data.missed?.level === 'stop');
  const last = story.findLast(({ message }) => message.type !== 'watch.notice')?.message;
  const errors = [
    ...(raised || missed ? [] : ['stop']),
    ...(last?.data.level === 'clear' && !last.data.unknown ? [] : ['the end of it']),
    ...(types.includes('watch.all-clear') ? [] : ['all-clear']),
    ...alternationErrors(story),
    ...(cell.feed.startsWith('outage') ? outageErrors(story) : []),
  ];
  return errors.map((error) => `${who}: ${error}`);
}

/** Every all-clear ends a raise, and no raise from clear follows another without one. */
function alternationErrors(story: readonly Arrival[]): string[] {
  const errors: string[] = [];
  let isUp = false;
  for (const { message } of story) {
    const { type, data } = message;
    if (type === 'watch.raised' && data.previousLevel === 'clear') {
      if (isUp) errors.push('a raise from clear without an all-clear before it');
      isUp = true;
    } else if (type === 'watch.all-clear') {
      if (!isUp && !data.missed) errors.push('an all-clear without a raise before it');
      isUp = false;
    }
  }
  return errors;
}

function outageErrors(story: readonly Arrival[]): string[] {
  const arrival = story.find(({ message }) => message.type === 'watch.data-lost');
  const dataStatus = story.find(
    ({ message }) => message.type === 'watch.data-restored' || message.type === 'watch.all-clear',
  );
  const fromMs = START_MS + OUTAGE.from * MINUTE_MS;
  const toMs = START_MS + OUTAGE.to * MINUTE_MS;
  return [
    ...(arrival && Date.parse(arrival.message.data.decidedAt) <= fromMs + 150_000 ? [] : ['blindness within 150 s']),
    ...(dataStatus && Date.parse(dataStatus.message.data.decidedAt) >= toMs ? [] : ['sight after the outage']),
  ];
}

/** A row that was under way at a death, or whose answer was cut off after it was taken, may come twice. */
function doublesOf(cell: Cell, arrivals: readonly Arrival[]): number {
  const counts = new Map<string, number>();
  for (const { id, to } of arrivals) counts.set(`${to} ${id}`, (counts.get(`${to} ${id}`) ?? 0) + 1);
  const cuts = cell.destination === 'cut after accept';
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

const IS_FULL = process.env.WATCH_PROOF === 'full';
const CELLS: readonly Cell[] = IS_FULL ? ALL_CELLS : SOME_CELLS;
/** Feeds whose strikes are all reported in time: the all-clear comes by the minute. */
const IN_TIME: readonly Cell['feed'][] = ['prompt', 'late 45 s', 'doubled'];

describe('whatever dies, whoever does not answer and however strikes come, every raise and its all-clear arrive', () => {
  test.each(CELLS.map((cell) => [titleOf(cell), cell] as const))('%s', async (_, cell) => {
    const verdict = evaluateCell(cell, await runCell(cell));
    expect(verdict).toMatchObject({ missing: [], falseClears: 0, doubles: 0 });
    expect(verdict.clearAfterMs).toBeGreaterThanOrEqual(31 * MINUTE_MS);
    if (IN_TIME.includes(cell.feed)) expect(verdict.clearAfterMs).toBeLessThanOrEqual(31 * MINUTE_MS + 10_000);
  });
});
