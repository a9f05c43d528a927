// Receives alerts of Balkan Lightning, with the library of Standard Webhooks: npm install standardwebhooks
// SECRET=whsec_… PORT=8080 node webhook-receiver.ts     (Node 24; behind a proxy that speaks HTTPS)
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

interface Message {
  readonly type: string;
  readonly data: {
    readonly areaId?: string;
    readonly change: number;
    readonly level: 'clear' | 'watch' | 'warning' | 'stop';
    /** Data lost: `level` is the last known. */
    readonly unknown: boolean;
    readonly title: string;
    readonly challenge?: string;
  };
}

/** Yours. If it throws, the message is sent again. */
function act({ type, data }: Message): void {
  console.log(type, data.unknown ? `unknown, last ${data.level}` : data.level, data.title);
}

const hook = new Webhook(process.env.SECRET ?? '');
/** Keep both in a database if restarts must not repeat or reorder anything. */
const seen = new Set<string>();
const changes = new Map<string, number>();

/** A message may come twice, and an older one after a newer: both are taken, and neither is acted upon. */
function accept(id: string, message: Message): void {
  const { areaId, change } = message.data;
  if (seen.has(id)) return;
  if (areaId === undefined || change >= (changes.get(areaId) ?? 0)) act(message);
  seen.add(id);
  const [oldest = ''] = seen;
  if (seen.size > 10_000) seen.delete(oldest);
  if (areaId !== undefined) changes.set(areaId, Math.max(change, changes.get(areaId) ?? 0));
}

async function reply(request: IncomingMessage): Promise<[status: number, body: object]> {
  const body = await text(request);
  let message: Message;
  try {
    // Over the raw body: parsed and written again it would be other bytes.
    message = hook.verify(body, request.headers as Record<string, string>) as Message;
  } catch {
    return [401, {}];
  }
  const { challenge } = message.data;
  if (challenge !== undefined) return [200, { challenge }];
  accept(String(request.headers['webhook-id']), message);
  return [200, {}];
}

createServer((request, response) => {
  reply(request)
    .catch((): [number, object] => [500, {}])
    .then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
}).listen(Number(process.env.PORT ?? 8080));
