import { WorkerEntrypoint } from 'cloudflare:workers';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import type { Attempt, SendJob } from '#worker/watch/delivery.ts';
import { type SenderDeps, senderDepsOf, sendOne } from '#worker/watch/send.ts';

/** Cached for the isolate's life, because each token costs a signature. */
let deps: SenderDeps | undefined;

/** Sends a few messages at a time for the Watch objects, because an invocation has only six connections. */
export class Sender extends WorkerEntrypoint<Env> {
  async send(jobs: readonly SendJob[]): Promise<Attempt[]> {
    deps ??= senderDepsOf(parseConfig(this.env));
    const at = deps;
    return Promise.all(jobs.map((job) => sendOne(job, at)));
  }
}
