import * as fc from 'fast-check';
import type { FuzzRequest } from './apiRequests.ts';

const ID = '0123456789abcdef0123456789abcdef';
const UUID = '8f14e45f-ceea-467f-a8d2-0123456789ab';

/** What decoders are known to stumble over: not encoded well, not UTF-8, breaks, climbs, nothing, very much. */
const PARTS = [
  ...['', '..', '%', '%zz', 'x%E0%A4%A', '%ff%fe', '%c0%ae%c0%ae%2f', 'x%00', 'x%0d%0aset-cookie:a=b', 'x%250d%250a'],
  ...['x%2f..%2f..', '%5c', 'x%3f%23', '%20', 'x%20x', '%D0%A1%F0%9F%8C%A9', '%ED%A0%80', ';@:+*', '{id}', '__proto__'],
  ...['%22%27%3C', 'a'.repeat(4_000)],
];

/** Where they stand: in pages and in the API. */
const FRAMES = [
  ...['/_', '/_/_/_', '/en/place/_', '/en/place/_/', '/ru/map/_', '/map/_/', '/watch/_/_', '/bg/contact/sent?_=_'],
  ...['/assets/_', '/api/_', '/api/v1/strikes/_', '/api/v1/tiles/4/9/5/_/planes', '/api/v1/days/_', '/api/v1/files/_'],
  ...['/api/v1/fires/_', '/api/v1/place/_', '/api/v1/basemap/_/1/1/1.pbf', '/api/v1/walls/_', `/api/v1/walls/${ID}`],
  ...[`/api/v1/watch/${ID}/areas/${UUID}/log?cursor=_`, '/api/v1/watch/_/feeds/_/feed.atom', '/api/v1/live?since=_&_'],
  ...['/api/v1/ogc/collections/_/items', '/api/v1/ogc/collections/strikes-24h/items/_', '/api/v1/picture?_=_'],
];

const texts = fc.constantFrom(
  ...[
    '',
    'x',
    '0',
    '-1',
    'NaN',
    '*',
    ',',
    ';',
    '=',
    '"',
    '"x"',
    'W/"x"',
    'W/',
    '""',
    '*, "x"',
    'null',
    '%',
    '%E0%A4%A',
  ],
  ...['\u00e4\u00f6', '\u0080', 'a_bc', '====', 'a'.repeat(3), '9'.repeat(40), ' '.repeat(500), ','.repeat(2_000)],
);
const header = {
  authorization: fc.oneof(
    texts,
    fc.tuple(fc.constantFrom('Basic', 'Bearer', 'basic', 'BEARER', 'Digest'), texts).map((both) => both.join(' ')),
    fc.constantFrom(
      'Basic a_bc',
      'Basic YTpibGtf',
      'Basic =',
      'Bearer blk_',
      `Bearer ${ID}`,
      'Bearer a b',
      'Basic w6Q6YmxrXw==',
    ),
  ),
  cookie: fc.oneof(texts, fc.constantFrom('a=%E0%A4%A', '__Host-x="', 'a=b; a')),
  'if-none-match': texts,
  'if-range': texts,
  'if-modified-since': fc.oneof(texts, fc.constant('Thu, 99 Foo 2026 25:61:61 GMT')),
  range: fc.oneof(
    texts,
    fc.constantFrom('bytes=-', 'bytes=9-1', 'bytes=0-0,1-1', 'bytes=-0', `bytes=${'9'.repeat(30)}-`),
  ),
  'last-event-id': texts,
  accept: fc.oneof(texts, fc.constantFrom('text/html;q=x', 'application/json;;;', '*/*;q=2')),
  'accept-language': fc.oneof(texts, fc.constantFrom('bg;q=', '-', 'xx-'.repeat(300), 'en;q=NaN, *')),
  'accept-encoding': fc.oneof(texts, fc.constantFrom('gzip;q=0', 'br, gzip')),
  origin: fc.oneof(texts, fc.constantFrom('null', 'http://', 'https://%')),
  referer: texts,
  'content-type': fc.oneof(
    texts,
    fc.constantFrom('application/json', 'multipart/form-data', 'application/x-www-form-urlencoded'),
  ),
  'cf-connecting-ip': fc.oneof(texts, fc.constantFrom('1.2.3', '::', 'fe80::1%eth0', '999.1.1.1', '1.2.3.4, 5.6.7.8')),
  'sec-fetch-mode': fc.constantFrom('navigate', 'no-cors', 'x'),
  'x-telegram-bot-api-secret-token': texts,
};
const headers = fc.record(header, { requiredKeys: [] });

const body = fc.constantFrom('', '{', 'null', '[]', '{"a":1}', '\u0000', 'name=%E0%A4%A&x', 'a'.repeat(40_000));
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant('GET') },
  { weight: 3, arbitrary: fc.constantFrom('HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH') },
);

/** Requests that nobody sends who means well: each part in each place, with methods, headers and bodies drawn by `seed`. */
export function hostileRequests(seed: number): FuzzRequest[] {
  const paths = FRAMES.flatMap((frame) => PARTS.map((part) => frame.replaceAll('_', part)));
  const drawn = fc.sample(fc.record({ method, headers, body }), { seed, numRuns: paths.length });
  return drawn.map((request, index) => ({
    method: request.method,
    path: paths[index] ?? '/',
    headers: request.headers as Readonly<Record<string, string>>,
    body: request.method.startsWith('P') ? request.body : undefined,
  }));
}
