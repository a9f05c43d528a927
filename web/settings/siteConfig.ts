const publicOrigin: string | undefined = import.meta.env?.PUBLIC_ORIGIN;
const turnstileSiteKey: string | undefined = import.meta.env?.PUBLIC_TURNSTILE_SITE_KEY;

/** Settings that an operator may change. */
export const siteConfig = {
  name: 'Balkan Lightning',
  /** Scheme and host of canonical addresses: build-time variable `PUBLIC_ORIGIN`, else the local runtime. */
  origin: (publicOrigin || 'http://127.0.0.1:8787').replace(/\/+$/, ''),
  /** Shown in the footer and when the contact form fails. The domain is reserved for documentation. */
  email: 'contact@example.org',
  /** Build-time variable `PUBLIC_TURNSTILE_SITE_KEY`; set together with the Worker's `TURNSTILE_SECRET`. */
  turnstileSiteKey: turnstileSiteKey || undefined,
} as const;
