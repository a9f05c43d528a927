/**
 * The https address to redirect a clear request to. Undefined if it came by https, or for another host than the site's
 * own, or if the site at `publicOrigin` is not https itself (`npm start`).
 */
export function httpsAddress(requested: string, publicOrigin: unknown): string | undefined {
  if (typeof publicOrigin !== 'string' || !publicOrigin.startsWith('https://')) return undefined;
  const url = new URL(requested);
  const site = new URL(publicOrigin);
  if (url.protocol !== 'http:' || url.host !== site.host) return undefined;
  return `${site.origin}${url.pathname}${url.search}`;
}
