import type { Clock } from '#shared/Clock.ts';
import type { Config } from '#worker/http/config.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import { refusalOf } from '#worker/http/outbound/classifyResponse.ts';
import type { Log } from '#worker/http/outbound/log.ts';
import { postPush, topicOf, Vapid } from '#worker/http/outbound/push.ts';
import { postTelegram, type TelegramBot } from '#worker/http/outbound/telegram.ts';
import { type Attempt, afterAttempt, type Delivery, type SendJob, TRY_MS } from './delivery.ts';
import type { Message } from './messages.ts';
import { type DeliveryLedger, receiptOf } from './outbox.ts';
import {
  HostLimiter,
  LANE_NAMES,
  type LaneName,
  type Ready,
  SendLane,
  SendQueue,
  SLOW_MS,
  SlowHooks,
  type Way,
} from './queue.ts';
import {
  destinationOf,
  type PushTarget,
  type Recipient,
  type RecipientStore,
  type WebhookTarget,
  webhookHeaders,
} from './recipients.ts';
import type { WatchLedger } from './watchlists.ts';

export interface SenderDeps {
  readonly fetch: typeof fetch;
  readonly nowMs: () => number;
  /** Undefined if the deployment has no keys: push messages then fail. */
  readonly vapid: Vapid | undefined;
  readonly telegram: TelegramBot | undefined;
}

export function senderDepsOf({ vapid, watchBot }: Pick<Config, 'vapid' | 'watchBot'>): SenderDeps {
  return {
    fetch: (...call) => fetch(...call),
    nowMs: () => Date.now(),
    vapid: vapid && new Vapid(vapid.keys, vapid.subject),
    telegram: watchBot,
  };
}

const MAX_RESPONSE_BYTES = 4_096;

const UNOPENED: Attempt = { kind: 'refused', status: 400, refusal: { kind: 'message' } };

/** Makes one attempt within the job's time. Never rejects. Returns the destination's text only for challenges. */
export async function sendOne(job: SendJob, deps: SenderDeps): Promise<Attempt> {
  // A test for a chat that has not been opened yet.
  if (job.target.channel === 'telegram' && job.target.chatId === null) return UNOPENED;
  try {
    const response = await post(job, deps);
    if (response === undefined) return { kind: 'unreachable', reason: 'channel not set up' };
    return await attemptOf(job, response, deps.nowMs());
  } catch (error) {
    // Only the kind: an error's message may quote a secret URL.
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { kind: 'unreachable', reason: isLate ? 'timeout' : 'connection' };
  }
}

async function post(job: SendJob, deps: SenderDeps): Promise<Response | undefined> {
  switch (job.target.channel) {
    case 'webhook':
      return postWebhook(job, job.target, deps);
    case 'push':
      return deps.vapid && postPushMessage(job, job.target, deps.vapid, deps);
    case 'telegram':
      return deps.telegram && postTelegramMessage(job, job.target.chatId ?? 0, deps.telegram, deps);
  }
}

async function attemptOf(job: SendJob, response: Response, nowMs: number): Promise<Attempt> {
  const isChallenge = job.body.startsWith('{"type":"watch.challenge"');
  const { channel } = job.target;
  const isRead = isChallenge || (channel === 'telegram' && !response.ok);
  const text = isRead ? await respondToStart(response, MAX_RESPONSE_BYTES) : '';
  if (!response.bodyUsed) await response.body?.cancel();
  if (response.ok) return { kind: 'accepted', ...(isChallenge ? { result: text } : {}) };
  const { status, headers } = response;
  return { kind: 'refused', status, refusal: refusalOf(channel, { status, headers, text }, nowMs) };
}

/** Signs and posts. A redirect is not followed and counts as a failure. */
async function postWebhook(
  { id, body, tryMs }: SendJob,
  { url, secret }: WebhookTarget,
  { fetch, nowMs }: SenderDeps,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { ...(await webhookHeaders(secret, id, body, nowMs())), 'user-agent': 'balkan-lightning-watch/1' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(tryMs),
  });
}

const encoder = new TextEncoder();

