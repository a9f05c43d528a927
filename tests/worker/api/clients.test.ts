import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LightningClient } from '#client/index.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { archivedCount, FAST } from '#tests/support/historyProduct.ts';
import { installPackages } from '#tests/support/installPackages.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const source = scriptedSource();
const product = fileProduct(() => startProduct({ simulator: { source }, vars: FAST }));
const clientWith = (more: Partial<ConstructorParameters<typeof LightningClient>[0]> = {}) =>
  new LightningClient({ origin: product.url, random: () => 0, ...more });

/** What a stream's text is turned into; `undefined` cuts it there. */
type StreamFault = (text: string) => string | undefined;

const through = (body: ReadableStream<Uint8Array<ArrayBuffer>>, error: StreamFault) =>
  body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(
      new TransformStream<string, string>({
        transform: (text, out) => {
          const reported = error(text);
          if (reported === undefined) out.terminate();
          else out.enqueue(reported);
        },
      }),
    )
    .pipeThrough(new TextEncoderStream());

/** The real `fetch`, of which one stream after another has the next fault; those after the last have none. */
function fetchWith(errors: readonly (StreamFault | 'refused' | 'unreachable')[]): typeof fetch {
  const left = [...errors];
  return async (input, init) => {
    const error = String(input).includes('/live') ? left.shift() : undefined;
    if (error === 'unreachable') throw new TypeError('fetch failed');
    if (error === 'refused') return new Response(null, { status: 503, headers: { 'retry-after': '1' } });
    const response = await fetch(input, init);
    return error && response.body ? new Response(through(response.body, error), response) : response;
  };
}

const endAfterStrikes = (): StreamFault => {
  let strikes = 0;
  return (text) => {
    if (text.includes('event: strikes')) strikes += 1;
    return strikes > 1 ? undefined : text;
  };
};
const garbled: StreamFault = (text) => text.replaceAll('"strikes":[[', '"strikes":[[{');

