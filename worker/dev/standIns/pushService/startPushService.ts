import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, systemClock } from '#shared/time/Clock.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';
import { AutopushSockets } from './AutopushSockets.ts';
import { judgePush } from './judgePush.ts';
import { PushStore } from './PushStore.ts';

type PushFault =
  | { readonly kind: 'well' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterS?: number }
  /** Takes nothing and never answers. */
  | { readonly kind: 'hang' }
  /** Takes it, and closes the connection instead of answering. */
  | { readonly kind: 'cut' }
  /** Takes it and answers after the delay. */
  | { readonly kind: 'slow'; readonly delayMs: number };

/** One for all, or by the subscription's token and the message's number, from 0. */
type PushFaults = PushFault | ((token: string, number: number) => PushFault);

interface PushArrival {
  readonly id: string;
  readonly atMs: number;
  readonly token: string;
  /** 0 for no answer. */
  readonly status: number;
  /** True even if the answer was lost. */
  readonly taken: boolean;
  readonly refusal?: string;
  readonly ttlS: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  /** The id of the waiting message that this one replaced. */
  readonly replaced?: string;
  /** Encrypted. */
  readonly body: Buffer;
  /** When its browser reported that its service worker had it. */
  confirmedMs?: number;
}

/** More than a message may have, so that one that is too long is noticed. */
const READ_BYTES = 8_192;
const MAX_ARRIVALS = 10_000;

interface PushServiceOptions {
  readonly port?: number;
  readonly clock?: Clock;
}

export interface PushService {
  /** `http://127.0.0.1:PORT`; endpoints begin with it. */
  readonly url: string;
  /** `127.0.0.1:PORT`, as `pushSubscriptionSchema` takes it. */
  readonly endpointHost: string;
  /** For Firefox's `dom.push.serverURL`. */
  readonly socketUrl: string;
  /** Oldest first. */
  readonly arrivals: readonly PushArrival[];
  setFaults(faults: PushFaults): void;
  /** Returns a new endpoint. With a `vapidKey`, only messages that it signed are taken. */
  subscribe(vapidKey?: string): string;
  /** Makes the endpoint answer 410. */
  unsubscribe(endpoint: string): void;
  /** Destroys open sockets. */
  close(): Promise<void>;
}

/**
 * A push service on the loopback interface: RFC 8030 for senders, Mozilla's autopush for browsers. Messages wait until
 * their browser connects, or expire.
 */
export async function startPushService({
  port = 0,
  clock = systemClock,
}: PushServiceOptions = {}): Promise<PushService> {
  const store = new PushStore();
  const arrivals: PushArrival[] = [];
  let faults: PushFaults = { kind: 'well' };
  let number = 0;
  const loopback = await listenOnLoopback(port, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const { url, host: endpointHost } = loopback;
  const endpointOf = (token: string) => `${url}/push/${token}`;
  const tokenOf = (endpoint: string) => endpoint.slice(endpointOf('').length);
  const sockets = new AutopushSockets(loopback.server, {
    store,
    nowMs: () => clock.now(),
    endpointOf,
    onConfirmed: (id) => {
      const arrival = arrivals.find((one) => one.id === id);
      if (arrival) arrival.confirmedMs ??= clock.now();
    },
  });

  function note(arrival: PushArrival): void {
    arrivals.push(arrival);
    if (arrivals.length > MAX_ARRIVALS) arrivals.shift();
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^\/push\/([\w-]+)$/.exec(request.url ?? '')?.[1];
    const body = await readBytes(request);
    if (token === undefined) return answer(response, 404, { message: 'No such resource' });
    if (request.method !== 'POST') return answer(response, 405, { message: 'POST a message' });
    const subscription = store.find(token);
    const { headers } = request;
    const nowMs = clock.now();
    const refusal = judgePush({ headers, bodyBytes: body.length, origin: url, subscription, nowMs });
    const fault: PushFault = typeof faults === 'function' ? faults(token, number) : faults;
    number += 1;
    const topic = headers.topic as string | undefined;
    const ttlS = Number(headers.ttl ?? 0);
    const said = {
      id: randomUUID(),
      atMs: nowMs,
      token,
      ttlS,
      urgency: headers.urgency as string | undefined,
      topic,
      body,
    };
    if (fault.kind === 'hang') return note({ ...said, status: 0, taken: false });
    if (fault.kind === 'status') {
      note({ ...said, status: fault.status, taken: false });
      const retryAfter = fault.retryAfterS === undefined ? {} : { 'retry-after': String(fault.retryAfterS) };
      return answer(response, fault.status, { message: 'As it was told to' }, retryAfter);
    }
    if (refusal || typeof subscription !== 'object') {
      const { status, message } = refusal ?? { status: 404, message: '' };
      note({ ...said, status, taken: false, refusal: message });
      return answer(response, status, { message });
    }
    const message = { id: said.id, token, topic, expiresMs: nowMs + ttlS * 1_000, body };
    const replaced = store.keep(message);
    const status = fault.kind === 'cut' ? 0 : 201;
    note({ ...said, status, taken: true, ...(replaced === undefined ? {} : { replaced }) });
    sockets.deliver(message);
    if (fault.kind === 'cut') return void response.destroy();
    if (fault.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    answer(response, 201, {}, { location: `${url}/message/${said.id}`, ttl: String(ttlS) });
  }

  return {
    url,
    endpointHost,
    socketUrl: `ws://${endpointHost}/`,
    arrivals,
    setFaults: (given) => {
      faults = given;
    },
    subscribe: (vapidKey) => {
      const token = randomBytes(24).toString('base64url');
      store.subscribe({ token, vapidKey, uaid: undefined, channelId: randomUUID() });
      return endpointOf(token);
    },
    unsubscribe: (endpoint) => store.unsubscribe(tokenOf(endpoint)),
    close: () => {
      sockets.close();
      return loopback.close();
    },
  };
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (bytes < READ_BYTES) chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks);
}

/** A refusal's body has the form of autopush's. */
function answer(
  response: ServerResponse,
  status: number,
  { message }: { readonly message?: string },
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = message === undefined ? '' : JSON.stringify({ code: status, errno: 999, error: 'refused', message });
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
