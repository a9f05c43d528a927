import { bboxWithin, HOME_BOX as HOME, parseBBox } from '#shared/geo/BBox.ts';
import { atMost, exactly, type LoadOutcome, visible } from '#tests/report/RunResult.ts';
import { type OpenedStream, openStream } from '#tests/support/openStream.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const AS_DEPLOYED = { POLL_INTERVAL_MS: '5000', PROVIDER_MAX_RPS: '2' };
const STREAMS = 11;
const CELLS_EACH = 24;
const MINUTE_MS = 60_000;
const RESCAN_MS = 5 * MINUTE_MS;
const EDGE_MS = 2;

interface Sent {
  readonly atMs: number;
  readonly home: boolean;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A strike a second over home, seen by both products at the same instants. */
function storm(minutes: number) {
  const startMs = Date.now();
  return Array.from({ length: minutes * 60 }, (_, index) => ({
    id: `storm-${index}`,
    latitude: 36 + (index % 100) / 10,
    longitude: 15 + (index % 90) / 6,
    atMs: startMs + index * 1_000,
  }));
}

function sent({ simulator }: Product, sinceMs: number): Sent[] {
  return simulator.calls().recent.flatMap(({ atMs, query }) => {
    const requested = new URLSearchParams(query);
    const box = parseBBox(requested.get('bbox') ?? '');
    if (atMs < sinceMs || !box.ok) return [];
    const [fromMs, toMs] = ['from', 'to'].map((name) => Date.parse(requested.get(name) ?? '')) as [number, number];
    return [{ atMs, home: bboxWithin(box.bbox, HOME), fromMs, toMs }];
  });
}

const longestGapMs = (times: readonly number[]) =>
  Math.max(0, ...times.slice(1).map((atMs, index) => atMs - (times[index] as number)));

/** How long after it was due each rescan of home, up to a mark of five minutes, was first requested, perhaps with more. */
function rescanDelaysMs(calls: readonly Sent[], sinceMs: number, untilMs: number): number[] {
  const delays: number[] = [];
  for (let dueMs = Math.ceil(sinceMs / RESCAN_MS) * RESCAN_MS; dueMs < untilMs - 2 * MINUTE_MS; dueMs += RESCAN_MS) {
    const ends = dueMs - RESCAN_MS;
    const reaches = ({ fromMs, toMs }: Sent) => fromMs < ends - EDGE_MS && toMs >= ends - EDGE_MS;
    const read = calls.find((call) => call.home && call.atMs >= dueMs && reaches(call));
    delays.push((read?.atMs ?? Number.POSITIVE_INFINITY) - dueMs);
  }
  return delays;
}

async function watchWorld({ url }: Product): Promise<OpenedStream[]> {
  const cells = Array.from({ length: 256 }, (_, cell) => `4/${cell % 16}/${Math.floor(cell / 16)}`);
  const queries = Array.from({ length: STREAMS }, (_, stream) =>
    cells.slice(stream * CELLS_EACH, (stream + 1) * CELLS_EACH).join(','),
  );
  return Promise.all(queries.map((names, stream) => openStream(url, `203.0.113.${stream + 1}`, `tiles=${names}`)));
}

/** `npm run tools -- load world`: eleven streams lease every cell there is, compared with a product with one viewer of home. */
export async function worldLoad(minutes: number, print: (line: string) => void): Promise<LoadOutcome> {
  const sky = storm(minutes + 1);
  const start = () => startProduct({ simulator: { source: scriptedSource(...sky) }, vars: AS_DEPLOYED });
  const [calm, hostile] = await Promise.all([start(), start()]);
  const viewers = [await openStream(calm.url, '198.51.100.1', 'bbox=22,42,24,43')];
  viewers.push(await openStream(hostile.url, '198.51.100.1', 'bbox=22,42,24,43'), ...(await watchWorld(hostile)));
  try {
    // The first day of history is read before the minutes count.
    await wait(MINUTE_MS);
    const sinceMs = Date.now();
    for (let minute = 0; minute < minutes; minute += 1) {
      await wait(MINUTE_MS);
      print(
        `minute ${minute + 1}: ${sent(hostile, sinceMs).length} calls, ${sent(calm, sinceMs).length} with one viewer`,
      );
    }
    const untilMs = Date.now();
    const [quiet, busy] = [sent(calm, sinceMs), sent(hostile, sinceMs)];
    const homeTimes = busy.filter(({ home }) => home).map(({ atMs }) => atMs);
    const silenceS = longestGapMs([sinceMs, ...homeTimes, untilMs]) / 1000;
    const rescanS = Math.max(...rescanDelaysMs(busy, sinceMs, untilMs)) / 1000;
    const status = (await (await fetch(`${hostile.url}/api/v1/status`)).json()) as { feed: { breaker: string } };
    const rows = [
      visible('calls a minute with one viewer of home', quiet.length / minutes, 1),
      visible(`calls a minute with ${STREAMS} hostile streams`, busy.length / minutes, 1),
      atMost('ratio of the two', busy.length / quiet.length, 1.5, 2),
      atMost('longest silence towards home, s', silenceS, 12, 3),
      exactly('circuit open', Number(status.feed.breaker !== 'closed')),
      atMost('slowest sweep of home after it was due, s', rescanS, 120, 3),
    ];
    return { title: `npm run tools -- load world: ${STREAMS} streams that watch all cells, ${minutes} min`, rows };
  } finally {
    for (const viewer of viewers) viewer.close();
    await Promise.all([calm.close(), hostile.close()]);
  }
}
