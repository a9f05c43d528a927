import * as fc from 'fast-check';
import * as v from 'valibot';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { Problem } from '#shared/wire/Problem.ts';

/** The part of an OpenAPI document that requests are made from. */
export interface OpenApiDocument {
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

interface OpenApiOperation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly description?: string }[];
  readonly requestBody?: unknown;
}

interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Values that are right somewhere, right up to a hair, or wrong in a way that parsers are known to stumble over. */
const suspects = fc.constantFrom(
  ...['13,34,31,48', '-180,-90,180,90', '31,48,13,34', '0,0,0,0', '4/9/5,4/8/5', '4/16/0', '42.6977,23.3219'],
  ...['2026-07-14T12:00:00Z', '2026-07-14T13:00:00.000+02:00', '0000-00-00T00:00:00Z', '2026071412', '9999123123'],
  ...['0', '1', '-1', '300', '10000', '10001', '9007199254740991', '9007199254740993', '1e309', 'NaN', 'null'],
  ...['__proto__', 'constructor', 'geojson', 'csv', '%00', '\u{10FFFF}', '../../etc/passwd', "' OR 1=1 --"],
);

const value = fc.oneof(
  { weight: 6, arbitrary: suspects },
  { weight: 1, arbitrary: fc.string({ maxLength: 40, unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ minLength: 500, maxLength: 700 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
);

/** A value of the example in the parameter's description, where it has one, else a suspect. */
const valueFor = (description = '') => {
  const example = /Example: (\S+)/.exec(description)?.[1];
  return example ? fc.oneof({ weight: 2, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: value }) : value;
};

const wild = fc.string({ unit: 'binary' });
const contact = fc.record(
  { name: wild, email: fc.oneof(fc.emailAddress(), fc.string()), subject: fc.string(), message: wild },
  { requiredKeys: [] },
);
const body = fc.oneof(fc.json(), fc.string({ unit: 'binary', maxLength: 200 }), contact.map(JSON.stringify));

const types = fc.constantFrom(
  ...['application/json', 'application/x-www-form-urlencoded', 'text/plain', '', 'application/json; charset=x'],
);
/** UTF-16 halves cannot be written into an address. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

function requestTo(root: string, path: string, method: string, operation: OpenApiOperation): fc.Arbitrary<FuzzRequest> {
  const parameters = operation.parameters ?? [];
  const maybe = <Value>(arbitrary: fc.Arbitrary<Value>, freq: number) => fc.option(arbitrary, { nil: undefined, freq });
  const drawing = fc.record({
    values: fc.tuple(...parameters.map(({ description }) => maybe(valueFor(description), 8))),
    extra: maybe(fc.tuple(fc.constantFrom('limit', 'format', 'x', 'bbox', '__proto__'), value), 1),
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constant(method.toUpperCase()) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH') },
    ),
    cursor: maybe(fc.constantFrom('0', '7', '-1', 'x', '99999999999999999999'), 3),
    body,
    type: types,
  });
  return drawing.map((sampled) => {
    let address = root + path;
    const query: string[] = [];
    for (const [index, { in: place, name }] of parameters.entries()) {
      const text = sampled.values[index];
      if (place === 'path') address = address.replace(`{${name}}`, encoded(text ?? 'x'));
      else if (place === 'query' && text !== undefined) query.push(`${encoded(name)}=${encoded(text)}`);
    }
    if (sampled.extra) query.push(sampled.extra.map(encoded).join('='));
    const writes = ['POST', 'PUT', 'PATCH'].includes(sampled.method);
    return {
      method: sampled.method,
      path: query.length > 0 ? `${address}?${query.join('&')}` : address,
      headers: {
        ...(writes && sampled.type ? { 'content-type': sampled.type } : {}),
        ...(sampled.cursor === undefined ? {} : { 'last-event-id': sampled.cursor }),
      },
      body: writes ? sampled.body : undefined,
    };
  });
}

/** Requests to every operation of the document, with values from well-formed to hostile. */
function apiRequests(document: OpenApiDocument): fc.Arbitrary<FuzzRequest> {
  const root = new URL(document.servers?.[0]?.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '');
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestTo(root, path, method, operation)),
  );
  return fc.oneof(...operations);
}

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

const TEXTS = [
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
];
const texts = fc.constantFrom(...TEXTS);
const textsOr = (...more: string[]) => fc.oneof(texts, fc.constantFrom(...more));
const SCHEMES = ['Basic', 'Bearer', 'basic', 'BEARER', 'Digest'];
const header = {
  authorization: fc.oneof(
    texts,
    fc.tuple(fc.constantFrom(...SCHEMES), texts).map((both) => both.join(' ')),
    fc.constantFrom('Basic a_bc', 'Basic YTpibGtf', 'Basic =', 'Basic w6Q6YmxrXw=='),
    fc.constantFrom('Bearer blk_', `Bearer ${ID}`, 'Bearer a b'),
  ),
  cookie: textsOr('a=%E0%A4%A', '__Host-x="', 'a=b; a'),
  'if-none-match': texts,
  'if-range': texts,
  'if-modified-since': textsOr('Thu, 99 Foo 2026 25:61:61 GMT'),
  range: textsOr('bytes=-', 'bytes=9-1', 'bytes=0-0,1-1', 'bytes=-0', `bytes=${'9'.repeat(30)}-`),
  'last-event-id': texts,
  accept: textsOr('text/html;q=x', 'application/json;;;', '*/*;q=2'),
  'accept-language': textsOr('bg;q=', '-', 'xx-'.repeat(300), 'en;q=NaN, *'),
  'accept-encoding': textsOr('gzip;q=0', 'br, gzip'),
  origin: textsOr('null', 'http://', 'https://%'),
  referer: texts,
  'content-type': textsOr('application/json', 'multipart/form-data', 'application/x-www-form-urlencoded'),
  'cf-connecting-ip': textsOr('1.2.3', '::', 'fe80::1%eth0', '999.1.1.1', '1.2.3.4, 5.6.7.8'),
  'sec-fetch-mode': fc.constantFrom('navigate', 'no-cors', 'x'),
  'x-telegram-bot-api-secret-token': texts,
};
const headers = fc.record(header, { requiredKeys: [] });

const rawBody = fc.constantFrom('', '{', 'null', '[]', '{"a":1}', '\u0000', 'name=%E0%A4%A&x', 'a'.repeat(40_000));
const anyMethod = fc.oneof(
  { weight: 8, arbitrary: fc.constant('GET') },
  { weight: 3, arbitrary: fc.constantFrom('HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH') },
);

/** Requests that nobody sends who means well: each part in each place, with methods, headers and bodies drawn by `seed`. */
function hostileRequests(seed: number): FuzzRequest[] {
  const paths = FRAMES.flatMap((frame) => PARTS.map((part) => frame.replaceAll('_', part)));
  const sampled = fc.sample(fc.record({ method: anyMethod, headers, body: rawBody }), { seed, numRuns: paths.length });
  return sampled.map((request, index) => ({
    method: request.method,
    path: paths[index] ?? '/',
    headers: request.headers as Readonly<Record<string, string>>,
    body: request.method.startsWith('P') ? request.body : undefined,
  }));
}

interface ApiFuzzVerdict {
  readonly requests: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Requests whose answer breaks a rule, with the rule. */
  readonly errors: readonly string[];
}

const TIMEOUT_MS = 15_000;
const AT_ONCE = 8;

/** Which rule the answer breaks, or undefined. Streams are opened, read once and closed. */
async function errorOf(baseUrl: string, { method, path, headers, body }: FuzzRequest, count: (status: number) => void) {
  const stop = AbortSignal.timeout(TIMEOUT_MS);
  const init = { method, headers, signal: stop, ...(body === undefined ? {} : { body }) };
  let response: Response;
  try {
    response = await fetch(baseUrl + path, init);
  } catch (error) {
    return stop.aborted ? `no answer within ${TIMEOUT_MS} ms` : `no answer: ${(error as Error).message}`;
  }
  count(response.status);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    return undefined;
  }
  const text = await response.text();
  if (response.status < 400) return undefined;
  // A stale feed answers its status with 503; any other 5xx is an error of the server.
  if (response.status >= 500 && response.status !== 503) return `status ${response.status}`;
  if (path.startsWith(apiPaths.status) && response.status === 503) return undefined;
  // Files of the site are answered by the platform.
  if (type.startsWith('text/html') || method === 'HEAD' || !path.startsWith('/api/')) return undefined;
  if (!type.startsWith('application/problem+json'))
    return `status ${response.status} is ${type || 'nothing'}, not a problem`;
  const problem = v.safeParse(Problem, JSON.parse(text));
  return problem.success ? undefined : `status ${response.status}: ${problem.issues[0].message}`;
}

/** Sends `count` requests made from the service's own document. */
export async function fuzzApi(baseUrl: string, seed: number, count: number): Promise<ApiFuzzVerdict> {
  const document = (await (await fetch(baseUrl + apiPaths.openapi)).json()) as OpenApiDocument;
  return await sendAll(baseUrl, fc.sample(apiRequests(document), { seed, numRuns: count }));
}

/** Sends what no decoder of paths and headers expects, to pages too. */
export function fuzzDecoders(baseUrl: string, seed: number): Promise<ApiFuzzVerdict> {
  return sendAll(baseUrl, hostileRequests(seed));
}

/** Eight at a time. */
async function sendAll(baseUrl: string, requests: readonly FuzzRequest[]): Promise<ApiFuzzVerdict> {
  const byStatus: Record<string, number> = {};
  const errors: string[] = [];
  const tally = (status: number) => {
    byStatus[status] = (byStatus[status] ?? 0) + 1;
  };
  const queue = requests.values();
  const work = async () => {
    for (const request of queue) {
      const error = await errorOf(baseUrl, request, tally);
      const { method, path, headers } = request;
      if (error) errors.push(`${error}: ${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { requests: requests.length, byStatus, errors };
}
