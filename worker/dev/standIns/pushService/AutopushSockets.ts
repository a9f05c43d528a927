import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { PushStore, WaitingMessage } from './PushStore.ts';

export interface AutopushDeps {
  readonly store: PushStore;
  readonly nowMs: () => number;
  readonly endpointOf: (token: string) => string;
  readonly onConfirmed: (id: string) => void;
}

type Message = Readonly<Record<string, unknown>>;

/**
 * The browsers' side of a push service, as Mozilla's autopush speaks it over a WebSocket and a stock Firefox expects
 * it: hello, register, notification, ack, nack, unregister, broadcast_subscribe, and `{}` for a ping (autopush-rs,
 * docs/src/; Firefox, dom/push/PushServiceWebSocket.sys.mjs).
 */
export class AutopushSockets {
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
      this.#answer(socket, uaid, message);
    });
    socket.on('close', () => {
      if (uaid !== undefined && this.#online.get(uaid) === socket) this.#online.delete(uaid);
    });
  }

  /** An unknown browser gets another id, and makes its subscriptions again. */
  #hello(socket: WebSocket, { uaid: given }: Message): string {
    const { store } = this.#deps;
    const uaid = typeof given === 'string' && store.hasBrowser(given) ? given : randomUUID().replaceAll('-', '');
    store.addBrowser(uaid);
    this.#online.set(uaid, socket);
    send(socket, { messageType: 'hello', uaid, status: 200, use_webpush: true, broadcasts: {} });
    return uaid;
  }

  #answer(socket: WebSocket, uaid: string, message: Message): void {
    const { store, endpointOf, onConfirmed } = this.#deps;
    const { messageType, channelID, key } = message;
    const channelId = String(channelID);
    const token = store.tokenOf(uaid, channelId);
    if (messageType === 'register') {
      const given = token ?? randomBytes(24).toString('base64url');
      store.subscribe({ token: given, uaid, channelId, vapidKey: typeof key === 'string' ? key : undefined });
      send(socket, { messageType, status: 200, channelID, uaid, pushEndpoint: endpointOf(given) });
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
