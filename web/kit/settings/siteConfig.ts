const publicOrigin: string | undefined = import.meta.env?.PUBLIC_ORIGIN;
const publicEmail: string | undefined = import.meta.env?.PUBLIC_EMAIL;
const turnstileSiteKey: string | undefined = import.meta.env?.PUBLIC_TURNSTILE_SITE_KEY;

const apiAccess: string | undefined = import.meta.env?.PUBLIC_API_ACCESS;

const ownTiles: boolean | undefined = import.meta.env?.OWN_TILES;

const controller: string | undefined = import.meta.env?.PUBLIC_CONTROLLER;
const controllerAddress: string | undefined = import.meta.env?.PUBLIC_CONTROLLER_ADDRESS;
const authority: string | undefined = import.meta.env?.PUBLIC_AUTHORITY;
const authorityUrl: string | undefined = import.meta.env?.PUBLIC_AUTHORITY_URL;
const governingLaw: string | undefined = import.meta.env?.PUBLIC_GOVERNING_LAW;

/** The operator's settings: build-time variables, which `npm run deploy` reads from wrangler.toml. */
export const siteConfig = {
  name: 'Balkan Lightning',
  /** Scheme and host of canonical addresses: `PUBLIC_ORIGIN`, else the local runtime. */
  origin: (publicOrigin || 'http://127.0.0.1:8787').replace(/(?<!\/)\/+$/, ''),
  /** `PUBLIC_EMAIL`: the contact address, shown on every page. The default's domain is reserved for documentation. */
  email: publicEmail || 'contact@example.org',
  /** Facts that the privacy policy must state; without one its sentence is left out. */
  privacy: {
    /** `PUBLIC_CONTROLLER`: legal name of the controller of the personal data. */
    controller: controller || '',
    /** `PUBLIC_CONTROLLER_ADDRESS`: its postal address. */
    controllerAddress: controllerAddress || '',
    /** `PUBLIC_AUTHORITY`: the data protection authority of the controller's country. */
    authority: authority || '',
    /** `PUBLIC_AUTHORITY_URL`: the address of its site; may be missing. */
    authorityUrl: authorityUrl || '',
  },
  /** `PUBLIC_GOVERNING_LAW`: the state whose laws govern the terms, in English; without it they name none. */
  governingLaw: governingLaw || '',
  /** `PUBLIC_TURNSTILE_SITE_KEY`; set together with the Worker's `TURNSTILE_SECRET`. */
  turnstileSiteKey: turnstileSiteKey || undefined,
  /** `API_ACCESS` is `open`: the API needs no key, as on a demonstration. */
  apiIsOpen: apiAccess === 'open',
  /** True if `BASEMAP` was set: the map's tiles come from this deployment only. */
  ownTiles: ownTiles === true,
} as const;