function postPushMessage(
  job: SendJob,
  { subscription }: PushTarget,
  vapid: Vapid,
  { fetch, nowMs }: SenderDeps,
): Promise<Response> {
  const message = JSON.parse(job.body) as Message;
  const { areaId, fire } = message.data;
  // A fire's correction replaces only the message that it corrects.
  const topic = topicOf(job.recipient, fire ? `${areaId}/${fire.id}` : job.area);
  return postPush({
    subscription,
    payload: encoder.encode(JSON.stringify(payloadOf(job, message, topic))),
    ttlS: (job.expiresMs - nowMs()) / 1_000,
    urgency: fire ? 'normal' : 'high',
    topic,
    vapid,
    fetch,
    nowMs: nowMs(),
    signal: AbortSignal.timeout(job.tryMs),
  });
}

function payloadOf({ id, receipt }: SendJob, { type, timestamp, data }: Message, tag: string) {
  const { change, level, title, text, url, strike, fire, simulated, drill } = data;
  return {
    id,
    tag,
    type,
    change,
    // A device counts the places that have a level; a fire has none.
    ...(fire ? {} : { level }),
    title,
    body: text,
    url: fire?.url ?? url ?? '/',
    atMs: Date.parse(strike?.timestamp ?? timestamp),
    decidedAtMs: Date.parse(timestamp),
    ...(receipt === null ? {} : { receipt }),
    ...(simulated ? { simulated } : {}),
    ...(drill ? { drill } : {}),
  };
}

const SHORT_ID = 6;

/** The short id identifies repeats. */
function postTelegramMessage(
  { id, body, tryMs }: SendJob,
  chatId: number,
  bot: TelegramBot,
  { fetch }: SenderDeps,
): Promise<Response> {
  const { title, text, url, fire } = (JSON.parse(body) as Message).data;
  const lines = [title, text, fire?.url, url, `#${hashOf(id).slice(0, SHORT_ID)}`];
  const message = lines.filter((line) => line !== undefined && line !== '').join('\n');
  return postTelegram(bot, { chatId, text: message, fetch, signal: AbortSignal.timeout(tryMs) });
}

export async function postTelegramResponse(
  bot: TelegramBot,
  chatId: number,
  text: string,
  fetchFrom: typeof fetch,
): Promise<void> {
  const signal = AbortSignal.timeout(TRY_MS);
  const response = await postTelegram(bot, { chatId, text, fetch: fetchFrom, signal }).catch(() => undefined);
  await response?.body?.cancel();
}

/** The first `maxBytes` of the body as text. Does not wait for the rest. */
async function respondToStart(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    if (bytes < maxBytes) continue;
    await reader.cancel();
    return text.slice(0, maxBytes);
  }
}

/** A lease outlasts an attempt by this much: only a row whose sender died is sent again. */
const LEASE_BEYOND_TRY_MS = 3_000;
/** Telegram accepts one message a second per chat. */
const CHAT_EVERY_MS = 1_000;
const LOST: Attempt = { kind: 'unreachable', reason: 'connection' };

interface DeliveryPumpDeps {
  readonly deliveries: DeliveryLedger;
  readonly recipients: Pick<RecipientStore, 'get'>;
  readonly ledger: Pick<WatchLedger, 'watchlist' | 'transaction'>;
  /** Called inside the transaction that stores the delivery. */
  readonly storeRecipient: (recipient: Recipient, before: Recipient) => void;
  readonly send: (job: SendJob) => Promise<Attempt>;
  /** Called when a message was completed: more may be pending than its request can send. */
  readonly onSettled: () => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly shard: string;
}

/** Messages this request may still send, follow-ups included. */
export interface Allowance {
  left: number;
}

/** `moved`: it was slow while others waited, and released its slot. */
interface UnderWay {
  readonly way: Way;
  readonly startedMs: number;
  moved: boolean;
}

/** Sends the outbox: at least once, and never two messages to one recipient at a time. */
export class DeliveryPump {
  private readonly deps: DeliveryPumpDeps;
  private readonly limiter = new HostLimiter();
  private readonly lanes: Readonly<Record<LaneName, SendLane>>;
  private readonly queue = new SendQueue();
  private readonly slow = new SlowHooks();
  private readonly underWay = new Set<UnderWay>();

  constructor(deps: DeliveryPumpDeps) {
    this.deps = deps;
    this.lanes = Object.fromEntries(LANE_NAMES.map((name) => [name, new SendLane(name)])) as DeliveryPump['lanes'];
    const nowMs = deps.clock.now();
    for (const row of deps.deliveries.leased(nowMs)) this.queue.hold(recipientKey(row), row.leasedMs);
  }

