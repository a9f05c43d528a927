import { createPublicKey, type KeyObject, randomBytes, randomUUID, verify } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Clock, systemClock } from '#shared/Clock.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';

/** Created by a browser, or by a test. */
interface Subscription {
  readonly token: string;
  /** Only messages signed with this key are accepted; any if undefined. Base64url. */
  readonly vapidKey: string | undefined;
  /** Id of the browser; `channelId` is its name for the subscription. */
  readonly uaid: string | undefined;
  readonly channelId: string;
}

/** A message not yet confirmed by its browser. */
interface WaitingMessage {
  readonly id: string;
  readonly token: string;
  readonly topic: string | undefined;
  readonly expiresMs: number;
  readonly body: Buffer;
}

/** Subscriptions and their waiting messages. In memory: after a restart the service knows no browser. */
class PushStore {
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #gone = new Set<string>();
  readonly #browsers = new Set<string>();
  #waiting: WaitingMessage[] = [];

  addBrowser(uaid: string): void {
    this.#browsers.add(uaid);
  }

  hasBrowser(uaid: string): boolean {
    return this.#browsers.has(uaid);
  }

  subscribe(subscription: Subscription): void {
    this.#subscriptions.set(subscription.token, subscription);
  }

  unsubscribe(token: string): void {
    if (this.#subscriptions.delete(token)) this.#gone.add(token);
    this.#waiting = this.#waiting.filter((message) => message.token !== token);
  }

  /** `gone` if it was deleted, undefined if it never existed. */
  find(token: string): Subscription | 'gone' | undefined {
    return this.#subscriptions.get(token) ?? (this.#gone.has(token) ? 'gone' : undefined);
  }

  tokenOf(uaid: string, channelId: string): string | undefined {
    const all = [...this.#subscriptions.values()];
    return all.find((one) => one.uaid === uaid && one.channelId === channelId)?.token;
  }

  /** Stores a message. Returns the id of the one it replaces, with the same subscription and topic (RFC 8030, 5.4). */
  store(message: WaitingMessage): string | undefined {
    const { token, topic } = message;
    const replaced = this.#waiting.find(
      (other) => topic !== undefined && other.topic === topic && other.token === token,
    );
    this.#waiting = [...this.#waiting.filter((other) => other !== replaced), message];
    return replaced?.id;
  }

  confirm(id: string): void {
    this.#waiting = this.#waiting.filter((message) => message.id !== id);
  }

  /** Messages that have not expired, oldest first. */
  waitingFor(uaid: string, nowMs: number): WaitingMessage[] {
    this.#waiting = this.#waiting.filter(({ expiresMs }) => expiresMs > nowMs);
    return this.#waiting.filter(({ token }) => this.#subscriptions.get(token)?.uaid === uaid);
  }
}

/** The size that a push service must accept at least (RFC 8030, 7.2). */
const MAX_BODY_BYTES = 4_096;
const MAX_TOKEN_LIFE_S = 24 * 60 * 60;
const URGENCIES = ['very-low', 'low', 'normal', 'high'];

interface PushRefusal {
  readonly status: number;
  readonly message: string;
}

interface PushRequest {
  readonly headers: IncomingHttpHeaders;
  readonly bodyBytes: number;
  /** The service's own origin, which a token must contain. */
  readonly origin: string;
  readonly subscription: Subscription | 'gone' | undefined;
  readonly nowMs: number;
}

/**
 * Why a push service refuses a message, by RFC 8030 (5, 7) and 8292 (4) and like Mozilla's autopush; undefined if it
 * accepts it.
 */
function validatePush({ headers, bodyBytes, origin, subscription, nowMs }: PushRequest): PushRefusal | undefined {
  const refused = (status: number, message: string) => ({ status, message });
  if (subscription === undefined) return refused(404, 'Push subscription is invalid');
  if (subscription === 'gone') return refused(410, 'Push subscription is no longer available');
  const { ttl, topic, urgency, authorization, 'content-encoding': encoding } = headers as Record<string, string>;
  if (ttl === undefined || !/^\d{1,9}$/.test(ttl)) return refused(400, 'TTL: a number of seconds is required');
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return refused(400, 'Topic: at most 32 of base64url');
  if (urgency !== undefined && !URGENCIES.includes(urgency)) return refused(400, `Urgency: one of ${URGENCIES}`);
  if (bodyBytes > MAX_BODY_BYTES) return refused(413, `the body has more than ${MAX_BODY_BYTES} bytes`);
  if (bodyBytes > 0 && encoding !== 'aes128gcm') return refused(415, 'Content-Encoding: aes128gcm is required');
  return vapidRefusal(authorization, subscription.vapidKey, origin, nowMs);
}

function vapidRefusal(
  authorization: string | undefined,
  vapidKey: string | undefined,
  origin: string,
  nowMs: number,
): PushRefusal | undefined {
  const forbidden = (message: string) => ({ status: 403, message: `Authorization: ${message}` });
  if (authorization === undefined) return { status: 401, message: 'Authorization: vapid is required' };
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const publicKey = pointKey(key);
  if (!publicKey) return { status: 401, message: 'Authorization: must be vapid t=…, k=…' };
  const signed = Buffer.from(`${head}.${claims}`);
  const good = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!good) return forbidden('the signature is not of this key');
  // Firefox pads the key that it registers.
  if (vapidKey !== undefined && vapidKey.replace(/=+$/, '') !== key)
    return forbidden('the subscription is for another key');
  const { aud, exp, sub } = jsonPart(claims);
  if (jsonPart(head).alg !== 'ES256') return forbidden('alg must be ES256');
  if (aud !== origin) return forbidden(`aud must be ${origin}`);
  const leftS = Number(exp) - nowMs / 1_000;
  if (!(leftS > 0 && leftS <= MAX_TOKEN_LIFE_S)) return forbidden('exp must lie within the next 24 hours');
  if (!/^(mailto:|https:)/.test(String(sub))) return forbidden('sub must be mailto or https');
  return undefined;
}

