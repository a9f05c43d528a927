import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { MessageType } from '#shared/watch/bodies.ts';
import { installPackages } from '#tests/support/installPackages.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { freePort } from '#worker/dev/loopback.ts';
import { messageOf } from '#worker/watch/messages.ts';
import { newHookSecret } from '#worker/watch/recipients.ts';
import { sendOne } from '#worker/watch/send.ts';

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;
for (const [program, packages] of [
  ['python3', 'python3'],
  ['php', 'php-cli'],
] as const)
  if (!isThere(program)) installPackages(packages);

const RECEIVERS = [
  ['TypeScript', process.execPath, ['webhook-receiver.ts']],
  ['Python', 'python3', ['webhook-receiver.py']],
  ['PHP', 'php', ['-S', '127.0.0.1:PORT', 'webhook-receiver.php']],
] as const;

interface Sent {
  readonly id?: string;
  readonly change?: number;
  readonly name?: string;
  readonly challenge?: string;
  readonly secret?: string;
  readonly ageMs?: number;
}

const secret = newHookSecret(randomBytes);
let child: ChildProcess;
let output = '';
let url = '';

async function start(program: string, args: readonly string[]): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/`;
  output = '';
  child = spawn(
    program,
    args.map((arg) => arg.replace('PORT', `${port}`)),
    {
      cwd: join(projectRoot, 'docs/recipes'),
      env: {
        ...process.env,
        SECRET: secret,
        PORT: `${port}`,
        STATE: join(tmpdir(), `lightning-receiver-${randomUUID()}.json`),
      },
    },
  );
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part));
  await vi.waitFor(() => fetch(url, { method: 'POST' }), { timeout: 20_000, interval: 50 });
}

/** Sends as the product does. */
function send(type: MessageType, { id = randomUUID(), change = 5, name = 'Camp', challenge, ...more }: Sent = {}) {
  const notice = {
    type,
    level: 'stop',
    previousLevel: 'clear',
    strike: null,
    isCorrection: false,
    isLate: false,
  } as const;
  const message = messageOf(
    { ...notice, sinceMs: null },
    {
      watchlist: { id: 'b', language: 'bg', timeZone: 'Europe/Sofia' },
      area: challenge === undefined ? { id: 'a', name } : null,
      change,
      unknown: false,
      decidedMs: Date.now(),
      isSimulated: false,
      ...(challenge === undefined ? {} : { challenge }),
    },
  );
  const job = {
    id,
    target: { channel: 'webhook', url, secret: more.secret ?? secret },
    recipient: 'r',
    area: 'a',
    body: JSON.stringify(message),
    expiresMs: 0,
    receipt: null,
    tryMs: 5_000,
  } as const;
  return sendOne(job, { fetch, nowMs: () => Date.now() - (more.ageMs ?? 0), vapid: undefined, telegram: undefined });
}

const acted = () => output.split('\n').filter((line) => line.startsWith('watch.'));
const ACCEPTED = { kind: 'accepted' };
const REFUSED = { kind: 'refused', status: 401, refusal: { kind: 'passing' } };

describe.each(RECEIVERS)('the receiver of webhooks in %s', (_, program, args) => {
  describe.skipIf(!isThere(program))(`with ${program.split('/').at(-1)}`, () => {
    beforeAll(() => start(program, args));
    afterAll(() => void child.kill('SIGKILL'));

    test('echoes a challenge, acts once upon a message that comes twice, and not upon a lower change', async () => {
      const challenge = await send('watch.challenge', { challenge: 'echo me' });
      expect(challenge).toMatchObject(ACCEPTED);
      expect(JSON.parse((challenge as { result: string }).result)).toEqual({ challenge: 'echo me' });
      const twice = { id: 'a.5.r', name: 'Пирин' };
      expect(await send('watch.raised', twice)).toEqual(ACCEPTED);
      expect(await send('watch.raised', twice)).toEqual(ACCEPTED);
      expect(await send('watch.data-restored', { change: 4 })).toEqual(ACCEPTED);
      expect(await send('watch.data-lost', { change: 6 })).toEqual(ACCEPTED);
      await vi.waitFor(() => expect(acted()).toHaveLength(2));
      expect(acted()).toEqual([
        expect.stringMatching(/^watch\.raised stop .*Пирин$/),
        expect.stringMatching(/^watch\.data-lost /),
      ]);
    });

    test('refuses what was signed with another key, or more than five minutes before', async () => {
      const before = acted();
      expect(await send('watch.all-clear', { change: 9, secret: newHookSecret(randomBytes) })).toEqual(REFUSED);
      expect(await send('watch.all-clear', { change: 9, ageMs: 310_000 })).toEqual(REFUSED);
      expect(await send('watch.all-clear', { change: 9 })).toEqual(ACCEPTED);
      await vi.waitFor(() => expect(acted()).toHaveLength(before.length + 1));
    });
  });
});
