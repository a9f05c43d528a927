import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fakes, startFakes } from '#worker/dev/fakes/startStandIns.ts';
import { portError } from '#worker/dev/loopback.ts';
import { newVapidKeys, type VapidKeys } from '#worker/http/outbound/push.ts';

const BOT_NAME = 'local_lightning_bot';
const FILE = 'vapid.json';
const PORTS = 4;

export interface LocalFakes {
  readonly fakes: Fakes;
  readonly vars: Readonly<Record<string, string>>;
}

/** Shared secrets of the bot's two sides; new at each start, so that no one else has them. */
const newBot = () => ({ token: `1:${randomBytes(16).toString('hex')}`, secret: randomBytes(16).toString('hex') });

/**
 * Starts fakes of the services that watching sends to, on `port` and the next three, or on any if one is in use. The
 * push key is stored in `stateDir`, because browsers subscribe for one key. `given`: if it configures a bot for contact
 * messages, its messages arrive there too.
 */
export async function startLocalFakes(
  port: number,
  stateDir: string,
  productUrl: () => string,
  { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHAT_ID: chatId }: Readonly<Record<string, string>> = {},
): Promise<LocalFakes> {
  const bot = newBot();
  const fakes = await startFakes({
    port: (await areFree(port)) ? port : 0,
    botToken: bot.token,
    contact: token && chatId ? { token, chatId } : undefined,
    webhook: () => ({ url: `${productUrl()}/api/v1/telegram`, secret: bot.secret }),
  });
  const keys = await storedKeys(stateDir);
  return {
    fakes,
    vars: {
      WATCH_INSECURE_HOOKS: '1',
      WATCH_BOT_NAME: BOT_NAME,
      WATCH_BOT_TOKEN: bot.token,
      WATCH_BOT_SECRET: bot.secret,
      TELEGRAM_API: fakes.telegramUrl,
      VAPID_PUBLIC_KEY: keys.publicKey,
      VAPID_PRIVATE_KEY: keys.privateKey,
      PUSH_LOCAL_HOST: fakes.pushHost,
    },
  };
}

async function areFree(port: number): Promise<boolean> {
  if (port === 0 || port + PORTS > 65_536) return false;
  for (let offset = 0; offset < PORTS; offset += 1) {
    if ((await portError('', port + offset)) !== undefined) return false;
  }
  return true;
}

async function storedKeys(stateDir: string): Promise<VapidKeys> {
  const path = join(stateDir, FILE);
  const stored = await readFile(path, 'utf8').catch(() => undefined);
  if (stored !== undefined) return JSON.parse(stored) as VapidKeys;
  const keys = await newVapidKeys();
  await mkdir(stateDir, { recursive: true });
  await writeFile(path, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}
