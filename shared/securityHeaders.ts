import { TILE_ORIGIN, TURNSTILE_ORIGIN } from './http.ts';

/** `guest`: another origin whose scripts and frames a page may load. `tiles`: one whose map tiles it may load. */
const contentSecurityPolicy = (guest?: string, tiles?: string, framedBy = "'none'") =>
  [
    "default-src 'none'",
    guest ? `script-src 'self' ${guest}` : "script-src 'self'",
    // 'self' for the preview of the embedded map, the only page of ours that may be framed.
    `frame-src 'self'${guest ? ` ${guest}` : ''}`,
    "worker-src 'self'",
    "style-src 'self'",
    // data: for the icons inside MapLibre's style sheet, blob: for images it decodes.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    tiles ? `connect-src 'self' ${tiles}` : "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy}`,
  ].join('; ');

const permissionsPolicy = (geolocation: '()' | '(self)') =>
  [
    `geolocation=${geolocation}`,
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

/** Headers of every answer of the Worker, none of which is a page with a map. No page needs an `unsafe-` source. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy(),
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Tile hosts need the origin. Nobody needs the rest: the map's address holds where somebody looks.
  'Referrer-Policy': 'strict-origin',
  'Permissions-Policy': permissionsPolicy('(self)'),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export interface PageHosts {
  /** The contact and watchlist forms load Turnstile's script from its own origin. */
  readonly turnstile?: boolean;
  /** The map's tiles come from this deployment, not from the tile host. */
  readonly ownTiles?: boolean;
}

/** Headers of the site's files: the Worker's, with the hosts that its pages may ask. */
export function pageHeaders({ turnstile = false, ownTiles = false }: PageHosts = {}): Readonly<Record<string, string>> {
  const policy = contentSecurityPolicy(turnstile ? TURNSTILE_ORIGIN : undefined, ownTiles ? undefined : TILE_ORIGIN);
  return { ...securityHeaders, 'Content-Security-Policy': policy };
}

/** Headers of the embedded map: anybody may frame it, and it never asks for the visitor's location. */
export function embedHeaders({ ownTiles = false }: PageHosts = {}): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(undefined, ownTiles ? undefined : TILE_ORIGIN, '*'),
    'Permissions-Policy': permissionsPolicy('()'),
  };
}

export const NOT_EMBEDDED = ['X-Frame-Options'] as const;
