import type { Context } from 'hono';
import { type Clock, systemClock } from '#shared/Clock.ts';
import type { Env } from '#worker/http/Env.ts';
import { log } from '#worker/http/outbound/log.ts';
import { HttpProblem, yieldTask } from './responses.ts';
import { ScanQueue } from './ScanQueue.ts';

/** Once an answer is no longer fresh, one request renews it; for this long all others get the last one meanwhile. */
const STALE_MS = 10_000;
/** A request that has waited this long for another's response computes its own: the platform may have dropped the other. */
const JOIN_MS = 10_000;
/** A request that has waited this long for others that were refused in the end is refused, too. */
const TIMEOUT_MS = 4_000;
const BUSY_RETRY_S = 2;
/** Of one isolate's memory, for answers that many ask for at once. */
const MOST_HELD_BYTES = 8 * 2 ** 20;
const MOST_HELD = 2_000;

/** Headers of a cached response: when it stops being fresh, and the clients' `Cache-Control` in place of the cache's own rule. */
const FRESH_UNTIL = 'x-fresh-until';
const REPORTED_CACHING = 'x-told-caching';

/** An answer as plain data: bodies and promises of I/O belong to the request that began them. */
interface Packed {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: ArrayBuffer | null;
  /** 0 for what must not be cached. */
  readonly freshUntilMs: number;
}

type Outcome =
  | { readonly kind: 'answer'; readonly packed: Packed }
  /** It concerns only the request that was to make the answer: its caller may have no budget, or no place in the queue. */
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The part of the Cache API that is used. */
export interface ResponseStore {
  match(key: string): Promise<Response | undefined>;
  put(key: string, response: Response): Promise<void>;
}

export interface EdgeCacheDeps {
  readonly store: () => ResponseStore;
  readonly clock: Clock;
  /** Resolves after this many milliseconds, within the calling request. */
  readonly pause: (ms: number) => { readonly over: Promise<void>; readonly cancel: () => void };
  readonly queue: ScanQueue;
}

export interface CacheRequest {
  /** A URL. */
  readonly key: string;
  /** Lets work outlive the request (`ctx.waitUntil`). */
  readonly defer: (work: Promise<unknown>) => void;
  /** Makes the response. It is cached if it is a 200, for as long as its `Cache-Control` says. */
  readonly produce: () => Promise<Response>;
  /** What the request that makes the answer pays before it does. Its refusal concerns that request alone. */
  readonly pay?: (() => Promise<void>) | undefined;
  /** Dear answers are made one at a time, in nobody's name, with a pause before each. */
  readonly dear?: boolean | undefined;
}

/**
 * Answers that are the same for everybody: from this isolate's memory, from the data centre's cache, or made by one
 * request while the others wait for it, or get the last one for some seconds. An answer that says it is unavailable
 * (503 with `Retry-After`) is cached for as long as it says.
 */
export class EdgeCache {
  private readonly deps: EdgeCacheDeps;
  private readonly held = new Map<string, Packed>();
  private heldBytes = 0;
  private readonly flights = new Map<string, Promise<Outcome>>();

  constructor(deps: EdgeCacheDeps) {
    this.deps = deps;
  }

  /** @throws what `produce` or `pay` throws */
  async result(cacheRequest: CacheRequest): Promise<Response> {
    const { key } = cacheRequest;
    const sinceMs = this.deps.clock.now();
    for (;;) {
      const known = this.held.get(key) ?? (await this.readCached(key));
      const nowMs = this.deps.clock.now();
      if (known && nowMs < known.freshUntilMs) return unpack(known);
      const flight = this.flights.get(key);
      if (!flight) return this.lead(cacheRequest);
      if (known?.status === 200 && nowMs < known.freshUntilMs + STALE_MS) return unpack(known);
      const outcome = await this.join(flight);
      if (outcome?.kind === 'answer') return unpack(outcome.packed);
      if (outcome?.kind === 'failed') throw outcome.error;
      // The other was refused, or is gone: this request may have better luck.
      if (outcome && this.deps.clock.now() - sinceMs > TIMEOUT_MS) throw outcome.error;
      if (this.flights.get(key) === flight) this.flights.delete(key);
    }
  }

