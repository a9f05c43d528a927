import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { FAST } from '#tests/support/historyProduct.ts';
import { installPackages } from '#tests/support/installPackages.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const ORIGIN = 'https://lightning.example';
const source = scriptedSource();
const children: ChildProcess[] = [];
/** A machine with nothing but Node gets Python and curl first. */
const INSTALL_MS = 180_000;
beforeAll(() => {
  const missing = ['python3', 'curl'].filter(isMissing);
  if (missing.length > 0) installPackages(...missing);
}, INSTALL_MS);
const product = fileProduct(() => startProduct({ simulator: { source }, vars: FAST }));
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
    const take = (part: Buffer) => {
      text += part;
      if (fits(text)) resolve(text);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
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
  test('the stream in JavaScript prints strikes', async () => {
    const args = ['--experimental-eventsource', '--input-type=module', '-e', await sample('stream.js')];
    const line = /Z 42\.7 23\.3 js\d+/;
    expect(
      await whileStriking(
        'js',
        printed(process.execPath, args, (text) => line.test(text)),
      ),
    ).toMatch(line);
  });

  test('the stream in Python prints strikes', async () => {
    const args = ['-c', await sample('stream.py')];
    const line = /^\d{13} 42\.7 23\.3 py\d+$/m;
    expect(
      await whileStriking(
        'py',
        printed('python3', args, (text) => line.test(text)),
      ),
    ).toMatch(line);
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
    expect(JSON.parse(text)).toMatchObject({ strikes: expect.any(Array), unread: expect.any(Array) });
  });
});
