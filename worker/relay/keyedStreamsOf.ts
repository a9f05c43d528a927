import { systemClock } from '#shared/Clock.ts';
import type { Env } from '#worker/http/Env.ts';
import { KeyTable } from '#worker/http/keys/apiKeys.ts';
import { log } from '#worker/http/outbound/log.ts';
import { KeyedStreams } from '#worker/relay/KeyedStreams.ts';
import { keyMeterStub } from '../stubs.ts';

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
