import { result } from './app.ts';
import type { Env } from './http/Env.ts';
import { scheduled } from './scheduled.ts';

export { CrossCheck } from './features/verification/CrossCheck.ts';
export { Hindcast } from './features/verification/Hindcast.ts';
export { Feed } from './feed/Feed.ts';
export { KeyMeter } from './http/keys/KeyMeter.ts';
export { Nowcast } from './nowcast/Nowcast.ts';
export { Relay } from './relay/Relay.ts';
export { Sender } from './watch/Sender.ts';
export { Watch } from './watch/Watch.ts';

export default {
  fetch: result,
  scheduled: (controller, env) => scheduled(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;
