import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { MESSAGE_TYPES } from '#shared/watch/bodies.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';
import { anyMessage, ownMessage } from '#worker/watch/messages.ts';
import { type InjectedFault, isInUse, respondWithFault } from './InjectedFault.ts';

/** The documented fields of each type, and no others. */
const promised = v.variant(
  'type',
  MESSAGE_TYPES.map((type) => {
    const own = ownMessage(type).entries;
    const data = { ...anyMessage.entries.data.entries, ...own.data.entries };
    return v.strictObject({ ...anyMessage.entries, type: own.type, data: v.strictObject(data) });
  }),
);

/** Where a message violates its type's schema, as `type: field: rule`; undefined if valid. Quotes only the type. */
export function messageError(body: unknown): string | undefined {
  const { issues } = v.safeParse(promised, body);
  const type = String((body as { type?: unknown } | null)?.type);
  return issues?.map((issue) => `${type}: ${v.getDotPath(issue)}: ${issue.expected} expected`).join('; ');
}

/** Collects the messages that violate their schemas. */
export class MessageCheck {
  private readonly faults = new Set<string>();

  look(message: unknown): void {
    const fault = messageError(message);
    if (fault !== undefined) this.faults.add(fault);
  }

  /** @throws Error that lists all violations */
  end(): void {
    if (this.faults.size > 0)
      throw new Error(`Messages that their schemas do not allow: ${[...this.faults].join('; ')}`);
  }
}

/** `verified` is null if the webhook's secret is not known here. */
export interface HookArrival {
  readonly hook: string;
  readonly atMs: number;
  readonly id: string;
  readonly verified: boolean | null;
  readonly message: { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
  /** False for a refused message, which the sender must send again. */
  readonly accepted: boolean;
}

/** A webhook receiver like a customer's, with the Standard Webhooks library. */
export interface HookReceiver {
  urlOf(name: string): string;
  readonly arrivals: readonly HookArrival[];
  setSecret(name: string, secret: string): void;
  setFault(name: string, fault: InjectedFault): void;
  setEchoes(echoes: boolean): void;
  /** @throws Error if a message violated the API’s document */
  close(): Promise<void>;
}

const MAX_ARRIVALS = 5_000;

/** Listens on the loopback interface. `port` 0 is any free one. Calls `onArrival` for each accepted message. */
export async function startHookReceiver(
  port = 0,
  onArrival: (arrival: HookArrival) => void = () => {},
): Promise<HookReceiver> {
  const arrivals: HookArrival[] = [];
  const secrets = new Map<string, string>();
  const faults = new Map<string, InjectedFault>();
  const check = new MessageCheck();
  let echoes = true;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const hook = (request.url ?? '').slice('/hooks/'.length);
    const body = await text(request);
    const fault = faults.get(hook) ?? 'none';
    const message = JSON.parse(body) as HookArrival['message'];
    check.look(message);
    const verified = verify(secrets.get(hook), body, request);
    const arrival = {
      hook,
      atMs: Date.now(),
      id: String(request.headers['webhook-id']),
      verified,
      message,
      accepted: isInUse(fault) && verified !== false,
    };
    arrivals.push(arrival);
    if (arrivals.length > MAX_ARRIVALS) arrivals.shift();
    if (arrival.accepted) onArrival(arrival);
    if (await respondWithFault(fault, response)) return;
    if (verified === false) {
      response.writeHead(401).end();
      return;
    }
    const { challenge } = message.data;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(challenge !== undefined && echoes ? { challenge } : {}));
  }

  const loopback = await listenOnLoopback(port, (request, response) => {
    receive(request, response).catch(() => response.writeHead(400).end());
  });
  return {
    urlOf: (name) => `${loopback.url}/hooks/${name}`,
    arrivals,
    setSecret: (name, secret) => void secrets.set(name, secret),
    setFault: (name, fault) => void faults.set(name, fault),
    setEchoes: (value) => {
      echoes = value;
    },
    close: async () => {
      await loopback.close();
      check.end();
    },
  };
}

function verify(secret: string | undefined, body: string, request: IncomingMessage): boolean | null {
  if (secret === undefined) return null;
  try {
    new Webhook(secret).verify(body, request.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
