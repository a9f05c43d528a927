import { postPush, topicOf } from '#worker/push/postPush.ts';
import type { Vapid } from '#worker/push/Vapid.ts';
import type { PushTarget } from '#worker/watch/deliver/Recipient.ts';
import type { SendJob } from '#worker/watch/deliver/SendJob.ts';
import type { Message } from '#worker/watch/tell/Message.ts';
import type { SenderDeps } from './SenderDeps.ts';

const encoder = new TextEncoder();

/** Encrypts for the browser what its service worker shows, and posts it. */
export function postPushMessage(
  job: SendJob,
  { subscription }: PushTarget,
  vapid: Vapid,
  { fetch, nowMs }: SenderDeps,
): Promise<Response> {
  const topic = topicOf(job.recipient, job.area);
  return postPush({
    subscription,
    payload: encoder.encode(JSON.stringify(payloadOf(job, topic))),
    ttlS: (job.expiresMs - nowMs()) / 1_000,
    urgency: 'high',
    topic,
    vapid,
    fetch,
    nowMs: nowMs(),
    signal: AbortSignal.timeout(job.tryMs),
  });
}

function payloadOf({ id, body, receipt }: SendJob, tag: string) {
  const { type, timestamp, data } = JSON.parse(body) as Message;
  const { change, level, title, text, url, strike, simulated, drill } = data;
  return {
    id,
    tag,
    type,
    change,
    level,
    title,
    body: text,
    url: url ?? '/',
    atMs: Date.parse(strike?.timestamp ?? timestamp),
    decidedAtMs: Date.parse(timestamp),
    ...(receipt === null ? {} : { receipt }),
    ...(simulated ? { simulated } : {}),
    ...(drill ? { drill } : {}),
  };
}
