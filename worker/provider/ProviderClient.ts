import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { PROVIDER_LIMIT } from '#shared/limits.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { readBoundedJson } from '../outbound/readBoundedJson.ts';
import { retryAfterMs } from '../outbound/retryAfter.ts';
import { parseEventList, STRIKE_EVENT_TYPE } from './parseEventList.ts';
import type { ProviderAnswer, StrikeProvider, StrikeWindow } from './StrikeProvider.ts';

export const PROVIDER_TIMEOUT_MS = 10_000;
/** 300 events are about 45 kB; a body this long is not an answer. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export interface ProviderAccess {
  readonly baseUrl: string;
  readonly token: string | undefined;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

/** Outwards to 1e-5 degrees: as many digits as a provider may be expected to read, and never a smaller box. */
function widened({ west, south, east, north }: BBox): BBox {
  const down = (degrees: number) => Math.floor(degrees * 1e5) / 1e5;
  const up = (degrees: number) => Math.ceil(degrees * 1e5) / 1e5;
  return { west: down(west), south: down(south), east: up(east), north: up(north) };
}

function eventListUrl(baseUrl: string, { bbox, fromMs, toMs }: StrikeWindow): string {
  const query = new URLSearchParams({
    bbox: formatBBox(widened(bbox)),
    // A millisecond more at either end: whether the provider counts its bounds in is not known.
    from: isoMillis(fromMs - 1),
    to: isoMillis(toMs + 1),
    limit: String(PROVIDER_LIMIT),
    event_type: STRIKE_EVENT_TYPE,
  });
  return `${baseUrl}/radar/api/v1/event/list?${query}`;
}

/** The provider's event list over HTTP: one call, no retries (they are the Feed's state), 10 s for the whole answer. */
export class ProviderClient implements StrikeProvider {
  private readonly access: ProviderAccess;

  constructor(access: ProviderAccess) {
    this.access = access;
  }

  async list(window: StrikeWindow): Promise<ProviderAnswer> {
    const { baseUrl, token, clock } = this.access;
    const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    try {
      const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
      const response = await this.access.fetch(eventListUrl(baseUrl, window), { headers, signal, redirect: 'manual' });
      if (response.status === 200) return await readAnswer(response);
      await response.body?.cancel();
      const reason = `status ${response.status}`;
      const retryAfter = response.headers.get('retry-after');
      if (response.status === 429 || (response.status >= 500 && retryAfter !== null)) {
        return { kind: 'paused', reason, retryAfterMs: retryAfterMs(retryAfter, clock.now()) };
      }
      if (response.status >= 500) return { kind: 'failed', reason };
      return { kind: 'rejected', reason, denied: response.status === 401 || response.status === 403 };
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' };
    }
  }
}

async function readAnswer(response: Response): Promise<ProviderAnswer> {
  const events = parseEventList(await readBoundedJson(response, MAX_ANSWER_BYTES));
  if (!events) return { kind: 'failed', reason: 'not an event list' };
  const providerTimeMs = Date.parse(response.headers.get('date') ?? '');
  return { kind: 'strikes', ...events, providerTimeMs: Number.isNaN(providerTimeMs) ? undefined : providerTimeMs };
}
