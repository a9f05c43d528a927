import type { Config } from '#worker/settings/config.ts';
import { ProviderClient } from './provider/ProviderClient.ts';
import type { SourceDeps } from './SourceEntry.ts';
import type { WindowSource } from './StrikeSource.ts';

/** Another source is added here, with its adapter in a folder beside this file. */
export function sourceOf({ baseUrl, token }: Config['provider'], deps: SourceDeps): WindowSource {
  return new ProviderClient({ baseUrl, token, ...deps });
}
