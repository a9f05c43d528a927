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
