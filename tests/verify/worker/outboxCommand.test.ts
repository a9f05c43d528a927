import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContactBench, startContactBench } from '#tests/support/contactBench.ts';
import { contactBody } from '#tests/support/contactBody.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';

let bench: ContactBench;
beforeAll(async () => {
  bench = await startContactBench();
});
afterAll(() => bench.product.close());

/** What `npm run outbox` prints about the state of the running product. */
async function outbox(...args: string[]): Promise<string> {
  const command = [join(projectRoot, 'worker/dev/local/outbox.ts'), ...args];
  const env = { ...process.env, STATE_DIR: bench.product.stateDir };
  return (await promisify(execFile)(process.execPath, command, { cwd: projectRoot, env })).stdout;
}

test('npm run outbox lists and erases, and says how many it erased', async () => {
  bench.product.simulator.setFaults({ notifications: 'rejecting' });
  const body = contactBody({ email: 'ana@mail.bg' });
  for (const each of [body, contactBody({ email: 'Ana@Mail.bg' }), contactBody({ email: 'eve@mail.bg' })]) {
    await bench.post(each);
  }
  const listed = await outbox();
  expect(listed).toContain(`${body.id}  dead`);
  expect(listed).toContain('3 in all');
  expect(await outbox('erase', 'ana@mail.bg')).toBe('2 messages of ana@mail.bg erased.\n');
  expect(await bench.outbox()).toHaveLength(1);
}, 400_000);
