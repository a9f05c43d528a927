import { classifyAnswer } from '#worker/outbound/classifyAnswer.ts';
import type { Attempt } from '#worker/watch/deliver/Attempt.ts';
import type { SendJob } from '#worker/watch/deliver/SendJob.ts';
import { answerStart } from './answerStart.ts';
import { postPushMessage } from './postPushMessage.ts';
import { postTelegramMessage } from './postTelegramMessage.ts';
import { postWebhook } from './postWebhook.ts';
import type { SenderDeps } from './SenderDeps.ts';

const MAX_ANSWER_BYTES = 4_096;

/** Makes one attempt, of at most five seconds. Never rejects; what the far side wrote is told of challenges alone. */
export async function sendOne(job: SendJob, deps: SenderDeps): Promise<Attempt> {
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
      return deps.telegram && postTelegramMessage(job, job.target, deps.telegram, deps);
  }
}

async function attemptOf(job: SendJob, response: Response, nowMs: number): Promise<Attempt> {
  const isChallenge = job.body.startsWith('{"type":"watch.challenge"');
  const isTelegram = job.target.channel === 'telegram';
  const text = isChallenge || (isTelegram && !response.ok) ? await answerStart(response, MAX_ANSWER_BYTES) : '';
  if (!response.bodyUsed) await response.body?.cancel();
  if (response.ok) return { kind: 'accepted', ...(isChallenge ? { answer: text } : {}) };
  const failed = classifyAnswer(response, nowMs);
  const waitMs = isTelegram ? telegramWaitMs(text) : undefined;
  const retryAfterMs = waitMs ?? (failed.kind === 'paused' ? failed.retryAfterMs : undefined);
  return { kind: 'refused', status: response.status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** Telegram tells the wait of a 429 in its body, in seconds. */
function telegramWaitMs(text: string): number | undefined {
  const seconds = Number(/"retry_after"\s*:\s*(\d{1,5})/.exec(text)?.[1] ?? Number.NaN);
  return Number.isNaN(seconds) ? undefined : seconds * 1_000;
}
