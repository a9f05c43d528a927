import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import jsonata from 'jsonata';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { MAX_PAGE_ROWS } from '#shared/limits.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';

const MINUTE_MS = 60_000;
const NOW_MS = Date.now();
const STRIKES = [2, 7, 15].map((minutes, index) => ({
  id: `near${index}`,
  latitude: 42.6977 + (index + 1) / 100,
  longitude: 23.3219,
  atMs: NOW_MS - minutes * MINUTE_MS,
}));
const iso = (atMs: number) => new Date(atMs).toISOString();
const product = fileProduct(() => historyProduct(STRIKES));

beforeAll(async () => {
  const isRead = async () => {
    const window = `from=${iso(NOW_MS - 60 * MINUTE_MS)}&to=${iso(Date.now())}`;
    const response = await fetch(`${product.url}/api/v1/strikes?bbox=23,42,24,43&${window}`);
    expect(await response.json()).toMatchObject({ completeTo: expect.any(String), gaps: [] });
  };
  await vi.waitFor(isRead, { timeout: 20_000, interval: 200 });
});

/** A recipe's file, with this product's address in place of the site's. */
const recipe = async (name: string) =>
  (await readFile(join(projectRoot, 'docs/recipes', name), 'utf8')).replaceAll(
    'https://lightning.example',
    product.url,
  );

/** Asks as a recipe does. No recipe may ask for a page that ends before the question does. */
async function respondTo(url: string): Promise<Record<string, unknown>> {
  expect(new URL(url).searchParams.get('limit') ?? `${MAX_PAGE_ROWS}`).toBe(`${MAX_PAGE_ROWS}`);
  const response = await fetch(url);
  // The state of a feed that has only begun comes with 503, and with the same fields.
  expect(url.endsWith('/status') ? [200, 503] : [200]).toContain(response.status);
  const body = (await response.json()) as Record<string, unknown>;
  expect(body).not.toHaveProperty('next');
  return body;
}

describe('Home Assistant', () => {
  /** What templates read of `value_json`, apart from what only some answers have. */
  const fieldsRead = (yaml: string) =>
    [...yaml.matchAll(/value_json((?:\.\w+)+)/g)]
      .map(([, path = '']) => path.slice(1))
      .filter((path) => path !== 'next');

  test('both addresses of the recipe answer with every field that its templates read', async () => {
    const [strikes = '', status = ''] = (await recipe('home-assistant.yaml')).split('  - resource: ');
    const folded = /resource_template: >-\n((?: {6}.*\n)+)/.exec(strikes)?.[1] ?? '';
    const times = [iso(NOW_MS - 30 * MINUTE_MS), iso(Date.now())];
    const url = folded
      .trim()
      .replaceAll(/\s*\{\{-.*?-?\}\}\s*/g, () => encodeURIComponent(times.shift() ?? ''))
      .replaceAll(/\n\s*/g, ' ');
    expect(times).toEqual([]);
    expect(url).not.toContain(' ');
    const result = await respondTo(url);
    const read = fieldsRead(strikes);
    expect(read).toContain('completeTo');
    for (const field of read) expect(result).toHaveProperty(field);
    expect(result).toMatchObject({ strikes: STRIKES.map(({ latitude }) => ({ latitude, longitude: 23.3219 })) });

    const state = await respondTo(status.split('\n')[0] ?? '');
    const [path] = fieldsRead(status);
    expect(path).toBe('feed.state');
    expect(state).toMatchObject({
      source: 'simulated',
      feed: { state: expect.stringMatching(/^(live|delayed|down)$/) },
    });
  });
});