  /**
   * Sends what is due, again after each completed message, within `allowance`. Resolves when all of it is completed;
   * never rejects.
   */
  async run(allowance: Allowance = { left: Number.POSITIVE_INFINITY }): Promise<void> {
    const nowMs = this.deps.clock.now();
    this.refresh(nowMs);
    const sends: { row: Delivery; way: Ready }[] = [];
    for (const lane of LANE_NAMES) {
      this.lanes[lane].forget(nowMs);
      while (sends.length < allowance.left) {
        const way = this.nextFrom(lane, nowMs);
        if (!way) break;
        const row = this.deps.deliveries.delivery(way.id);
        if (row?.state !== 'pending') {
          this.queue.drop(way.key);
          continue;
        }
        this.queue.hold(way.key, nowMs + this.leaseMs(lane));
        this.lanes[lane].begin(way.network);
        sends.push({ row, way });
      }
    }
    allowance.left -= sends.length;
    try {
      this.lease(sends, nowMs);
    } catch (error) {
      // Nothing was started: all of it is tried again when the lease expires.
      for (const { way } of sends) this.lanes[way.lane].release(way.network);
      this.deps.log('error', 'watch.lease', { shard: this.deps.shard, reason: (error as Error).message });
      return;
    }
    await Promise.all(sends.map(({ row, way }) => this.send(row, way, nowMs, allowance)));
  }

  /** Undefined if no message is pending, or if all wait for others to complete. */
  nextDueMs(): number | undefined {
    const nowMs = this.deps.clock.now();
    this.refresh(nowMs);
    if (LANE_NAMES.some((name) => this.queue.isReady(name, nowMs, (network) => this.lanes[name].mayBegin(network))))
      return nowMs;
    const nextMs = this.queue.nextMs() ?? Number.POSITIVE_INFINITY;
    const oldest = [...this.underWay].find(({ way, moved }) => way.lane === 'hook' && !moved);
    const slowMs = oldest && this.queue.isReady('hook', nowMs) ? oldest.startedMs + SLOW_MS : Number.POSITIVE_INFINITY;
    const dueMs = Math.min(nextMs, slowMs);
    return Number.isFinite(dueMs) ? dueMs : undefined;
  }

  private refresh(nowMs: number): void {
    for (const { watchlist, recipient } of this.deps.deliveries.collectTouched()) {
      const way = this.wayOf(watchlist, recipient);
      if (way) this.queue.put(way, this.deps.deliveries.waitingFor(watchlist, recipient), nowMs);
      else this.queue.drop(recipientKey({ watchlist, recipient }));
    }
  }

  private wayOf(watchlist: string, recipient: string): Way | undefined {
    const to = this.deps.recipients.get(watchlist, recipient);
    if (!to) return undefined;
    const key = recipientKey({ watchlist, recipient });
    const { channel } = to.target;
    const lane = channel === 'webhook' ? (this.slow.has(key) ? 'slow' : 'hook') : channel;
    // Watchlists of unknown networks count as separate networks.
    return {
      key,
      watchlist,
      recipient,
      network: this.deps.ledger.watchlist(watchlist)?.network || watchlist,
      lane,
      host: destinationOf(to),
    };
  }

  private nextFrom(name: LaneName, nowMs: number): Ready | undefined {
    const lane = this.lanes[name];
    const accept = () =>
      this.queue.next(
        name,
        nowMs,
        (network) => lane.mayBegin(network),
        ({ host, network, rank }) =>
          (name === 'push' || name === 'telegram' ? this.limiter.heldBack(host, rank === 0, nowMs) : undefined) ??
          lane.paced(host, network, nowMs),
      );
    const ready = lane.isFull ? undefined : accept();
    if (ready || name !== 'hook' || !this.queue.isReady(name, nowMs) || !this.moveSlow(nowMs)) return ready;
    return accept();
  }

  /** While others wait, webhooks slower than a second release their slot and move to the slow lane. True if one did. */
  private moveSlow(nowMs: number): boolean {
    let isMoved = false;
    for (const one of this.underWay) {
      if (one.moved || one.way.lane !== 'hook' || nowMs - one.startedMs < SLOW_MS) continue;
      one.moved = true;
      isMoved = true;
      this.slow.add(one.way.key);
      this.lanes.hook.release(one.way.network);
    }
    return isMoved;
  }

