import { securityHeaders } from '#shared/http/securityHeaders.ts';

/** Headers of every API answer: the site's, but readable from other origins, because the API is public. */
export function apiHeaders(): Record<string, string> {
  return {
    ...securityHeaders,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Complete-To, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Unread',
  };
}
