import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';

interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly content: Record<string, { schema: Schema }> };
  readonly responses: Readonly<Record<string, { headers?: object; content?: Record<string, { schema: Schema }> }>>;
}
interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Where `value` is not what `schema` says; a property that the schema does not know counts as such. */
function misfits(schema: Schema, value: unknown, at = ''): string[] {
  if (schema.anyOf) return schema.anyOf.some((one) => misfits(one, value).length === 0) ? [] : [`${at}: none fits`];
  if (schema.enum && !schema.enum.includes(value)) return [`${at}: not one of the values`];
  const type = typeOf(value);
  const requested = schema.type === 'number' && type === 'integer' ? 'integer' : schema.type;
  if (requested !== undefined && requested !== type) return [`${at}: ${type} in place of ${requested}`];
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      misfits(schema.prefixItems?.[index] ?? schema.items ?? {}, item, `${at}/${index}`),
    );
  if (type !== 'object') return [];
  const missing = (schema.required ?? []).filter((name) => !(name in (value as object)));
  return [
    ...missing.map((name) => `${at}/${name}: missing`),
    ...Object.entries(value as object).flatMap(([name, each]) => {
      const known = schema.properties?.[name] ?? schema.additionalProperties;
      return known ? misfits(known, each, `${at}/${name}`) : [`${at}/${name}: unknown`];
    }),
  ];
}

const STRIKES = [1, 2, 3].map((n) => ({ id: `s${n}`, latitude: 42, longitude: 23, atMs: Date.now() - 60_000 + n }));
const product = fileProduct(() => historyProduct(STRIKES));
let document: OpenApi;
let text = '';

