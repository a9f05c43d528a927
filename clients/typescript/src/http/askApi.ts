import { refusalDelayMs } from '../../../../shared/wire/reconnectDelay.ts';
import { refusedForMs } from '../../../../shared/wire/refusedForMs.ts';
import { errorOf } from './LightningError.ts';
import { headersOf, type Ports } from './Ports.ts';
import { wait } from './wait.ts';

const TRIES = 6;
const TIMEOUT_MS = 30_000;

/** Statuses after which the same call may yet succeed. */
const passes = (status: number) => status === 429 || status >= 500;

/**
 * The JSON answer to a GET of `address`. Tries again, up to six times in all, when no answer comes, or one of 429 or
 * 5xx: after what Retry-After says, or a delay that grows.
 * @throws LightningError if it is refused; the signal's reason if that is aborted
 */
export async function askApi(ports: Ports, address: string, signal: AbortSignal): Promise<unknown> {
  for (let failures = 0; ; failures += 1) {
    const response = await askOnce(ports, address, signal);
    signal.throwIfAborted();
    if (response?.ok) {
      const body: unknown = await response.json().catch(() => undefined);
      if (body !== undefined) return body;
    }
    const last = failures === TRIES - 1;
    if (response && !response.ok && (last || !passes(response.status))) throw await errorOf(response);
    if (last) throw new Error('The API did not answer.');
    const askedMs = response && refusedForMs(response.status, response.headers.get('retry-after'));
    await response?.body?.cancel().catch(() => {});
    await wait(refusalDelayMs(askedMs ?? 0, failures, ports.random), signal);
    signal.throwIfAborted();
  }
}

async function askOnce(ports: Ports, address: string, signal: AbortSignal): Promise<Response | undefined> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  return await ports.fetch(address, { headers: headersOf(ports), signal: within }).catch(() => undefined);
}
