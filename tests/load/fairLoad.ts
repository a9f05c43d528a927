import { atMost, exactly, type FigureRow, type LoadOutcome, visible } from '#tests/report/RunResult.ts';
import { type OpenedStream, openStream } from '#tests/support/openStream.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { percentile } from './percentile.ts';

const HOG = '203.0.113.7';
const RELAYS = 3;
const SLOTS_EACH = 100;
const HONEST = 100;
const ONE_ADDRESS = 2_000;
const AT_ONCE = 50;

const honest = (index: number) => `198.51.${100 + (index >> 8)}.${index & 255}`;
const refusedOf = (streams: readonly OpenedStream[]) => streams.filter(({ status }) => status !== 200).length;
const firstByteMs = (streams: readonly OpenedStream[]) =>
  percentile(
    streams.map((stream) => stream.firstByteMs),
    50,
  );

/** One after the other, so that none waits for another's turn. */
async function openOneByOne(url: string, addresses: readonly string[]): Promise<OpenedStream[]> {
  const streams: OpenedStream[] = [];
  for (const address of addresses) streams.push(await openStream(url, address));
  return streams;
}

async function close(streams: readonly OpenedStream[]): Promise<void> {
  for (const stream of streams) stream.close();
  await Promise.all(streams.map(({ ended }) => ended));
}

/** Honest opens with every slot free, and then with every slot taken by one address. */
async function besideHog(print: (line: string) => void): Promise<FigureRow[]> {
  const product = await startProduct({
    vars: { RELAY_MAX: String(RELAYS), RELAY_MAX_STREAMS: String(SLOTS_EACH) },
  });
  try {
    const many = Array.from({ length: HONEST }, (_, index) => honest(index));
    // The first opens pay for what a server loads once.
    await close(await openOneByOne(product.url, many));
    const alone = await openOneByOne(product.url, many);
    await close(alone);
    const hogs = await openOneByOne(product.url, Array(RELAYS * SLOTS_EACH).fill(HOG));
    print(`one address holds ${hogs.length - refusedOf(hogs)} of ${RELAYS * SLOTS_EACH} slots`);
    const beside = await openOneByOne(product.url, many);
    const another = await openStream(product.url, HOG);
    const [aloneMs, besideMs] = [firstByteMs(alone), firstByteMs(beside)];
    const away = hogs.filter((hog) => hog.text().includes('event: away')).length;
    const rows: FigureRow[] = [
      exactly('slots taken by one address', hogs.length - refusedOf(hogs), hogs.length),
      exactly(`of ${HONEST} honest opens beside it, refused`, refusedOf(beside)),
      exactly('its streams sent away', away, HONEST),
      exactly('its next open: status', another.status, 503),
      visible('first byte of an honest open when all is free, p50, ms', aloneMs, 2),
      visible('the same when one address has all slots, p50, ms', besideMs, 2),
      atMost('ratio of the two', besideMs / aloneMs, 2, 2),
    ];
    await close([...hogs, ...beside]);
    return rows;
  } finally {
    await product.close();
  }
}

/** Everybody behind one operator's address opens the map in the same minute. */
async function behindOneAddress(): Promise<FigureRow[]> {
  const product = await startProduct({ vars: { RELAY_MAX: '3', RELAY_MAX_STREAMS: '1000' } });
  const streams: OpenedStream[] = [];
  try {
    while (streams.length < ONE_ADDRESS) {
      const some = Array.from({ length: AT_ONCE }, () => openStream(product.url, HOG));
      streams.push(...(await Promise.all(some)));
    }
    return [exactly(`of ${ONE_ADDRESS} people behind one address, slots free, refused`, refusedOf(streams))];
  } finally {
    await close(streams);
    await product.close();
  }
}

/** `npm run tools -- load fair`. */
export async function fairLoad(print: (line: string) => void): Promise<LoadOutcome> {
  const rows = [...(await besideHog(print)), ...(await behindOneAddress())];
  return { title: `npm run tools -- load fair: ${RELAYS} relays of ${SLOTS_EACH} slots`, rows };
}
