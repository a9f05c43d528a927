import { Vapid } from '#worker/push/Vapid.ts';
import type { Config } from '#worker/settings/config.ts';
import type { SenderDeps } from './SenderDeps.ts';

/** What the deployment's settings let it send by. */
export function senderDepsOf({ vapid, watchBot }: Pick<Config, 'vapid' | 'watchBot'>): SenderDeps {
  return {
    fetch: (...call) => fetch(...call),
    nowMs: () => Date.now(),
    vapid: vapid && new Vapid(vapid.keys, vapid.subject),
    telegram: watchBot && { token: watchBot.token, api: watchBot.api },
  };
}
