import type { Config } from '#worker/settings/config.ts';
import { ProviderClient, type ProviderDeps } from './ProviderClient.ts';
import type { StrikeProvider } from './StrikeProvider.ts';

/** Another provider is added here, with its adapter beside `ProviderClient` and a choice in `Config.provider`. */
export function providerOf(
  { baseUrl, token }: Config['provider'],
  deps: Pick<ProviderDeps, 'fetch' | 'clock'>,
): StrikeProvider {
  return new ProviderClient({ baseUrl, token, ...deps });
}
