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

test('npm run outbox lists and erases in both databases, and says how many it erased', async () => {
  bench.product.simulator.setFaults({ notifications: 'rejecting' });
  const body = contactBody({ email: 'ana@mail.bg' });
  for (const each of [body, contactBody({ email: 'Ana@Mail.bg' }), contactBody({ email: 'eve@mail.bg' })]) {
    await bench.post(each);
  }
  const former = crypto.randomUUID();
  await bench.formerSql(
    `INSERT INTO outbox (id, message, state, created_at_ms, next_at_ms, finished_at_ms) VALUES ('${former}',
     'Contact form: new message' || char(10) || 'Name: Ana' || char(10) || 'Email: ana@mail.bg' || char(10) ||
     'Subject: S' || char(10) || 'Message:' || char(10) || 'Hello', 'dead', ${Date.now()}, 0, ${Date.now()})`,
  );
  const listed = await outbox();
  expect(listed).toContain(`${body.id}  dead`);
  expect(listed).toContain(`${former}  dead`);
  expect(listed).toContain('4 in all');
  expect(await outbox('erase', 'ana@mail.bg')).toBe('3 messages of ana@mail.bg erased.\n');
  expect(await bench.formerSql('SELECT * FROM outbox')).toEqual([]);
  expect(await bench.outbox()).toHaveLength(1);
}, 400_000);
