const publicOrigin: string | undefined = import.meta.env?.PUBLIC_ORIGIN;
const publicEmail: string | undefined = import.meta.env?.PUBLIC_EMAIL;
const turnstileSiteKey: string | undefined = import.meta.env?.PUBLIC_TURNSTILE_SITE_KEY;

/** What an operator sets: build-time variables, which `npm run deploy` takes from wrangler.toml. */
export const siteConfig = {
  name: 'Balkan Lightning',
  /** Scheme and host of canonical addresses: `PUBLIC_ORIGIN`, else the local runtime. */
  origin: (publicOrigin || 'http://127.0.0.1:8787').replace(/\/+$/, ''),
  /** `PUBLIC_EMAIL`: where visitors write to, shown on every page. The default's domain is reserved for documentation. */
  email: publicEmail || 'contact@example.org',
  /** `PUBLIC_TURNSTILE_SITE_KEY`; set together with the Worker's `TURNSTILE_SECRET`. */
  turnstileSiteKey: turnstileSiteKey || undefined,
} as const;
