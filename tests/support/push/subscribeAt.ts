import { randomBytes, randomUUID } from 'node:crypto';
import { decryptPush, keysOfReceiver, newPushReceiver } from './decryptPush.ts';

interface Subscriber {
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** The next message, decrypted. */
  readonly arrival: Promise<Readonly<Record<string, unknown>>>;
  close(): void;
}

/** Subscribes at a push service of this machine as Firefox does, for messages that `vapidKey` signs. */
export async function subscribeAt(socketUrl: string, vapidKey: string): Promise<Subscriber> {
  const receiver = newPushReceiver(randomBytes(16));
  const socket = new WebSocket(socketUrl);
  const received = (type: string) =>
    new Promise<Record<string, string>>((resolve, reject) => {
      socket.addEventListener('error', () => reject(new Error(`no push service at ${socketUrl}`)));
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data));
        if (message.messageType === type) resolve(message);
      });
    });
  const [hello, registered, notified] = [received('hello'), received('register'), received('notification')];
  socket.addEventListener('open', () => socket.send(JSON.stringify({ messageType: 'hello', use_webpush: true })));
  await hello;
  socket.send(JSON.stringify({ messageType: 'register', channelID: randomUUID(), key: vapidKey }));
  const { pushEndpoint: endpoint = '' } = await registered;
  return {
    subscription: { endpoint, keys: keysOfReceiver(receiver) },
    arrival: notified.then(({ data = '' }) =>
      JSON.parse(decryptPush(Buffer.from(data, 'base64url'), receiver).toString('utf8')),
    ),
    close: () => socket.close(),
  };
}
