import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Arrival, hookArrival } from './Arrival.ts';
import { arrivalsPage } from './arrivalsPage.ts';
import { startHookReceiver } from './hookReceiver.ts';
import { startPushService } from './pushService/startPushService.ts';
import { startTelegramApi } from './telegramApi.ts';

export interface StandInsOptions {
  /** Of the page that shows what arrived; the three services listen on the ports after it. 0: any free ports. */
  readonly port: number;
  /** Where the product takes updates of Telegram's, as soon as it runs. */
  readonly webhook: () => { readonly url: string; readonly secret: string };
  readonly botToken: string;
}

export interface StandIns {
  /** The page that shows what arrived. */
  readonly url: string;
  readonly telegramUrl: string;
  readonly pushHost: string;
  close(): Promise<void>;
}

const MAX_SHOWN = 200;
/** The one who presses Start, wherever it is pressed on the page. */
const SOMEBODY = 1001;

/** The far sides of everything that watching sends, on the loopback interface. */
export async function startStandIns({ port, webhook, botToken }: StandInsOptions): Promise<StandIns> {
  const shown: Arrival[] = [];
  const show = (arrival: Arrival) => {
    shown.unshift(arrival);
    shown.length = Math.min(shown.length, MAX_SHOWN);
  };
  const after = (offset: number) => (port === 0 ? 0 : port + offset);
  const hooks = await startHookReceiver(after(1), (arrival) => show(hookArrival(arrival)));
  const telegram = await startTelegramApi({
    port: after(2),
    token: botToken,
    webhook,
    onArrival: ({ atMs, chatId, text }) => show({ atMs, channel: 'telegram', to: `chat ${chatId}`, what: text }),
  });
  const push = await startPushService({ port: after(3) });
  const pushArrivals = (): Arrival[] =>
    push.arrivals
      .filter(({ taken }) => taken)
      .map(({ atMs, token, body, confirmedMs }) => ({
        atMs,
        channel: 'push',
        to: `subscription ${token.slice(0, 8)}`,
        what: `${body.length} bytes, encrypted${confirmedMs === undefined ? '' : '; the browser has it'}`,
      }));

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-ins');
    if (pathname === '/start') {
      Promise.resolve(searchParams.get('link') ?? '')
        .then((link) => telegram.pressStart(link, SOMEBODY))
        .then(() => response.writeHead(303, { location: '/' }).end())
        .catch(() => response.writeHead(502).end());
      return;
    }
    const arrivals = [...shown, ...pushArrivals()].sort((a, b) => b.atMs - a.atMs).slice(0, MAX_SHOWN);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(arrivalsPage({ arrivals, hookUrl: hooks.urlOf('mine'), pushSocketUrl: push.socketUrl }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    telegramUrl: telegram.url,
    pushHost: push.endpointHost,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.all([hooks.close(), telegram.close(), push.close()]);
    },
  };
}
