import { result } from './app.ts';
import { scheduled } from './scheduled.ts';
import type { Env } from './settings/Env.ts';

export { CrossCheck } from './objects/CrossCheck.ts';
export { Feed } from './objects/Feed.ts';
export { Hindcast } from './objects/Hindcast.ts';
export { KeyMeter } from './objects/KeyMeter.ts';
export { Nowcast } from './objects/Nowcast.ts';
export { Relay } from './objects/Relay.ts';
export { Sender } from './objects/Sender.ts';
export { Watch } from './objects/Watch.ts';

export default {
  fetch: result,
  scheduled: (controller, env) => scheduled(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;