  private async lead(cacheRequest: CacheRequest): Promise<Response> {
    const { key, defer } = cacheRequest;
    const flight = this.make(cacheRequest);
    this.flights.set(key, flight);
    const land = () => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    defer(flight.then(land));
    const outcome = await flight;
    if (outcome.kind !== 'answer') throw outcome.error;
    if (outcome.packed.freshUntilMs > 0) defer(this.store(key, outcome.packed));
    return unpack(outcome.packed);
  }

  /** @throws HttpProblem 503 if too many dear answers are to be made */
  private async inQueue(key: string, produce: CacheRequest['produce']): Promise<Packed> {
    const created = await this.deps.queue.run({ network: key, host: key }, async () => {
      await yieldTask();
      return { packed: await pack(await produce(), this.deps.clock.now()), rowsRead: 0 };
    });
    if (created !== 'busy') return created.packed;
    throw new HttpProblem(503, 'busy', 'Too many requests at the moment.', { retryAfterSeconds: BUSY_RETRY_S });
  }

  private async make({ key, produce, pay, dear = false }: CacheRequest): Promise<Outcome> {
    try {
      await pay?.();
      const packed = await (dear
        ? this.inQueue(key, produce)
        : produce().then((response) => pack(response, this.deps.clock.now())));
      if (packed.freshUntilMs > 0) this.hold(key, packed);
      return { kind: 'answer', packed };
    } catch (error) {
      if (!(error instanceof HttpProblem)) return { kind: 'failed', error };
      if (error.status === 429 || error.code === 'busy') return { kind: 'refused', error };
      const { retryAfterSeconds } = error.extras;
      if (error.status !== 503 || retryAfterSeconds === undefined) return { kind: 'failed', error };
      const packed = await pack(error.toResponse(), this.deps.clock.now(), retryAfterSeconds);
      this.hold(key, packed);
      return { kind: 'answer', packed };
    }
  }

  /** Undefined if it takes too long. */
  private async join(flight: Promise<Outcome>): Promise<Outcome | undefined> {
    const { over, cancel } = this.deps.pause(JOIN_MS);
    const outcome = await Promise.race([flight, over]);
    cancel();
    return outcome ?? undefined;
  }

  private async readCached(key: string): Promise<Packed | undefined> {
    const found = await this.deps.store().match(key);
    const freshUntilMs = Number(found?.headers.get(FRESH_UNTIL) ?? 0);
    if (!found || freshUntilMs === 0) return undefined;
    const reported = found.headers.get(REPORTED_CACHING) ?? '';
    const headers = [...found.headers].filter(
      ([name]) => ![FRESH_UNTIL, REPORTED_CACHING, 'cache-control', 'cf-cache-status'].includes(name),
    );
    const body = await found.arrayBuffer();
    const packed = {
      status: found.status,
      headers: [...headers, ['cache-control', reported] as const],
      body,
      freshUntilMs,
    };
    this.hold(key, packed);
    return packed;
  }

  private async store(key: string, packed: Packed): Promise<void> {
    const headers = new Headers(packed.headers.map(([name, value]): [string, string] => [name, value]));
    const staleMs = packed.status === 200 ? STALE_MS : 0;
    const seconds = Math.ceil((packed.freshUntilMs - this.deps.clock.now() + staleMs) / 1000);
    headers.set(FRESH_UNTIL, String(packed.freshUntilMs));
    headers.set(REPORTED_CACHING, headers.get('cache-control') ?? '');
    headers.set('cache-control', `public, max-age=${Math.max(1, seconds)}`);
    await this.deps.store().put(key, new Response(packed.body, { status: packed.status, headers }));
  }

