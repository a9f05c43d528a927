import { TURNSTILE_ORIGIN } from '../contact/turnstile.ts';
import { TILE_ORIGIN } from './tileOrigin.ts';

/** `guest`: another origin whose scripts and frames a page may load. */
const contentSecurityPolicy = (guest?: string) =>
  [
    "default-src 'none'",
    guest ? `script-src 'self' ${guest}` : "script-src 'self'",
    ...(guest ? [`frame-src ${guest}`] : []),
    "worker-src 'self'",
    "style-src 'self'",
    // data: for the icons inside MapLibre's style sheet, blob: for images it decodes.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${TILE_ORIGIN}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const permissionsPolicy = [
  'geolocation=(self)',
  'screen-wake-lock=(self)',
  'fullscreen=(self)',
  'accelerometer=()',
  'camera=()',
  'display-capture=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'payment=()',
  'usb=()',
].join(', ');

/** Headers of every answer, from the Worker and from static assets. No page needs an `unsafe-` source. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy(),
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Tile hosts need the origin, but nobody needs the rest, not even we: the map's address holds where somebody looks.
  'Referrer-Policy': 'strict-origin',
  'Permissions-Policy': permissionsPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The same for pages whose contact form loads Turnstile's script from its own origin. */
export const turnstileHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'Content-Security-Policy': contentSecurityPolicy(TURNSTILE_ORIGIN),
};