function pointKey(key: string): KeyObject | undefined {
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function jsonPart(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

interface AutopushDeps {
  readonly store: PushStore;
  readonly nowMs: () => number;
  readonly endpointOf: (token: string) => string;
  readonly onConfirmed: (id: string) => void;
}

type Message = Readonly<Record<string, unknown>>;

/**
 * The browser side of a push service: Mozilla's autopush protocol over a WebSocket, for a stock Firefox: hello,
 * register, notification, ack, nack, unregister, broadcast_subscribe, and `{}` for a ping (autopush-rs, docs/src/;
 * Firefox, dom/push/PushServiceWebSocket.sys.mjs).
 */
class AutopushSockets {
  readonly #server: WebSocketServer;
  readonly #deps: AutopushDeps;
  readonly #online = new Map<string, WebSocket>();

  constructor(server: Server, deps: AutopushDeps) {
    this.#deps = deps;
    this.#server = new WebSocketServer({ server });
    this.#server.on('connection', (socket) => this.#serve(socket));
  }

  deliver(message: WaitingMessage): void {
    const subscription = this.#deps.store.find(message.token);
    if (typeof subscription !== 'object' || subscription.uaid === undefined) return;
    const socket = this.#online.get(subscription.uaid);
    if (!socket) return;
    const { id, body } = message;
    const data = body.length === 0 ? {} : { data: body.toString('base64url'), headers: { encoding: 'aes128gcm' } };
    send(socket, { messageType: 'notification', channelID: subscription.channelId, version: id, ...data });
  }

  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }

  #serve(socket: WebSocket): void {
    let uaid: string | undefined;
    socket.on('message', (data) => {
      const message = parsed(String(data));
      if (!message) return socket.close(4_000, 'not understood');
      if (Object.keys(message).length === 0) return socket.send('{}');
      if (message.messageType === 'hello') {
        uaid = this.#hello(socket, message);
        for (const waiting of this.#deps.store.waitingFor(uaid, this.#deps.nowMs())) this.deliver(waiting);
        return;
      }
      if (uaid === undefined) return socket.close(4_000, 'hello comes first');
      this.#respond(socket, uaid, message);
    });
    socket.on('close', () => {
      if (uaid !== undefined && this.#online.get(uaid) === socket) this.#online.delete(uaid);
    });
  }

  /** An unknown browser gets a new id, and must subscribe again. */
  #hello(socket: WebSocket, { uaid: knownUaid }: Message): string {
    const { store } = this.#deps;
    const uaid =
      typeof knownUaid === 'string' && store.hasBrowser(knownUaid) ? knownUaid : randomUUID().replaceAll('-', '');
    store.addBrowser(uaid);
    this.#online.set(uaid, socket);
    send(socket, { messageType: 'hello', uaid, status: 200, use_webpush: true, broadcasts: {} });
    return uaid;
  }

  #respond(socket: WebSocket, uaid: string, message: Message): void {
    const { store, endpointOf, onConfirmed } = this.#deps;
    const { messageType, channelID, key } = message;
    const channelId = String(channelID);
    const token = store.tokenOf(uaid, channelId);
    if (messageType === 'register') {
      const ownToken = token ?? randomBytes(24).toString('base64url');
      store.subscribe({ token: ownToken, uaid, channelId, vapidKey: typeof key === 'string' ? key : undefined });
      send(socket, { messageType, status: 200, channelID, uaid, pushEndpoint: endpointOf(ownToken) });
    } else if (messageType === 'unregister') {
      if (token !== undefined) store.unsubscribe(token);
      send(socket, { messageType, status: 200, channelID });
    } else if (messageType === 'ack') {
      for (const { version } of (message.updates as { version: string }[] | undefined) ?? []) {
        store.confirm(version);
        onConfirmed(version);
      }
    }
  }
}

