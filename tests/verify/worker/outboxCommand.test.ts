import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { contactBench } from '#tests/support/contact/contactBench.ts';
import { contactBody } from '#tests/support/contact/contactBody.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';

const bench = contactBench();

/** What `npm run admin -- outbox` prints about the state of the running product. */
async function outbox(...args: string[]): Promise<string> {
  const command = [join(projectRoot, 'worker/dev/local/outbox.ts'), ...args];
  const env = { ...process.env, STATE_DIR: bench.product.stateDir };
  return (await promisify(execFile)(process.execPath, command, { cwd: projectRoot, env })).stdout;
}

test('npm run admin -- outbox lists and erases, and says how many it erased', async () => {
  bench.product.simulator.setFaults({ notifications: 'rejecting' });
  const body = contactBody({ email: 'ana@mail.bg' });
  for (const each of [body, contactBody({ email: 'Ana@Mail.bg' }), contactBody({ email: 'eve@mail.bg' })]) {
    await bench.post(each);
  }
  const listed = await outbox();
  expect(listed).toContain(`${body.id}  dead`);
  expect(listed).toContain('3 messages');
  expect(await outbox('erase', 'ana@mail.bg')).toContain('\n2 messages erased\n');
  expect(await bench.outbox()).toHaveLength(1);
}, 400_000);
