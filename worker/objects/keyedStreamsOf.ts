import { systemClock } from '#shared/Clock.ts';
import { KeyTable } from '#worker/keys/apiKeys.ts';
import { log } from '#worker/observability/log.ts';
import { KeyedStreams } from '#worker/relay/KeyedStreams.ts';
import type { Env } from '#worker/settings/Env.ts';
import { keyMeterStub } from './objectStubs.ts';

export function keyedStreamsOf(env: Env, relay: string): KeyedStreams {
  return new KeyedStreams({
    relay,
    meterOf: (account) => keyMeterStub(env, account),
    keysOf: (ids) => new KeyTable(env.OUTBOX_DB).byIds(ids),
    nowMs: () => systemClock.now(),
    after: (delayMs, work) => setTimeout(work, delayMs),
    log,
  });
}