function send(socket: WebSocket, message: Message): void {
  socket.send(JSON.stringify(message));
}

function parsed(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}

type PushFault =
  | { readonly kind: 'well' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterS?: number }
  /** Accepts nothing and never responds. */
  | { readonly kind: 'hang' }
  /** Accepts it, and closes the connection instead of responding. */
  | { readonly kind: 'cut' }
  /** Accepts it and responds after the delay. */
  | { readonly kind: 'slow'; readonly delayMs: number };

/** One for all, or by the subscription's token and the message's number, from 0. */
type PushFaults = PushFault | ((token: string, number: number) => PushFault);

interface PushArrival {
  readonly id: string;
  readonly atMs: number;
  readonly token: string;
  /** 0 if there was no response. */
  readonly status: number;
  /** True even if the response was lost. */
  readonly accepted: boolean;
  readonly refusal?: string;
  readonly ttlS: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  /** The id of the waiting message that this one replaced. */
  readonly replaced?: string;
  /** Encrypted. */
  readonly body: Buffer;
  /** When its browser confirmed delivery to its service worker. */
  confirmedMs?: number;
}

/** Above the limit of a message, so that one that is too long is detected. */
const READ_BYTES = 8_192;
const MAX_ARRIVALS = 10_000;

interface PushServiceOptions {
  readonly port?: number;
  readonly clock?: Clock;
}

export interface PushService {
  /** `http://127.0.0.1:PORT`; endpoints begin with it. */
  readonly url: string;
  /** `127.0.0.1:PORT`, the format that `pushSubscriptionSchema` accepts. */
  readonly endpointHost: string;
  /** For Firefox's `dom.push.serverURL`. */
  readonly socketUrl: string;
  /** Oldest first. */
  readonly arrivals: readonly PushArrival[];
  setFaults(faults: PushFaults): void;
  /** Returns a new endpoint. With a `vapidKey`, only messages signed with it are accepted. */
  subscribe(vapidKey?: string): string;
  /** Makes the endpoint respond with 410. */
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
    if (token === undefined) return reply(response, 404, { message: 'No such resource' });
    if (request.method !== 'POST') return reply(response, 405, { message: 'POST a message' });
    const subscription = store.find(token);
    const { headers } = request;
    const nowMs = clock.now();
    const refusal = validatePush({ headers, bodyBytes: body.length, origin: url, subscription, nowMs });
    const fault: PushFault = typeof faults === 'function' ? faults(token, number) : faults;
    number += 1;
    const topic = headers.topic as string | undefined;
    const ttlS = Number(headers.ttl ?? 0);
    const text = {
      id: randomUUID(),
      atMs: nowMs,
      token,
      ttlS,
      urgency: headers.urgency as string | undefined,
      topic,
      body,
    };
    if (fault.kind === 'hang') return note({ ...text, status: 0, accepted: false });
    if (fault.kind === 'status') {
      note({ ...text, status: fault.status, accepted: false });
      const retryAfter = fault.retryAfterS === undefined ? {} : { 'retry-after': String(fault.retryAfterS) };
      return reply(response, fault.status, { message: 'As it was told to' }, retryAfter);
    }
    if (refusal || typeof subscription !== 'object') {
      const { status, message } = refusal ?? { status: 404, message: '' };
      note({ ...text, status, accepted: false, refusal: message });
      return reply(response, status, { message });
    }
    const message = { id: text.id, token, topic, expiresMs: nowMs + ttlS * 1_000, body };
    const replaced = store.store(message);
    const status = fault.kind === 'cut' ? 0 : 201;
    note({ ...text, status, accepted: true, ...(replaced === undefined ? {} : { replaced }) });
    sockets.deliver(message);
    if (fault.kind === 'cut') return void response.destroy();
    if (fault.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    reply(response, 201, {}, { location: `${url}/message/${text.id}`, ttl: String(ttlS) });
  }

  return {
    url,
    endpointHost,
    socketUrl: `ws://${endpointHost}/`,
    arrivals,
    setFaults: (next) => {
      faults = next;
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

/** Sends a response; a refusal's body has autopush's format. */
function reply(
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