beforeAll(async () => {
  text = await (await fetch(`${product.url}/api/v1/openapi.json`)).text();
  document = JSON.parse(text) as OpenApi;
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

describe('the API’s document', () => {
  test('[AP4] is OpenAPI 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
  });

  test('[AP4] passes redocly’s recommended rules without an error or a warning', async () => {
    const problems = await lintDocument({
      document: makeDocumentFromString(text, 'openapi.json'),
      config: await createConfig({ extends: ['recommended'] }),
      externalRefResolver: new BaseResolver(),
    });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      [],
    );
  });

  test('[AP4] says which calls take a plan’s key, which take a watchlist’s, and that both are refused by a problem', () => {
    const {
      '/live': live,
      '/strikes': strikes,
      '/watch/{id}/state': watchlist,
      '/watch': newWatchlist,
    } = document.paths;
    expect(live?.get?.security).toEqual([{}, { planKey: [] }, { planKeyInAddress: [] }]);
    expect(strikes?.get?.security).toEqual([{}, { planKey: [] }]);
    expect(watchlist?.get?.security).toEqual([{ watchlistKey: [] }]);
    expect(newWatchlist?.post?.security).toEqual([{}]);
    for (const results of [live?.get?.responses, strikes?.get?.responses]) {
      expect(Object.keys(results ?? {})).toEqual(expect.arrayContaining(['401', '403', '429']));
    }
  });

  test.each([
    ['/live', ['bbox', 'key', 'since', 'tiles']],
    ['/strikes', ['bbox', 'cursor', 'format', 'from', 'limit', 'near', 'radiusKm', 'to']],
    ['/strikes/by-ordinal/{ordinal}', ['ordinal']],
    ['/strikes/{id}', ['at', 'id', 'll']],
    ['/tiles/{z}/{x}/{y}/{hour}/planes', ['hour', 'x', 'y', 'z']],
    ['/days/{day}/{grid}', ['day', 'grid']],
    ['/storm-cells', ['format']],
    ['/storm-cells/{minute}', ['minute']],
    ['/verification', []],
    ['/watch/skill', ['dwell', 'region', 'rings', 'shape', 'site', 'timeZone']],
    ['/status', []],
  ])('[AP4] describes %s and each of its parameters', (path, names) => {
    const operation = document.paths[path]?.get;
    expect(operation?.summary).toMatch(/\w/);
    expect((operation?.parameters ?? []).map(({ name }) => name).sort()).toEqual(names);
    expect(Object.keys(operation?.responses ?? {})).toContain('200');
  });

  test('[AP4] describes the refusals of history and look-ups, and that an empty page may not be the last', () => {
    const resultsOf = (path: string) => Object.keys(document.paths[path]?.get?.responses ?? {});
    expect(resultsOf('/strikes')).toEqual(['200', '400', '401', '403', '429', '503']);
    expect(resultsOf('/strikes/{id}')).toEqual(['200', '400', '401', '403', '404', '429', '503']);
    expect(document.paths['/strikes']?.get?.description).toMatch(/or none, and still have a next page/);
  });

  test('[AP4] describes the body and the answers of a look-up', async () => {
    const operation = document.paths['/look-up']?.post;
    expect(Object.keys(operation?.responses ?? {})).toEqual(['200', '400', '401', '403', '413', '415', '429', '503']);
    expect(operation?.requestBody?.content['application/json']?.schema).toMatchObject({
      type: 'object',
      required: ['shape', 'radiusKm', 'reportedAt'],
    });
    const fire = { shape: { type: 'Point', coordinates: [23, 42] }, radiusKm: 6, reportedAt: hoursAgo(0) };
    const response = await fetch(`${product.url}/api/v1/look-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fire),
    });
    expect(response.status).toBe(200);
    const schema = operation?.responses['200']?.content?.['application/json']?.schema ?? {};
    const result = (await response.json()) as { candidates: unknown[] };
    expect(result.candidates).toHaveLength(1);
    expect(misfits(schema, result)).toEqual([]);
  });

  test('[AP4] [AP13] describes the header with the words of a licence where answers are made of strikes, and nowhere else', () => {
    const reported = Object.entries(document.paths).flatMap(([path, { get, post }]) =>
      'Attribution' in ((get ?? post)?.responses['200']?.headers ?? {}) ? [path] : [],
    );
    expect(reported).toEqual(
      expect.arrayContaining([
        '/strikes',
        '/strikes/{id}',
        '/counts',
        '/days/{day}/{grid}',
        '/look-up',
        '/watch/skill',
      ]),
    );
    for (const path of ['/live', '/status', '/contact']) expect(reported).not.toContain(path);
  });

  test('[AP4] says which parameters are required, as the API does', async () => {
    const required = (document.paths['/strikes']?.get?.parameters ?? [])
      .filter((parameter) => parameter.required === true)
      .map(({ name }) => name);
    const response = await fetch(`${product.url}/api/v1/strikes`);
    const { errors } = (await response.json()) as { errors: Record<string, string> };
    // Where to look may be said in two ways, which a document cannot say: `bbox` is asked for where both are missing.
    expect([...required, 'bbox'].sort()).toEqual(Object.keys(errors).sort());
  });

  test('[AP4] describes no path that is not there', async () => {
    const values: Record<string, string> = {
      ordinal: '1',
      id: 'a',
      tag: 'a',
      z: '4',
      x: '9',
      y: '5',
      hour: '2026070112',
      day: '2026-07-01',
      file: '2026-07-01.parquet',
      grid: 'hours',
      minute: '2026-07-01T12:00Z',
      area: '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11',
      feedKey: 'a',
      change: '1.xml',
    };
    for (const [path, operations] of Object.entries(document.paths)) {
      if (!operations.get) continue;
      const query = path === '/live' ? '?bbox=' : '';
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
      const response = await fetch(`${product.url}/api/v1${address}${query}`);
      const body = await response.text();
      expect(body, path).not.toContain('Path not found.');
    }
  });

  test.each([
    ['/strikes', 200, `/strikes?bbox=13,34,31,48&from=${hoursAgo(20)}&to=${hoursAgo(0)}&limit=2`],
    ['/strikes', 400, '/strikes'],
    ['/watch/skill', 200, '/watch/skill?shape=42.7,23.32'],
    ['/watch/skill', 400, '/watch/skill'],
    ['/strikes/{id}', 200, '/strikes/s1'],
    ['/strikes/{id}', 404, '/strikes/nobody'],
    ['/strikes/by-ordinal/{ordinal}', 200, '/strikes/by-ordinal/1'],
    // Whether the home region is read yet, either way the body is the same.
    ['/status', 'either', '/status'],
    ['/storm-cells', 'either', '/storm-cells'],
  ])('[AP4] describes what %s answers with %s: %s', async (path, status, address) => {
    const response = await fetch(`${product.url}/api/v1${address}`);
    if (status !== 'either') expect(response.status).toBe(status);
    const contentType = response.headers.get('content-type')?.split(';')[0] ?? '';
    const schema = document.paths[path]?.get?.responses[response.status]?.content?.[contentType]?.schema;
    expect(schema).toMatchObject({ type: 'object' });
    expect(misfits(schema ?? {}, await response.json())).toEqual([]);
  });
});
