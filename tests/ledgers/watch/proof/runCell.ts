import { FakeProvider } from '#tests/ledgers/FakeProvider.ts';
import { FAILED, START_MS } from '#tests/ledgers/runFeed.ts';
import { withStorage } from '#tests/ledgers/testEnv.ts';
import { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import { CAMP_BODY as CAMP } from '#tests/support/watch/campBody.ts';
import type { FeedLedger } from '#worker/feed/ledger/FeedLedger.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { carryOut } from '#worker/watch/operations/operations.ts';
import { keepUpRecipients } from '#worker/watch/recipientUpkeep.ts';
import type { Cell } from './Cell.ts';
import { FarSide } from './FarSide.ts';
import { VirtualFeed } from './VirtualFeed.ts';
import { VirtualWatch } from './VirtualWatch.ts';

export const MINUTE_MS = 60_000;
const KEY = '0'.repeat(32);
const BOOK = {
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
export const LAST_MINUTE = 10;

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
export const OUTAGE = { from: LAST_MINUTE + 20, to: LAST_MINUTE + 40 } as const;

/** What came of a cell. Instants are of our clock. */
export interface CellRun {
  readonly arrivals: FarSide['arrivals'];
  /** Provider's clock less ours. */
  readonly offsetMs: number;
  /** All-clears that were sent while a strike that the Feed had was younger than the dwell. */
  readonly falseClears: number;
  readonly level: string;
  readonly unknown: boolean;
}

/** Runs one story of 80 minutes through the product's own Feed and Watch, with what the cell has going wrong. */
export async function runCell(cell: Cell): Promise<CellRun> {
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
  provider.fault = ({ atMs }) => (isOut(atMs) ? FAILED : undefined);

  let died = false;
  const once = (death: Cell['death']) => {
    if (cell.death !== death || died || time.now() < at(STORY[0].minute)) return false;
    died = true;
    return true;
  };
  let watch: VirtualWatch | undefined;
  const feed = new VirtualFeed(storage, time, provider, {
    diesBeforeNumbering: (answer) =>
      answer.kind === 'strikes' && answer.strikes.length > 0 && once('feed before numbering'),
    diesAfterNumbering: () => once('feed after numbering'),
    wake: () => {
      if (cell.death !== 'push lost') watch?.wake();
    },
  });
  const farSide = new FarSide(time, cell.farSide);
  let falseClears = 0;
  watch = new VirtualWatch(
    storage,
    time,
    feed,
    (job) => {
      if (job.body.startsWith('{"type":"watch.clear"') && isYoung(feed.ledger, time.now() + offsetMs)) falseClears += 1;
      return farSide.post(job);
    },
    {
      diesBeforeCommit: () => once('watch before commit'),
      diesBeforeSend: () => once('watch before send'),
      diesBeforeSettle: () => once('watch before settle'),
    },
  );
  watch.watch.ledger.addBook(BOOK, time.now());
  for (const id of ['faulty', 'well']) {
    const body = {
      channel: 'webhook',
      name: id,
      threshold: 'watch',
      url: `https://${id}.brigade.bg/`,
      heartbeat: false,
      escalateAfterMin: null,
    } as const;
    carryOut(watch.watch, 'putRecipient', [BOOK.id, KEY, id, body, '']);
  }
  carryOut(watch.watch, 'putArea', [BOOK.id, KEY, AREA, CAMP]);
  keepUpRecipients(watch.watch);
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
  const area = watch.watch.engine.area(BOOK.id, AREA);
  const state = area && watch.watch.engine.stateNow(area);
  return {
    arrivals: farSide.arrivals,
    offsetMs,
    falseClears,
    level: state?.level ?? 'none',
    unknown: state?.sight === 'unknown',
  };
}

/** Whether the Feed has a strike near the camp that is younger than the dwell. */
function isYoung(ledger: FeedLedger, providerNowMs: number): boolean {
  const near = { west: 22.9, south: 42.4, east: 23.7, north: 43 };
  const span = { fromMs: providerNowMs - CAMP.dwellMin * MINUTE_MS, toMs: Number.MAX_SAFE_INTEGER };
  return ledger.strikes.within(near, span).length > 0;
}