  private lease(sends: readonly { row: Delivery; way: Ready }[], nowMs: number): void {
    if (sends.length === 0) return;
    const { deliveries, ledger } = this.deps;
    ledger.transaction(() => {
      for (const lane of LANE_NAMES) {
        const rows = sends.filter(({ way }) => way.lane === lane).map(({ row }) => row);
        if (rows.length > 0) deliveries.lease(rows, nowMs + this.leaseMs(lane));
      }
    });
  }

  private leaseMs(lane: LaneName): number {
    return this.lanes[lane].tryMs + LEASE_BEYOND_TRY_MS;
  }

  /** Makes one attempt and stores its result, independently of the others. */
  private async send(row: Delivery, way: Ready, startedMs: number, allowance: Allowance): Promise<void> {
    const { clock, log, shard, ledger } = this.deps;
    const one: UnderWay = { way, startedMs, moved: false };
    this.underWay.add(one);
    const attempt = await this.attempt(row, way).catch((error: Error) => {
      log('error', 'watch.send', { shard, reason: error.name });
      return LOST;
    });
    const nowMs = clock.now();
    this.underWay.delete(one);
    const lane = this.lanes[way.lane];
    if (!one.moved) lane.release(way.network);
    lane.note(way.network, attempt, nowMs);
    if (way.lane === 'hook' || way.lane === 'slow') this.slow.note(way.key, attempt, nowMs - startedMs);
    try {
      ledger.transaction(() => this.finish(row.id, way, attempt));
    } catch (error) {
      // The row stays leased, and is sent again when the lease expires.
      log('error', 'watch.settle', { shard, reason: (error as Error).message });
    }
    if (way.lane === 'telegram') this.queue.hold(way.key, nowMs + CHAT_EVERY_MS);
    this.refresh(nowMs);
    if (way.lane !== 'telegram') this.queue.free(way.key, nowMs);
    const next = allowance.left > 0 ? this.run(allowance) : undefined;
    this.deps.onSettled();
    await next;
  }

  private async attempt(delivery: Delivery, { lane }: Ready): Promise<Attempt> {
    const { id, recipient, area, body, expiresMs } = delivery;
    const to = this.deps.recipients.get(delivery.watchlist, recipient) as Recipient;
    const receipt = to.target.channel === 'push' ? receiptOf(to, id) : null;
    const { tryMs } = this.lanes[lane];
    return this.deps.send({ id, target: to.target, recipient, area, body: body ?? '', expiresMs, receipt, tryMs });
  }

  /** Stores an attempt's result, inside a transaction. Skips a row or recipient that was deleted. */
  private finish(id: string, { lane, host, network }: Way, attempt: Attempt): void {
    const { deliveries, clock } = this.deps;
    const nowMs = clock.now();
    const delivery = deliveries.delivery(id);
    const recipient = delivery && this.deps.recipients.get(delivery.watchlist, delivery.recipient);
    if (!delivery || !recipient) return;
    if (lane === 'push' || lane === 'telegram') {
      const isOurs = this.limiter.note(host, network, attempt, recipient.okMs !== null, nowMs);
      if (isOurs) this.deps.log('error', 'watch.forbidden', { shard: this.deps.shard, host });
    }
    if (delivery.state !== 'pending') return;
    const after = afterAttempt(delivery, recipient, attempt, nowMs);
    const isSuperseded = after.delivery.state === 'pending' && this.hasNewer(delivery);
    deliveries.finish(isSuperseded ? { ...after.delivery, state: 'superseded', body: null } : after.delivery);
    if (JSON.stringify(after.recipient) !== JSON.stringify(recipient))
      this.deps.storeRecipient(after.recipient, recipient);
  }

  private hasNewer({ id, watchlist, recipient, area }: Delivery): boolean {
    return area !== '' && this.deps.deliveries.waiting(watchlist, recipient, area).at(-1)?.id !== id;
  }
}

function recipientKey({ watchlist, recipient }: Pick<Delivery, 'watchlist' | 'recipient'>): string {
  return `${watchlist}/${recipient}`;
}