  private hold(key: string, packed: Packed): void {
    const bytes = packed.body?.byteLength ?? 0;
    this.drop(key);
    if (bytes > MOST_HELD_BYTES / 4) return;
    this.held.set(key, packed);
    this.heldBytes += bytes;
    for (const oldest of this.held.keys()) {
      if (this.heldBytes <= MOST_HELD_BYTES && this.held.size <= MOST_HELD) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.heldBytes -= this.held.get(key)?.body?.byteLength ?? 0;
    this.held.delete(key);
  }
}

/** `forS`: how long it may be cached, instead of what its own headers say. */
async function pack(response: Response, nowMs: number, forS?: number): Promise<Packed> {
  const seconds = forS ?? (response.status === 200 ? maxAgeS(response.headers.get('cache-control') ?? '') : 0);
  return {
    status: response.status,
    headers: [...response.headers],
    body: response.body ? await response.arrayBuffer() : null,
    freshUntilMs: seconds > 0 ? nowMs + seconds * 1000 : 0,
  };
}

function unpack({ status, headers, body }: Packed): Response {
  return new Response(body, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) });
}

/** 0 where nothing may be cached. */
function maxAgeS(caching: string): number {
  if (/no-store|no-cache|private/.test(caching)) return 0;
  return Number(/max-age=(\d{1,9})/.exec(caching)?.[1] ?? 0);
}

const ofThisIsolate = new EdgeCache({
  store: () => caches.default,
  clock: systemClock,
  pause: (ms) => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const over = new Promise<void>((resume) => {
      timer = setTimeout(resume, ms);
    });
    return { over, cancel: () => clearTimeout(timer) };
  },
  queue: new ScanQueue(
    { slots: 1, maxWaiting: 64, maxWaitMs: 8_000, slotMs: 5_000 },
    systemClock,
    (delayMs, work) => setTimeout(work, delayMs),
    () => log('warn', 'scan.slot-lost', { queue: 'edge cache' }),
  ),
});

/**
 * Answers `path`, which names the answer and begins with a slash: from memory, from the data centre's cache, or by
 * `produce`, which must not depend on who asks. `pay` and `dear`: see `CacheRequest`.
 */
export function edgeCached(
  c: Context<{ Bindings: Env }>,
  path: string,
  produce: () => Promise<Response>,
  how: Pick<CacheRequest, 'pay' | 'dear'> = {},
): Promise<Response> {
  const key = new URL(c.req.url).origin + path;
  return ofThisIsolate.result({ ...how, key, produce, defer: (work) => c.executionCtx.waitUntil(work) });
}

/** Marks a body that is gzipped; under `Content-Encoding` a cache would pack it once more. */
const GZIPPED = { 'x-gzipped': '1' } as const;

/** Octets that were gzipped already, as an answer for `edgeCached`; hand it out by `encodedFor`. */
export function gzippedResponse(body: BodyInit | null, headers: Readonly<Record<string, string>>): Response {
  return new Response(body, { headers: { ...headers, ...GZIPPED } });
}

/** Packs octets once for all who get them: Cloudflare's edge does not pack these by itself. Hand it out by `encodedFor`. */
export function gzipped(body: Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>>): Response {
  const packed = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'));
  return gzippedResponse(packed, headers);
}

export function acceptsGzip({ cf, headers }: Request): boolean {
  // The edge replaces the header, and keeps the client's own here.
  return /\bgzip\b/.test(String(cf?.clientAcceptEncoding ?? headers.get('accept-encoding')));
}

/** What was gzipped, as the client takes it. */
export function encodedFor(request: Request, response: Response): Response {
  if (!response.body || !response.headers.has('x-gzipped')) return response;
  const headers = new Headers(response.headers);
  headers.delete('x-gzipped');
  headers.set('vary', 'accept-encoding');
  if (!acceptsGzip(request)) {
    return new Response(response.body.pipeThrough(new DecompressionStream('gzip')), { headers });
  }
  headers.set('content-encoding', 'gzip');
  return new Response(response.body, { headers, encodeBody: 'manual' });
}

/**
 * Keeps a loaded value in this isolate's memory for `forMs`. Concurrent callers without one each load their own,
 * because Workers do not allow one request to await another's I/O.
 */
export function remembered<Value>(forMs: number, clock: Clock): (load: () => Promise<Value>) => Promise<Value> {
  let held: { readonly value: Value; readonly untilMs: number } | undefined;
  return async (load) => {
    if (held && clock.now() < held.untilMs) return held.value;
    const value = await load();
    held = { value, untilMs: clock.now() + forMs };
    return value;
  };
}
