/** Site keys and secrets that Cloudflare publishes for tests: they let everybody through, or nobody. */
const TEST_KEY = /^[123]x0{10,}/;

/**
 * What is wrong with Turnstile's two halves: the site key in the page, and the secret in the Worker. `secrets` names
 * those the Worker has; without it nothing is said of the secret.
 */
export function turnstileFaults(
  vars: Readonly<Record<string, unknown>>,
  secrets: readonly string[] | undefined,
): string[] {
  const siteKey = String(vars.PUBLIC_TURNSTILE_SITE_KEY ?? '');
  if (TEST_KEY.test(siteKey)) return ['PUBLIC_TURNSTILE_SITE_KEY is a test key: it proves nothing'];
  if (secrets === undefined) return [];
  const hasSecret = secrets.includes('TURNSTILE_SECRET');
  if (siteKey !== '' && !hasSecret)
    return ['PUBLIC_TURNSTILE_SITE_KEY is set without TURNSTILE_SECRET: the proof would never be checked'];
  if (siteKey === '' && hasSecret)
    return ['TURNSTILE_SECRET is set without PUBLIC_TURNSTILE_SITE_KEY: every message and watchbook would be refused'];
  return [];
}
