import { siteConfig } from '#web/kit/settings/siteConfig.ts';

/** Stands in files for the site's own address. */
const PLACEHOLDER = 'https://lightning.example';

/** What a file says, with the address of this site in it. */
export const atThisSite = (text: string) => text.replaceAll(PLACEHOLDER, siteConfig.origin).trim();
