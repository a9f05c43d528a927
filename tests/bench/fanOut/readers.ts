import { connect, type Socket } from 'node:net';

/**
 * Readers of a stream, in a process of their own so that their work is nobody's figure. Each notes when the frames
 * after its first bytes arrive; nothing is parsed.
 */
export type ReadersOrder =
  | {
      readonly kind: 'open';
      readonly url: string;
      readonly count: number;
      readonly stalled: number;
      /** Address of this machine that those which stall connect from. */
      readonly stalledFrom?: string | undefined;
    }
  /** Report once each reader that reads has had `frames` frames. */
  | { readonly kind: 'collect'; readonly frames: number };

export type ReadersReport =
  | { readonly kind: 'opened' }
  /** For each frame, when each reader had it: milliseconds since the epoch, with fractions. */
  | { readonly kind: 'arrivals'; readonly frames: readonly (readonly number[])[] };

const MARK = Buffer.from('event: strikes');
const OPENING_AT_ONCE = 100;
const TIMEOUT_MS = 20_000;

const arrivals: number[][] = [];
const sockets: Socket[] = [];
let reading = 0;
let requested = Number.POSITIVE_INFINITY;

const nowMs = () => performance.timeOrigin + performance.now();
const report = (message: ReadersReport) => process.send?.(message);

function finish(): void {
  if (arrivals.length < requested || (arrivals[requested - 1]?.length ?? 0) < reading) return;
  report({ kind: 'arrivals', frames: arrivals.slice(0, requested) });
  requested = Number.POSITIVE_INFINITY;
}

function open(url: URL, stalls: boolean, localAddress?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const from = localAddress === undefined ? {} : { localAddress };
    const socket = connect({ port: Number(url.port), host: url.hostname, ...from });
    sockets.push(socket);
    let frames = 0;
    let rest: Buffer = Buffer.alloc(0);
    /** Whether the answer is a stream, and whether its first bytes came. */
    let stream = false;
    let greeted = false;
    socket.once('error', reject);
    socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/event-stream\r\n\r\n`);
    socket.on('data', (part: Buffer) => {
      const bytes = rest.length === 0 ? part : Buffer.concat([rest, part]);
      let at = bytes.indexOf(MARK);
      let end = 0;
      for (; at >= 0; at = bytes.indexOf(MARK, end)) {
        end = at + MARK.length;
        const times = arrivals[frames] ?? [];
        arrivals[frames] = times;
        times.push(nowMs());
        frames += 1;
      }
      rest = bytes.subarray(Math.max(end, bytes.length - MARK.length + 1));
      if (frames >= requested) finish();
      if (greeted) return;
      if (!stream && !bytes.toString('latin1').startsWith('HTTP/1.1 200 ')) {
        reject(new Error(`no stream: ${bytes.toString('latin1').split('\r\n', 1)}`));
        return;
      }
      stream = true;
      if (!bytes.includes('\n\n')) return;
      greeted = true;
      if (stalls) socket.pause();
      else reading += 1;
      resolve();
    });
  });
}

async function openAll({ url, count, stalled, stalledFrom }: Extract<ReadersOrder, { kind: 'open' }>): Promise<void> {
  const address = new URL(url);
  for (let opened = 0; opened < count + stalled; opened += OPENING_AT_ONCE) {
    const share = Math.min(OPENING_AT_ONCE, count + stalled - opened);
    const stalls = (index: number) => opened + index >= count;
    const readers = Array.from({ length: share }, (_, index) =>
      open(address, stalls(index), stalls(index) ? stalledFrom : undefined),
    );
    await Promise.all(readers);
  }
  report({ kind: 'opened' });
}

process.on('message', (order: ReadersOrder) => {
  if (order.kind === 'open') {
    void openAll(order);
    return;
  }
  requested = order.frames;
  finish();
  setTimeout(() => {
    if (requested === Number.POSITIVE_INFINITY) return;
    report({ kind: 'arrivals', frames: Array.from({ length: requested }, (_, frame) => arrivals[frame] ?? []) });
    requested = Number.POSITIVE_INFINITY;
  }, TIMEOUT_MS).unref();
});
process.on('disconnect', () => process.exit());