describe('the typed client', () => {
  test('[CU2] reads what it missed from the history when its cursor is of no use, and goes on', async () => {
    const client = clientWith();
    const bbox = { west: 22, south: 42, east: 24, north: 43 };
    const strike = (id: string) => source.add({ id, latitude: 42.7, longitude: 23.3, atMs: Date.now() });
    for (const id of ['a', 'b']) strike(id);
    for await (const item of client.live({ bbox, signal: AbortSignal.timeout(20_000) })) {
      if (item.type === 'feed' && item.cursor >= 2) break;
      if (item.type === 'strike' && item.strike.id === 'b') break;
    }
    const reported: string[] = [];
    let resets = 0;
    for await (const item of client.live({ bbox, since: 9_999_999, signal: AbortSignal.timeout(40_000) })) {
      if (item.type === 'reset') resets += 1;
      if (item.type === 'strike') reported.push(`${item.strike.id}${item.recovered ? ' recovered' : ''}`);
      if (item.type === 'strike' && reported.length === 2) strike('c');
      if (item.type === 'strike' && item.strike.id === 'c') break;
    }
    expect(resets).toBe(1);
    expect(reported.sort()).toEqual(['a recovered', 'b recovered', 'c']);
  });

  test('[AP2] reads a question over all of its pages, and says what of it was not read', async () => {
    const atMs = Date.now() - 20_000;
    const strikes = [1, 2, 3, 4, 5].map((n) => ({ id: `near${n}`, latitude: 38.5, longitude: 16, atMs: atMs + n }));
    const before = await archivedCount(product);
    source.add(...strikes);
    await expect.poll(() => archivedCount(product), { timeout: 20_000 }).toBe(before + strikes.length);
    const near = { latitude: 38.5, longitude: 16 };
    const history = clientWith().strikes({ near, radiusKm: 2, from: atMs - 3_600_000, to: Date.now(), limit: 2 });
    const pages: number[] = [];
    for await (const page of history.pages()) pages.push(page.strikes.length);
    expect(pages.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(pages.length).toBeGreaterThan(2);
    expect(history.extent).toMatchObject({ outsideHome: false, gaps: expect.any(Array) });
  });

  test('throws what the API refuses for good, with its code', async () => {
    const upsideDown = { west: 24, south: 42, east: 22, north: 43 };
    await expect(clientWith().live({ bbox: upsideDown }).next()).rejects.toMatchObject({
      name: 'LightningError',
      status: 400,
      code: 'invalid-parameters',
      errors: { bbox: 'reversed' },
    });
  });

  test('[CL1] [CL2] [CL3] tells each strike once though its streams are cut, garbled, refused and unreachable', async () => {
    const bbox = { west: 14, south: 42, east: 15, north: 43 };
    const faulty = fetchWith([endAfterStrikes(), 'refused', garbled, 'unreachable', endAfterStrikes()]);
    const client = clientWith({ fetch: faulty });
    const requested = Array.from({ length: 20 }, (_, index) => `s${index}`);
    const reported: string[] = [];
    const reasons: string[] = [];
    let timer: NodeJS.Timeout | undefined;
    for await (const item of client.live({ bbox, signal: AbortSignal.timeout(40_000) })) {
      if (item.type === 'waiting') reasons.push(item.reason);
      if (item.type === 'strike') reported.push(item.strike.id);
      const left = requested.values();
      timer ??= setInterval(() => {
        const { value: id } = left.next();
        if (id) source.add({ id, latitude: 42.7, longitude: 14.5, atMs: Date.now() });
        else clearInterval(timer);
      }, 150);
      if (reported.length >= requested.length && reasons.length >= 5) break;
    }
    clearInterval(timer);
    expect([...reported].sort()).toEqual([...requested].sort());
    expect(reasons).toEqual(['ended', 'refused', 'unreadable', 'unreachable', 'ended']);
  });
});

const ORIGIN = 'https://lightning.example';
const children: ChildProcess[] = [];
/** A machine with nothing but Node gets Python and curl first. */
const INSTALL_MS = 180_000;
beforeAll(() => {
  const missing = ['python3', 'curl'].filter(isMissing);
  if (missing.length > 0) installPackages(...missing);
}, INSTALL_MS);
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** The sample as the page shows it, with this product's address in place of the site's. */
const sample = async (name: string) =>
  (await readFile(join(projectRoot, 'web/tools/api/samples', name), 'utf8')).replaceAll(ORIGIN, product.url);

const isMissing = (program: string) => spawnSync(program, ['--version']).status !== 0;

/** Runs the program and resolves with what it printed, once that fits; rejects when it ends before. */
function printed(program: string, args: readonly string[], fits: (text: string) => boolean): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let text = '';
  return new Promise((resolve, reject) => {
    const accept = (part: Buffer) => {
      text += part;
      if (fits(text)) resolve(text);
    };
    child.stdout.on('data', accept);
    child.stderr.on('data', accept);
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`ended with ${code} after: ${text}`)));
  });
}

/** New strikes over Sofia, one each half second, for as long as the test lasts: a stream begins with what is new. */
async function whileStriking<T>(name: string, work: Promise<T>): Promise<T> {
  let number = 0;
  const timer = setInterval(() => {
    number += 1;
    source.add({ id: `${name}${number}`, latitude: 42.7, longitude: 23.3, atMs: Date.now() });
  }, 500);
  return work.finally(() => clearInterval(timer));
}

describe('the samples of the API page, run as they stand there', () => {
  test.each([
    [
      'JavaScript',
      'js',
      process.execPath,
      ['--experimental-eventsource', '--input-type=module', '-e'],
      /Z 42\.7 23\.3 js\d+/,
    ],
    ['Python', 'py', 'python3', ['-c'], /^\d{13} 42\.7 23\.3 py\d+$/m],
  ])('the stream in %s prints strikes', async (_, ending, program, args, line) => {
    const run = printed(program, [...args, await sample(`stream.${ending}`)], (text) => line.test(text));
    expect(await whileStriking(ending, run)).toMatch(line);
  });

  test('the question about a pylon is answered, and says what of it was read', async () => {
    const command = await sample('near.sh');
    const now = Date.now();
    const instant = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 19)}Z`;
    const parameters = [...command.matchAll(/-d (\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]);
    const query = new URLSearchParams({
      ...Object.fromEntries(parameters),
      from: instant(now - 86_400_000),
      to: instant(now),
    });
    // The command has the dates of Linux.
    const text =
      process.platform === 'linux'
        ? spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stdout
        : await (await fetch(`${product.url}/api/v1/strikes?${query}`)).text();
    expect(JSON.parse(text)).toMatchObject({ strikes: expect.any(Array), gaps: expect.any(Array) });
  });
});
