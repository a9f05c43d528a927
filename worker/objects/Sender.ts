import { WorkerEntrypoint } from 'cloudflare:workers';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import type { Attempt } from '#worker/watch/deliver/Attempt.ts';
import type { SendJob } from '#worker/watch/deliver/SendJob.ts';
import type { SenderDeps } from '#worker/watch/send/SenderDeps.ts';
import { senderDepsOf } from '#worker/watch/send/senderDepsOf.ts';
import { sendOne } from '#worker/watch/send/sendOne.ts';

/** Signing tokens cost a signature each: kept for as long as the isolate lives. */
let deps: SenderDeps | undefined;

/**
 * Sends for the Watch objects, a few messages at a time: an invocation has six connections, and an object that held them
 * itself would send no more than six messages at once.
 */
export class Sender extends WorkerEntrypoint<Env> {
  async send(jobs: readonly SendJob[]): Promise<Attempt[]> {
    deps ??= senderDepsOf(parseConfig(this.env));
    const at = deps;
    return Promise.all(jobs.map((job) => sendOne(job, at)));
  }
}
