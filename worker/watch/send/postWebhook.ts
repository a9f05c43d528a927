import type { WebhookTarget } from '#worker/watch/deliver/Recipient.ts';
import type { SendJob } from '#worker/watch/deliver/SendJob.ts';
import { webhookHeaders } from '#worker/watch/deliver/webhookHeaders.ts';
import type { SenderDeps } from './SenderDeps.ts';

/** Signs and posts. A redirect is an answer like any other that is no success: it is not followed. */
export async function postWebhook(
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
