import type { ContactRequest } from '#shared/contact/ContactRequest.ts';

/**
 * Nobody fills in a form in a tenth of a second. Not longer: a restored draft may be sent right away, and a message
 * dropped by mistake is lost without notice.
 */
export const MIN_FILL_MS = 100;

export function suspicion({ website, filledMs }: ContactRequest): 'honeypot' | 'too-fast' | undefined {
  if (website !== undefined && website !== '') return 'honeypot';
  return filledMs !== undefined && filledMs < MIN_FILL_MS ? 'too-fast' : undefined;
}

/**
 * Whether a request comes from a page of this site. Browsers send `Sec-Fetch-Site`, older ones `Origin`. A request with
 * neither is let through: it is not from a browser, so it carries no visitor's credentials.
 */
export function sameOrigin(headers: Headers, url: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return origin === null || origin === new URL(url).origin;
}
