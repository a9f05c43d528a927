import * as fc from 'fast-check';

/** The part of an OpenAPI document that requests are made from. */
export interface OpenApiDocument {
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

interface OpenApiOperation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly description?: string }[];
  readonly requestBody?: unknown;
}

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Values that are right somewhere, right up to a hair, or wrong in a way that parsers are known to stumble over. */
const suspects = fc.constantFrom(
  '13,34,31,48',
  '-180,-90,180,90',
  '31,48,13,34',
  '0,0,0,0',
  '4/9/5,4/8/5',
  '4/16/0',
  '2026-07-14T12:00:00Z',
  '2026-07-14T13:00:00.000+02:00',
  '0000-00-00T00:00:00Z',
  '2026071412',
  '9999123123',
  '0',
  '1',
  '-1',
  '300',
  '10000',
  '10001',
  '9007199254740991',
  '9007199254740993',
  '1e309',
  'NaN',
  'null',
  '__proto__',
  'constructor',
  '42.6977,23.3219',
  'geojson',
  'csv',
  '%00',
  '\u{10FFFF}',
  '../../etc/passwd',
  "' OR 1=1 --",
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

const body = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .record(
      {
        name: fc.string({ unit: 'binary' }),
        email: fc.oneof(fc.emailAddress(), fc.string()),
        subject: fc.string(),
        message: fc.string({ unit: 'binary' }),
      },
      { requiredKeys: [] },
    )
    .map((fields) => JSON.stringify(fields)),
);

const types = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  '',
  'application/json; charset=x',
);
const cursors = fc.option(fc.constantFrom('0', '7', '-1', 'x', '99999999999999999999'), { nil: undefined, freq: 3 });

/** UTF-16 halves cannot be written into an address. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

function requestTo(root: string, path: string, method: string, operation: OpenApiOperation): fc.Arbitrary<FuzzRequest> {
  const parameters = operation.parameters ?? [];
  const values = fc.tuple(
    ...parameters.map(({ description }) => fc.option(valueFor(description), { nil: undefined, freq: 8 })),
  );
  const extra = fc.option(fc.tuple(fc.constantFrom('limit', 'format', 'x', 'bbox', '__proto__'), value), {
    nil: undefined,
    freq: 1,
  });
  const methods = fc.oneof(
    { weight: 12, arbitrary: fc.constant(method.toUpperCase()) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH') },
  );
  return fc.record({ values, extra, method: methods, body, type: types, cursor: cursors }).map((drawn) => {
    let address = root + path;
    const query: string[] = [];
    for (const [index, { in: place, name }] of parameters.entries()) {
      const text = drawn.values[index];
      if (place === 'path') address = address.replace(`{${name}}`, encoded(text ?? 'x'));
      else if (place === 'query' && text !== undefined) query.push(`${encoded(name)}=${encoded(text)}`);
    }
    if (drawn.extra) query.push(`${encoded(drawn.extra[0])}=${encoded(drawn.extra[1])}`);
    const writes = drawn.method === 'POST' || drawn.method === 'PUT' || drawn.method === 'PATCH';
    return {
      method: drawn.method,
      path: query.length > 0 ? `${address}?${query.join('&')}` : address,
      headers: {
        ...(writes && drawn.type ? { 'content-type': drawn.type } : {}),
        ...(drawn.cursor === undefined ? {} : { 'last-event-id': drawn.cursor }),
      },
      body: writes ? drawn.body : undefined,
    };
  });
}

/** Requests to every operation of the document, with values from well-formed to hostile. */
export function apiRequests(document: OpenApiDocument): fc.Arbitrary<FuzzRequest> {
  const root = new URL(document.servers?.[0]?.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '');
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestTo(root, path, method, operation)),
  );
  return fc.oneof(...operations);
}
