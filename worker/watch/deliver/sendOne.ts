import { hashOf } from '#worker/keys/hashOf.ts';
import { refusalOf } from '#worker/outbound/classifyAnswer.ts';
import { postTelegram, type TelegramBot } from '#worker/outbound/telegram.ts';
import { postPush, topicOf } from '#worker/push/postPush.ts';
import { Vapid } from '#worker/push/Vapid.ts';
import type { Config } from '#worker/settings/config.ts';
import type { Message } from '#worker/watch/tell/Message.ts';
import { type Attempt, type SendJob, TRY_MS } from './Attempt.ts';
import type { PushTarget, WebhookTarget } from './Recipient.ts';
import { webhookHeaders } from './webhook.ts';

export interface SenderDeps {
  readonly fetch: typeof fetch;
  readonly nowMs: () => number;
  /** Undefined where the deployment has no keys: then push messages fail. */
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

const MAX_ANSWER_BYTES = 4_096;

const UNOPENED: Attempt = { kind: 'refused', status: 400, refusal: { kind: 'message' } };

/** Makes one attempt within the job's time. Never rejects. Returns the far side's text for challenges alone. */
export async function sendOne(job: SendJob, deps: SenderDeps): Promise<Attempt> {
  // A test for a chat that nobody has opened yet.
  if (job.target.channel === 'telegram' && job.target.chatId === null) return UNOPENED;
  try {
    const response = await post(job, deps);
    if (response === undefined) return { kind: 'unreachable', reason: 'channel not set up' };
    return await attemptOf(job, response, deps.nowMs());
  } catch (error) {
    // Only the kind: an error's message may quote an address that is a secret.
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
  const text = isRead ? await answerStart(response, MAX_ANSWER_BYTES) : '';
  if (!response.bodyUsed) await response.body?.cancel();
  if (response.ok) return { kind: 'accepted', ...(isChallenge ? { answer: text } : {}) };
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
  // A fire's correction takes the place of what it corrects, and of nothing else.
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
    // A device counts the places that have a level; a fire is none.
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
  const said = lines.filter((line) => line !== undefined && line !== '').join('\n');
  return postTelegram(bot, { chatId, text: said, fetch, signal: AbortSignal.timeout(tryMs) });
}

export async function postTelegramAnswer(
  bot: TelegramBot,
  chatId: number,
  text: string,
  fetchFrom: typeof fetch,
): Promise<void> {
  const signal = AbortSignal.timeout(TRY_MS);
  const answer = await postTelegram(bot, { chatId, text, fetch: fetchFrom, signal }).catch(() => undefined);
  await answer?.body?.cancel();
}

/** The first `maxBytes` of the body as text. Does not wait for the rest. */
async function answerStart(response: Response, maxBytes: number): Promise<string> {
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
