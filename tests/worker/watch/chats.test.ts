import { afterAll, describe, expect, test } from 'vitest';
import type { RecipientView } from '#shared/watch/bodies.ts';
import type { Status } from '#shared/wire/Status.ts';
import { contactBody, postContact } from '#tests/support/contact/contactBody.ts';
import type { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { AREA, watchBench } from '#tests/support/watch/watchBench.ts';
import { startTelegramApi, type TelegramApi } from '#worker/dev/fakes/telegramApi.ts';

const CHAT = '0b6f7a52-6a57-4f4e-9a8f-0a9c2f0d7a13';
const CONTACT = { token: '2:contact', chatId: '-77' };
const SECRET = 'a-secret-of-the-bot-1';

let telegram: TelegramApi;
let chat = 42;
const bench = watchBench(async () => {
  const webhook = () => ({ url: `${bench.product.url}/api/v1/telegram`, secret: SECRET });
  telegram = await startTelegramApi({ token: '1:bot', contact: CONTACT, webhook });
  const contact = { TELEGRAM_BOT_TOKEN: CONTACT.token, TELEGRAM_CHAT_ID: CONTACT.chatId };
  const bot = { WATCH_BOT_NAME: 'lightning_test_bot', WATCH_BOT_TOKEN: '1:bot', WATCH_BOT_SECRET: SECRET };
  return { ...bot, ...contact, TELEGRAM_API: telegram.url };
});
afterAll(() => telegram.close());

/** A watchlist and a chat that no other test has, and what Telegram hears from now on. */
async function start() {
  const watched = await bench.next();
  await watched.watchlist.call('PUT', `/areas/${AREA}`, watched.camp);
  const before = telegram.arrivals.length;
  chat += 10;
  const chats: TelegramApi = {
    ...telegram,
    get arrivals() {
      return telegram.arrivals.slice(before);
    },
  };
  return { ...watched, chats, chat };
}

async function startUrlOf(watchlist: WatchClient): Promise<string> {
  const put = await watchlist.call('PUT', `/recipients/${CHAT}`, { channel: 'telegram', threshold: 'watch' });
  return ((await put.json()) as RecipientView).startUrl ?? '';
}
const texts = (chats: TelegramApi) => chats.arrivals.filter(({ accepted }) => accepted).map(({ text }) => text);

describe('a Telegram chat', () => {
  test('is told once somebody pressed Start, in the language of the watchlist, marked as an exercise where simulated', async () => {
    const { source, watchlist, chats, chat, strikeAt } = await start();
    const startUrl = await startUrlOf(watchlist);
    expect(startUrl).toMatch(/^https:\/\/t\.me\/lightning_test_bot\?start=[0-9a-f]{32}$/);
    expect((await watchlist.state()).recipientSummary).toEqual({ working: 0, total: 1 });
    expect(await chats.pressStart(startUrl, chat)).toBe(200);
    await expect.poll(() => texts(chats)).toEqual([expect.stringContaining('/areas')]);
    expect((await watchlist.state()).recipientSummary).toEqual({ working: 1, total: 1 });
    const logged = (await watchlist.lines(AREA)).filter(({ entry: { type } }) => type === 'recipient');
    expect(logged.map(({ entry }) => entry)).toMatchObject([{ event: 'added', waitsFor: 'start' }, { event: 'heard' }]);
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    source.add(strikeAt(23.4));
    await expect.poll(() => texts(chats).length, { timeout: 10_000 }).toBe(2);
    expect(texts(chats)[1]).toMatch(/^УЧЕНИЕ, данните са симулирани · СТОП: Лагер\nМълния на 6,5\sкм на изток в /);
    expect(texts(chats)[1]).toContain(`/bg/watch/${watchlist.keys.id}/${AREA}#mute=`);
  });

  test('is opened by a start token once and no more, and a wrong one opens nothing', async () => {
    const { watchlist, chats, chat } = await start();
    const startUrl = await startUrlOf(watchlist);
    await chats.pressStart(startUrl.replace(/.{4}$/, '0000'), chat + 1);
    await chats.pressStart(startUrl, chat);
    await chats.pressStart(startUrl, chat + 2);
    await expect.poll(() => chats.arrivals.map(({ chatId }) => chatId)).toEqual([chat]);
  });

  test('lists its areas, tries itself out and falls silent when asked to', async () => {
    const { source, watchlist, chats, chat, strikeAt } = await start();
    await chats.pressStart(await startUrlOf(watchlist), chat);
    await expect.poll(() => texts(chats).length).toBe(1);
    await chats.write(chat, '/areas');
    await expect.poll(() => texts(chats).at(-1)).toContain('Лагер');
    await chats.write(chat, '/seen');
    await expect.poll(() => texts(chats).at(-1)).toContain('Няма нищо за потвърждаване.');
    await chats.write(chat, '/test');
    await expect.poll(() => texts(chats).at(-1)).toContain('Това е проба');
    await chats.write(chat, '/stop');
    await expect.poll(() => texts(chats).at(-1)).toContain('Известията са спрени');
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    source.add(strikeAt(23.4));
    await watchlist.until(({ level }) => level === 'stop', 'stop');
    expect((await watchlist.state()).recipientSummary).toEqual({ working: 0, total: 1 });
    expect(texts(chats)).toHaveLength(5);
  });

  test('that blocked the bot is dead; a far side that says wait is heeded', async () => {
    const { source, watchlist, chats, chat, strikeAt } = await start();
    await chats.pressStart(await startUrlOf(watchlist), chat);
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    chats.setFault('429');
    source.add(strikeAt(23.6));
    await expect.poll(() => chats.arrivals.filter(({ accepted }) => !accepted).length, { timeout: 10_000 }).toBe(1);
    const refusedMs = chats.arrivals.at(-1)?.atMs ?? 0;
    chats.setFault('none');
    await expect.poll(() => texts(chats).length, { timeout: 10_000 }).toBe(2);
    expect((chats.arrivals.at(-1)?.atMs ?? 0) - refusedMs).toBeGreaterThanOrEqual(2_000);
    chats.closeChat(chat, 'blocked');
    source.add(strikeAt(23.4));
    await expect.poll(async () => (await watchlist.state()).recipients?.[0]?.state, { timeout: 10_000 }).toBe('dead');
  });

  test('that became a supergroup is followed by its alerts, and by its commands, with and without an update that says so', async () => {
    const { source, watchlist, chats, chat, strikeAt } = await start();
    await chats.pressStart(await startUrlOf(watchlist), -chat);
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    const unreported = await chats.upgrade(-chat, false);
    source.add(strikeAt(23.4));
    await expect.poll(() => chats.arrivals.at(-1)?.chatId, { timeout: 10_000 }).toBe(unreported);
    expect(texts(chats).at(-1)).toContain('СТОП');
    const reported = await chats.upgrade(unreported);
    await chats.write(reported, '/areas');
    await expect.poll(() => chats.arrivals.at(-1)?.chatId).toBe(reported);
    expect(texts(chats).at(-1)).toContain('Лагер');
    expect((await watchlist.state()).recipients?.[0]?.state).toBe('proven');
  });

  test('that is not there any more is dead at once, which its owner and the other chats are told', async () => {
    const { watchlist, chats, chat } = await start();
    await chats.pressStart(await startUrlOf(watchlist), chat);
    const other = '0b6f7a52-6a57-4f4e-9a8f-0a9c2f0d7a14';
    const put = await watchlist.call('PUT', `/recipients/${other}`, {
      channel: 'telegram',
      name: 'Бай Иван',
      threshold: 'watch',
    });
    await chats.pressStart(((await put.json()) as RecipientView).startUrl ?? '', chat + 1);
    chats.closeChat(chat + 1, 'not-found');
    expect((await watchlist.call('POST', `/recipients/${other}/test`)).status).toBe(202);
    await expect.poll(() => texts(chats).at(-1), { timeout: 10_000 }).toContain('Бай Иван');
    expect(chats.arrivals.at(-1)?.chatId).toBe(chat);
    const dead = (await watchlist.state()).recipients?.find(({ id }) => id === other);
    expect(dead).toMatchObject({
      state: 'dead',
      lastDelivery: { attempts: 1, reason: 'status 400: the address is closed' },
    });
    const logged = (await watchlist.lines(AREA)).map(({ entry }) => entry);
    expect(logged).toContainEqual(expect.objectContaining({ name: 'Бай Иван', event: 'dead' }));
  });

  test('is driven by Telegram alone: an update without the secret is refused', async () => {
    const { url } = bench.product;
    const body = JSON.stringify({ message: { chat: { id: 1 }, text: '/areas' } });
    const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': 'wrong' };
    const responses = await Promise.all([
      fetch(`${url}/api/v1/telegram`, { method: 'POST', body, headers }),
      fetch(`${url}/api/v1/telegram`, { method: 'POST', body }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([401, 401]);
  });
});

describe('contact messages in a Telegram chat', () => {
  const send = async (subject: string) => {
    const response = await postContact({ url: bench.product.url, address: '10.9.8.7' }, contactBody({ subject }));
    return [response.status, ((await response.json()) as { status: string }).status];
  };
  const outbox = async () => (await (await fetch(`${bench.product.url}/api/v1/status`)).json()) as Status;
  const cron = (afterMin: number) => bench.product.runtime.cron(Date.now() + afterMin * 60_000);

  test('are kept and alarmed while the chat is closed to the bot, and go on by themselves once it is not', async () => {
    telegram.closeChat(-77, 'kicked');
    expect(await send('A first question')).toEqual([202, 'queued']);
    await expect.poll(async () => (await outbox()).alarms, { timeout: 10_000 }).toEqual(['outbox-blocked']);
    await cron(11);
    expect((await outbox()).outbox).toMatchObject({ pending: 1, blocked: 1, dead: 0 });
    telegram.openChat(-77);
    const before = telegram.arrivals.length;
    await cron(22);
    expect(telegram.arrivals.slice(before)).toMatchObject([
      { chatId: -77, text: expect.stringContaining('A first question') },
    ]);
  });

  test('follow a group that became a supergroup, and go to it at once from then on', async () => {
    const movedTo = await telegram.upgrade(-77, false);
    const before = telegram.arrivals.length;
    for (const subject of ['A second question', 'A third question']) {
      expect(await send(subject)).toEqual([202, 'delivered']);
    }
    expect(telegram.arrivals.slice(before).map(({ chatId }) => chatId)).toEqual([movedTo, movedTo]);
    const db = await bench.product.runtime.miniflare.getD1Database('OUTBOX_DB');
    const retained = await db.prepare('SELECT chat_id, moved_to FROM chat_move').all();
    expect(retained.results).toEqual([{ chat_id: '-77', moved_to: String(movedTo) }]);
  });
});
