import { result } from './app.ts';
import { openFireNotifier } from './features/fires/FireNotifier.ts';
import type { Env } from './http/Env.ts';
import { scheduled } from './scheduled.ts';
import { Watch as WatchObject } from './watch/Watch.ts';

export { CrossCheck } from './features/verification/CrossCheck.ts';
export { Hindcast } from './features/verification/Hindcast.ts';
export { Feed } from './feed/Feed.ts';
export { KeyMeter } from './http/keys/KeyMeter.ts';
export { Nowcast } from './nowcast/Nowcast.ts';
export { Relay } from './relay/Relay.ts';
export { Sender } from './watch/Sender.ts';

/** With the notifiers of features, which the object itself does not know. */
export class Watch extends WatchObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, [openFireNotifier(env.DB)]);
  }
}

export default {
  fetch: result,
  scheduled: (controller, env) => scheduled(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;
