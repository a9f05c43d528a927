import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { HOUR_MS } from '#shared/time.ts';
import { slicePath } from '#shared/wire/apiPaths.ts';
import { openStream } from '#tests/support/openStream.ts';
import { wait } from '#tests/support/wait.ts';

/** A process that calls, so that neither the product's process nor the one that measures waits for the others' bytes. */
export type CallOrder =
  | { readonly kind: 'reload'; readonly url: string; readonly viewers: number; readonly withinMs: number }
  | { readonly kind: 'wave'; readonly url: string; readonly calls: readonly AnonymousCall[] }
  /** Asks for the status all the time, until `rest`. */
  | { readonly kind: 'probe'; readonly url: string }
  | { readonly kind: 'rest' };

export interface AnonymousCall {
  readonly path: string;
  readonly address: string;
  readonly body?: string | undefined;
}

export interface CallReport {
  /** Of each call; for a reload, until the viewer had the slice of the storm. */
  readonly tookMs: readonly number[];
  readonly statuses: Readonly<Record<number, number>>;
  /** How many different bodies came for the slice of the storm. */
  readonly bodies: number;
}

/** Of the view that a phone has of the Balkans; the storm is in the second. */
const TILES = [
  { z: 4, x: 8, y: 5 },
  { z: 4, x: 9, y: 5 },
  { z: 4, x: 9, y: 6 },
];
const STORM = TILES[1];
const PROBE_EVERY_MS = 25;
const PROBE_ADDRESS = '203.0.113.200';

/** Bytes stay packed: unpacking is the affair of each viewer's own device. */
const agent = new Agent({ keepAlive: true });

function tally() {
  const statuses: Record<number, number> = {};
  const bodies = new Set<string>();
  const tookMs: number[] = [];
  return {
    tookMs,
    bodies,
    call: (url: string, { path, address, body }: AnonymousCall): Promise<Buffer> => {
      const sent = body === undefined ? {} : { 'content-type': 'application/json' };
      const headers = { 'cf-connecting-ip': address, 'accept-encoding': 'gzip', ...sent };
      const method = body === undefined ? 'GET' : 'POST';
      return new Promise((resolve, reject) => {
        const call = request(url + path, { agent, method, headers }, (response) => {
          const status = response.statusCode ?? 0;
          statuses[status] = (statuses[status] ?? 0) + 1;
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve(Buffer.concat(chunks)));
          response.on('error', reject);
        });
        call.on('error', reject).end(body);
      });
    },
    report: (): CallReport => ({ tookMs, statuses, bodies: bodies.size }),
  };
}

/** Everybody who reloads opens the stream, and asks for the open hour of three tiles, for storm cells and the status. */
async function reload(url: string, viewers: number, withinMs: number): Promise<CallReport> {
  const { tookMs, bodies, call, report } = tally();
  const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const viewer = async (index: number) => {
    await wait((index / viewers) * withinMs);
    const startMs = performance.now();
    const address = `198.51.${100 + (index >> 8)}.${index & 255}`;
    const stream = openStream(url, address);
    const slices = TILES.map(async (tile) => {
      const body = await call(url, { path: slicePath(tile, hourMs, 'planes'), address });
      if (tile !== STORM) return;
      tookMs.push(performance.now() - startMs);
      bodies.add(createHash('sha1').update(body).digest('hex'));
    });
    const others = ['/api/v1/storm-cells', '/api/v1/status'].map((path) => call(url, { path, address }));
    await Promise.all([...slices, ...others]);
    (await stream).close();
  };
  await Promise.all(Array.from({ length: viewers }, (_, index) => viewer(index)));
  return report();
}

async function wave(url: string, calls: readonly AnonymousCall[]): Promise<CallReport> {
  const { tookMs, call, report } = tally();
  const one = async (each: AnonymousCall) => {
    const startMs = performance.now();
    await call(url, each);
    tookMs.push(performance.now() - startMs);
  };
  await Promise.all(calls.map(one));
  return report();
}

let isResting = false;

async function probe(url: string): Promise<CallReport> {
  isResting = false;
  const { tookMs, call, report } = tally();
  while (!isResting) {
    const startMs = performance.now();
    await call(url, { path: '/api/v1/status', address: PROBE_ADDRESS });
    tookMs.push(performance.now() - startMs);
    await wait(PROBE_EVERY_MS);
  }
  return report();
}

process.on('message', async (order: CallOrder) => {
  if (order.kind === 'rest') {
    isResting = true;
    return;
  }
  const { kind, url } = order;
  const report =
    kind === 'reload'
      ? await reload(url, order.viewers, order.withinMs)
      : await (kind === 'wave' ? wave(url, order.calls) : probe(url));
  process.send?.(report);
});
