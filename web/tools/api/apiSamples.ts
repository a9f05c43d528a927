import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { publicPaths } from './publicLimits.ts';
import near from './samples/near.sh?raw';
import script from './samples/stream.js?raw';
import python from './samples/stream.py?raw';

const PLACEHOLDER = 'https://lightning.example';

export const atThisSite = (text: string) => text.replaceAll(PLACEHOLDER, siteConfig.origin).trim();

/** `tests/worker/api/samples.test.ts` runs each. */
export const apiSamples = {
  near: atThisSite(near),
  script: atThisSite(script),
  python: atThisSite(python),
  keys: `curl -H 'Authorization: Bearer blk_…' '${siteConfig.origin}${publicPaths.status}'
${siteConfig.origin}${publicPaths.live}?bbox=22.8,42.3,23.9,43&key=blk_…`,
} as const;
