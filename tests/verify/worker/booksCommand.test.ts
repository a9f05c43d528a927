import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { WatchClient } from '#tests/support/watch/WatchClient.ts';

const AREA = '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11';
const CAMP = { name: 'Лагер', kind: 'site', shape: { type: 'Point', coordinates: [23.32, 42.7] } } as const;

const product = fileProduct(() => startProduct({ vars: { WATCH_DAILY_CAP: '1' } }));

/** What `npm run books` prints of the running product, whose cron comes as often as it can. */
async function books(...args: string[]): Promise<string> {
  const command = [join(projectRoot, 'worker/dev/local/books.ts'), ...args];
  const env = { ...process.env, STATE_DIR: product.stateDir };
  let isOver = false;
  const run = promisify(execFile)(process.execPath, command, { cwd: projectRoot, env }).finally(() => {
    isOver = true;
  });
  const crons = (async () => {
    while (!isOver) {
      await product.runtime.cron();
      await wait(200);
    }
  })();
  const [{ stdout }] = await Promise.all([run, crons]);
  return stdout;
}

test('npm run books lists books and what is full, shows no name or place of theirs, and ends one', async () => {
  const large = await WatchClient.createIn(product, '3', '203.0.113.0/24');
  const small = await WatchClient.createIn(product, 'c', '198.51.100.0/24');
  await large.call('PUT', `/areas/${AREA}`, CAMP);
  const listed = await books();
  expect(listed).toMatch(/object 3 {2}1 books, 1 of 10000 areas, 1 of 1 books made today/);
  expect(listed).toContain('Full: 3, c\n');
  expect(listed).toMatch(
    new RegExp(
      `\n${large.keys.id} {2}1 areas, 0 recipients, \\d+ log lines {2}network [0-9a-f]{8}: 0.0 %[^\n]*\n${small.keys.id} {2}0 areas`,
    ),
  );
  expect(listed).toContain('2 in all');
  expect(listed).not.toMatch(/Лагер|23\.32|203\.0/);
  expect(await books('end', large.keys.id)).toContain('The book is ended.');
  expect((await large.call('GET', '/state')).status).toBe(404);
  expect((await small.call('GET', '/state')).status).toBe(200);
}, 400_000);
