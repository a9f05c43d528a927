import { systemClock } from '#shared/time/Clock.ts';
import type { DecodedFeedEvent } from '#shared/wire/feedCodec.ts';
import { FeedConnection } from '#web/sky/feed/FeedConnection.ts';
import { systemTimers } from '#web/sky/feed/Timers.ts';
import { hello, ScriptedServer } from './feedHarness.ts';

export const CELLS = [{ z: 4, x: 9, y: 5 }];
const LAST_BELOW_ONE = 1 - Number.EPSILON;

/** A connection under fake timers; `random` draws the jitter, by default the most of it. */
export function connect(random = () => LAST_BELOW_ONE) {
  const server = new ScriptedServer();
  const delivered: DecodedFeedEvent[] = [];
  const foreign = { times: 0 };
  const connection = new FeedConnection({
    openStream: server.open,
    clock: systemClock,
    timers: systemTimers,
    random,
    onEvent: (event) => delivered.push(event),
    onPhase: () => {},
    onForeignProtocol: () => {
      foreign.times += 1;
    },
  });
  return { server, delivered, connection, foreign };
}

/** A connection whose stream has said hello, at 70. */
export function greeted(random?: () => number) {
  const connected = connect(random);
  connected.connection.start(CELLS);
  connected.server.newest.send(hello(70));
  return connected;
}
