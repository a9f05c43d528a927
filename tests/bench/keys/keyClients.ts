import { wait } from '#tests/support/wait.ts';
import { historyPath } from './historyPath.ts';

/** A process of clients: `URL KEY CLIENTS`. Told to stop, it says what was answered. Who is refused is back in a tenth of a second. */
const [url = '', key = '', clients = '1'] = process.argv.slice(2);
const REFUSED_PAUSE_MS = 100;
const PAUSE_MS = 10;

const answeredMs: number[] = [];
let refused = 0;
let stopped = false;

async function ask(): Promise<void> {
  while (!stopped) {
    const response = await fetch(`${url}${historyPath()}`, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    if (response.status === 200) answeredMs.push(Date.now());
    else refused += 1;
    await wait(response.status === 200 ? PAUSE_MS : REFUSED_PAUSE_MS);
  }
}

const running = Array.from({ length: Number(clients) }, ask);
process.once('message', async () => {
  stopped = true;
  await Promise.all(running);
  process.send?.({ answeredMs, refused }, undefined, undefined, () => process.exit(0));
});
process.send?.('begun');
