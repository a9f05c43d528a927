import * as v from 'valibot';
import type { SourceEntry } from '#worker/sources/port/SourceEntry.ts';
import { HttpUrl } from '#worker/sources/port/variableTypes.ts';
import { MTG_LI_TRAITS, MtgLiClient } from './MtgLiClient.ts';

const EUMETSAT = 'https://api.eumetsat.int';

/** Both go into one header, divided by a colon. */
const credential = (rule: RegExp, said: string) => v.optional(v.pipe(v.string(), v.regex(rule, said)), '');

const variables = {
  MTG_LI_BASE_URL: v.optional(HttpUrl, EUMETSAT),
  MTG_LI_KEY: credential(/^[!-9;-~]{0,200}$/, 'must be printable ASCII without colon or blank'),
  MTG_LI_SECRET: credential(/^[!-~]{0,200}$/, 'must be printable ASCII without blank'),
};

/** Flashes that Meteosat's Lightning Imager saw: free, 7 to 15 minutes old, without a contract. */
export const mtgLi: SourceEntry<typeof variables> = {
  variables,
  faults: ({ MTG_LI_KEY: key, MTG_LI_SECRET: secret }) => {
    if (key === '' && secret === '')
      return ['MTG_LI_KEY and MTG_LI_SECRET must be set: EUMETSAT gives them free of charge'];
    if (key === '') return ['MTG_LI_KEY must be set together with MTG_LI_SECRET'];
    return secret === '' ? ['MTG_LI_SECRET must be set together with MTG_LI_KEY'] : [];
  },
  traits: () => MTG_LI_TRAITS,
  make: ({ MTG_LI_BASE_URL: baseUrl, MTG_LI_KEY: key, MTG_LI_SECRET: secret }, deps) =>
    new MtgLiClient({ baseUrl, key, secret }, deps),
};
