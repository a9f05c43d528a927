import type { Arrival } from './Arrival.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

export interface ArrivalsPage {
  /** Newest first. */
  readonly arrivals: readonly Arrival[];
  /** Address of a webhook that may be given as a recipient. */
  readonly hookUrl: string;
  /** Firefox's setting by which it subscribes here. */
  readonly pushSocketUrl: string;
}

/** The page that shows all that arrived, and how to make something arrive. Its table renews itself each second. */
export function arrivalsPage({ arrivals, hookUrl, pushSocketUrl }: ArrivalsPage): string {
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
