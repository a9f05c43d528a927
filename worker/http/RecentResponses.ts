import type { Clock } from '#shared/Clock.ts';
import { acceptsGzip } from './edgeCached.ts';

const RECENT_MS = 250;
const MOST_HELD = 200;
const MOST_BYTES = 2 ** 20;

interface Finished {
  readonly status: number;
  readonly headers: [name: string, value: string][];
  readonly body: ArrayBuffer | null;
}

const handedOut = ({ status, headers, body }: Finished) =>
  new Response(body, {
    status,
    headers,
    encodeBody: headers.some(([name]) => name === 'content-encoding') ? 'manual' : 'automatic',
  });

/**
 * Whole answers of the last quarter of a second, with all their headers. In a storm's first minute hundreds ask for the
 * same within a second; to route each, to check it and to dress its answer takes longer than all else.
 */
export class RecentResponses {
  private readonly clock: Clock;
  private readonly held = new Map<string, Finished>();
  private untilMs = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** `produce` must not depend on who asks, but for the URL and whether gzip is accepted. */
  async result(request: Request, produce: () => Response | Promise<Response>): Promise<Response> {
    const nowMs = this.clock.now();
    if (nowMs >= this.untilMs) {
      this.held.clear();
      this.untilMs = nowMs + RECENT_MS;
    }
    const key = `${acceptsGzip(request)} ${request.url}`;
    const known = this.held.get(key);
    if (known) return handedOut(known);
    const response = await produce();
    if (response.status !== 200 && response.status !== 503) return response;
    const { untilMs } = this;
    const finished = {
      status: response.status,
      headers: [...response.headers],
      body: response.body ? await response.arrayBuffer() : null,
    };
    const isSmall = (finished.body?.byteLength ?? 0) <= MOST_BYTES;
    if (isSmall && untilMs === this.untilMs && this.held.size < MOST_HELD) this.held.set(key, finished);
    return handedOut(finished);
  }
}
