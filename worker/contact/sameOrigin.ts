/**
 * Whether a request comes from a page of this site. Browsers say so in `Sec-Fetch-Site`, older ones in `Origin`;
 * a program that is no browser says neither and carries nobody's credentials.
 */
export function sameOrigin(headers: Headers, url: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return origin === null || origin === new URL(url).origin;
}
