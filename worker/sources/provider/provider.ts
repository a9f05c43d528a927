import type { SourceEntry } from '#worker/sources/port/SourceEntry.ts';
import { HttpUrl, Secret } from '#worker/sources/port/variableTypes.ts';
import { PROVIDER_TRAITS, ProviderClient } from './ProviderClient.ts';

const variables = { PROVIDER_BASE_URL: HttpUrl, PROVIDER_TOKEN: Secret };

/** The provider of the specification. */
export const provider: SourceEntry<typeof variables> = {
  variables,
  faults: () => [],
  traits: () => PROVIDER_TRAITS,
  make: ({ PROVIDER_BASE_URL: baseUrl, PROVIDER_TOKEN: token }, deps) =>
    new ProviderClient({ baseUrl, token, ...deps }),
};
