import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '#tests/support/startProduct.ts';

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly responses: Readonly<Record<string, unknown>>;
}
interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let product: Product;
let document: OpenApi;

beforeAll(async () => {
  product = await startProduct();
  document = (await (await fetch(`${product.url}/api/v1/openapi.json`)).json()) as OpenApi;
});

afterAll(() => product.close());

describe('the API’s document', () => {
  it('[AP4] is OpenAPI 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
  });

  it.each([
    ['/live', ['bbox', 'cells', 'since']],
    ['/strikes', ['bbox', 'cursor', 'format', 'from', 'limit', 'to']],
    ['/strikes/by-ordinal/{ordinal}', ['ordinal']],
    ['/strikes/{id}', ['at', 'id', 'll']],
    ['/tiles/{z}/{x}/{y}/{hour}', ['hour', 'x', 'y', 'z']],
    ['/status', []],
  ])('[AP4] describes %s and each of its parameters', (path, names) => {
    const operation = document.paths[path]?.get;
    expect(operation?.summary).toMatch(/\w/);
    expect((operation?.parameters ?? []).map(({ name }) => name).sort()).toEqual(names);
    expect(Object.keys(operation?.responses ?? {})).toContain('200');
  });

  it('[AP4] says which parameters are required, as the API does', async () => {
    const required = (document.paths['/strikes']?.get?.parameters ?? [])
      .filter((parameter) => parameter.required === true)
      .map(({ name }) => name);
    const response = await fetch(`${product.url}/api/v1/strikes`);
    const { errors } = (await response.json()) as { errors: Record<string, string> };
    expect(required.sort()).toEqual(Object.keys(errors).sort());
  });

  it('[AP4] describes no path that is not there', async () => {
    const values: Record<string, string> = { ordinal: '1', id: 'a', z: '4', x: '9', y: '5', hour: '2026070112' };
    for (const [path, operations] of Object.entries(document.paths)) {
      if (!operations.get) continue;
      const query = path === '/live' ? '?bbox=' : '';
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
      const response = await fetch(`${product.url}/api/v1${address}${query}`);
      const body = await response.text();
      expect(body, path).not.toContain('There is no such address.');
    }
  });
});