describe('Node-RED', () => {
  interface FlowNode {
    readonly type: string;
    readonly name?: string;
    readonly func?: string;
    readonly wires?: readonly (readonly string[])[];
    readonly id: string;
  }
  interface Message {
    readonly url: string;
    readonly statusCode?: unknown;
    readonly payload: unknown;
  }
  const retained = new Map<string, unknown>();
  const flowContext = {
    get: (key: string) => retained.get(key),
    set: (key: string, value: unknown) => retained.set(key, value),
  };

  /** Runs a function node as Node-RED does: its text is a function's body, with `msg` and `flow`. */
  async function run(name: string, msg: object): Promise<Message> {
    const flow = JSON.parse(await recipe('node-red.flow.json')) as FlowNode[];
    const body = flow.find((node) => node.name === name)?.func;
    return runInNewContext(`(function (msg) {${body}\n})(msg)`, { msg, flow: flowContext }) as Message;
  }

  test('the flow uses nodes of the core only, and every wire leads to one of them', async () => {
    const flow = JSON.parse(await recipe('node-red.flow.json')) as FlowNode[];
    const core = ['tab', 'inject', 'function', 'http request', 'debug', 'rbe', 'http in', 'http response'];
    for (const node of flow) expect(core).toContain(node.type);
    const ids = flow.map(({ id }) => id);
    for (const { wires = [] } of flow) expect(ids).toEqual(expect.arrayContaining(wires.flat()));
  });

  test('asks the product, and tells lightning with its number and the nearest one’s distance', async () => {
    const message = await run('ask', {});
    const payload = await respondTo(message.url);
    const reported = await run('judge', { ...message, statusCode: 200, payload });
    expect(reported.payload).toMatchObject({
      state: 'lightning',
      strikes: 3,
      nearestKm: 1.1,
      readTo: payload.completeTo,
    });
    expect((await run('last answer', {})).payload).toEqual(reported.payload);
  });

  const read = { strikes: [], gaps: [], completeTo: iso(NOW_MS) };
  test.each([
    ['quiet', 200, read, 'quiet'],
    ['read up to five minutes ago only', 200, { ...read, completeTo: iso(NOW_MS - 5 * MINUTE_MS) }, 'unknown'],
    ['never read', 200, { ...read, completeTo: null }, 'unknown'],
    ['with a gap', 200, { ...read, gaps: [{ from: iso(NOW_MS - 9), to: iso(NOW_MS) }] }, 'unknown'],
    ['of an empty page that has a next one', 200, { ...read, next: '/api/v1/strikes' }, 'unknown'],
    ['refused', 503, { code: 'busy' }, 'unknown'],
    ['not to be had', 'ECONNREFUSED', 'RequestError', 'unknown'],
  ])('a sky whose answer is %s is told as it is', async (_, statusCode, payload, state) => {
    const message = await run('ask', {});
    expect((await run('judge', { ...message, statusCode, payload })).payload).toMatchObject({ state });
  });
});

describe('Grafana', () => {
  interface Target {
    readonly url: string;
    readonly root_selector: string;
    readonly columns: readonly { readonly selector: string }[];
  }
  interface Dashboard {
    readonly panels: readonly { readonly title: string; readonly targets: readonly Target[] }[];
    readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] };
  }

  async function targets(): Promise<[string, Target][]> {
    const { panels, templating } = JSON.parse(await recipe('grafana-dashboard.json')) as Dashboard;
    const [box] = templating.list;
    const filled = (url: string) =>
      url
        .replaceAll(`\${${box?.name}}`, box?.query ?? '')
        .replaceAll(`\${__from:date:iso}`, iso(NOW_MS - 60 * MINUTE_MS))
        .replaceAll(`\${__to:date:iso}`, iso(Date.now()));
    return panels.flatMap(({ title, targets: all }) =>
      all.map((target): [string, Target] => [title, { ...target, url: filled(target.url) }]),
    );
  }

  test('every panel’s address is answered, and its selectors find every column', async () => {
    const all = await targets();
    expect(all).toHaveLength(5);
    for (const [title, target] of all) {
      // What this product did not read yet is no bar; here only the fields are looked at.
      const result = { ...(await respondTo(target.url)), gaps: [] };
      const found = await jsonata(target.root_selector).evaluate(result);
      const [row] = [found].flat();
      for (const { selector } of target.columns)
        expect([title, row]).toEqual([title, expect.objectContaining({ [selector]: expect.anything() })]);
    }
  });

  test('a bar is missing where home was not read or not yet, and all are while nothing was', async () => {
    const selector = jsonata(
      (await targets()).find(([title]) => title === 'Strikes in ten minutes')?.[1].root_selector ?? '',
    );
    const at = (minutes: number) => iso(Date.UTC(2026, 6, 1, 12, minutes));
    const counts = [0, 10, 20, 30, 40].map((minutes) => ({ from: at(minutes), strikes: minutes }));
    const visible = async (result: object) =>
      ((await selector.evaluate({ counts, ...result })) as { strikes: number }[]).map(({ strikes }) => strikes);
    expect(await visible({ completeTo: at(50), gaps: [] })).toEqual([0, 10, 20, 30, 40]);
    expect(await visible({ completeTo: at(35), gaps: [{ from: at(9), to: at(10) }] })).toEqual([10, 20, 30]);
    expect(await visible({ completeTo: null, gaps: [{ from: at(0), to: at(50) }] })).toEqual([]);
  });
});
