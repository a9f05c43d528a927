import { listenOnLoopback } from '#worker/dev/loopback.ts';
import { type HookArrival, startHookReceiver } from './hookReceiver.ts';
import { startPushService } from './startPushService.ts';
import { startTelegramApi, type TelegramApiOptions } from './telegramApi.ts';

interface Arrival {
  readonly atMs: number;
  readonly channel: 'webhook' | 'telegram' | 'push';
  readonly to: string;
  readonly what: string;
}

function hookArrival({ atMs, hook, verified, message }: HookArrival): Arrival {
  const signed = verified === null ? '' : verified ? ' (signature good)' : ' (signature bad)';
  const { title = message.type, text = '' } = message.data as { title?: string; text?: string };
  return { atMs, channel: 'webhook', to: `/hooks/${hook}`, what: `${title}. ${text}${signed}` };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

interface ArrivalsPage {
  /** Newest first. */
  readonly arrivals: readonly Arrival[];
  readonly hookUrl: string;
  readonly pushSocketUrl: string;
}

/** The page of all arrivals, with instructions to cause one. Its table reloads each second. */
function arrivalsPage({ arrivals, hookUrl, pushSocketUrl }: ArrivalsPage): string {
  const rows = arrivals.map(
    ({ atMs, channel, to, what }) =>
      `<tr><td>${new Date(atMs).toLocaleTimeString('en-GB')}</td><td>${channel}</td><td>${html(to)}</td><td>${html(what)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>What was sent</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}table{border-collapse:collapse;width:100%}
td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8884}code{user-select:all}</style></head>
<body><h1>What was sent</h1>
<p>Everything that this product sends on this machine arrives here. Nothing leaves it.</p>
<ul><li>Webhook: <code>${html(hookUrl)}</code></li>
<li><form action="/start"><label>Telegram, a recipient's start link: <input name="link" size="50" required></label>
<button>Press Start</button></form></li>
<li>Push: in Firefox set <code>dom.push.serverURL</code> to <code>${html(pushSocketUrl)}</code> and
<code>dom.push.testing.allowInsecureServerURL</code> to true. Other browsers use the push service of their maker.</li></ul>
<table><thead><tr><th>At</th><th>By</th><th>To</th><th>Message</th></tr></thead>
<tbody>${rows.join('') || '<tr><td colspan="4">Nothing yet.</td></tr>'}</tbody></table>
<script>setInterval(async()=>{const page=new DOMParser().parseFromString(await(await fetch('/')).text(),'text/html');
document.querySelector('tbody').replaceWith(page.querySelector('tbody'))},1000)</script></body></html>`;
}

interface FakesOptions {
  /** Port of the page of arrivals; the three services listen on the next ports. 0: any free ports. */
  readonly port: number;
  /** Where the product receives Telegram's updates, once it runs. */
  readonly webhook: () => { readonly url: string; readonly secret: string };
  readonly botToken: string;
  /** The bot of contact messages, if there is one. */
  readonly contact?: TelegramApiOptions['contact'];
}

export interface Fakes {
  /** The page of arrivals. */
  readonly url: string;
  readonly telegramUrl: string;
  readonly pushHost: string;
  close(): Promise<void>;
}

const MAX_VISIBLE = 200;
const SOMEBODY = 1001;

/** Fakes of every service that watching sends to, on the loopback interface. */
export async function startFakes({ port, webhook, botToken, contact }: FakesOptions): Promise<Fakes> {
  const visible: Arrival[] = [];
  const show = (arrival: Arrival) => {
    visible.unshift(arrival);
    visible.length = Math.min(visible.length, MAX_VISIBLE);
  };
  const after = (offset: number) => (port === 0 ? 0 : port + offset);
  const hooks = await startHookReceiver(after(1), (arrival) => show(hookArrival(arrival)));
  const telegram = await startTelegramApi({
    port: after(2),
    token: botToken,
    contact,
    webhook,
    onArrival: ({ atMs, chatId, text }) => show({ atMs, channel: 'telegram', to: `chat ${chatId}`, what: text }),
  });
  const push = await startPushService({ port: after(3) });
  const pushArrivals = (): Arrival[] =>
    push.arrivals
      .filter(({ accepted }) => accepted)
      .map(({ atMs, token, body, confirmedMs }) => ({
        atMs,
        channel: 'push',
        to: `subscription ${token.slice(0, 8)}`,
        what: `${body.length} bytes, encrypted${confirmedMs === undefined ? '' : '; the browser has it'}`,
      }));

  const loopback = await listenOnLoopback(port, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-ins');
    if (pathname === '/start') {
      Promise.resolve(searchParams.get('link') ?? '')
        .then((link) => telegram.pressStart(link, SOMEBODY))
        .then(() => response.writeHead(303, { location: '/' }).end())
        .catch(() => response.writeHead(502).end());
      return;
    }
    const arrivals = [...visible, ...pushArrivals()].sort((a, b) => b.atMs - a.atMs).slice(0, MAX_VISIBLE);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(arrivalsPage({ arrivals, hookUrl: hooks.urlOf('mine'), pushSocketUrl: push.socketUrl }));
  });
  return {
    url: loopback.url,
    telegramUrl: telegram.url,
    pushHost: push.endpointHost,
    close: async () => void (await Promise.all([loopback, hooks, telegram, push].map((one) => one.close()))),
  };
}
