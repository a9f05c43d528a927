import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Clock } from '#shared/Clock.ts';
import { HOME_BOX } from '#shared/geo/BBox.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { pairs } from '#tests/support/pairs.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { packPmtiles } from '#worker/dev/basemap/packPmtiles.ts';
import { startMtgLi } from '#worker/dev/fakes/startMtgLi.ts';
import { FAKE_DECLARATIONS } from '#worker/dev/fakes/startTable.ts';
import { adoptState } from '#worker/dev/local/adoptState.ts';
import { httpsError, requestPlain } from '#worker/dev/local/deployment.ts';
import { probeSource } from '#worker/dev/local/probeSource.ts';
import { listenOnLoopback } from '#worker/dev/loopback.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';
import { type Simulator, startSimulator } from '#worker/dev/simulator/startSimulator.ts';
import { basemapMemory, OwnBasemap } from '#worker/features/basemap/OwnBasemap.ts';

describe('install dependencies', async () => {
  const { installDependencies, installedPart } = await import(
    join(projectRoot, 'worker/dev/install/installDependencies.mjs')
  );

  /** Nothing listens there. */
  const NOWHERE = 'http://127.0.0.1:9/';
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'lightning-install-'));
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(root, { recursive: true, force: true });
  });

  async function runNpm(command: string, args: string[]) {
    const child = spawn(command, args, { cwd: root, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    return code;
  }

  /** Has real npm install `packages`, each from `registry`. Returns whether that worked, what was said, and how long it took. */
  async function install(registry: string, packages: readonly string[]) {
    const dependencies = Object.fromEntries(packages.map((name) => [name, '1.0.0']));
    const packed = (name: string) => ({ version: '1.0.0', resolved: `${registry}${name}/-/${name}-1.0.0.tgz` });
    const locked = packages.map((name) => [`node_modules/${name}`, { ...packed(name), integrity: 'sha512-AAAA' }]);
    const all = { '': { name: 'a', dependencies }, ...Object.fromEntries(locked) };
    const lock = { name: 'a', lockfileVersion: 3, packages: all };
    await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'a', dependencies }));
    await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock));
    // npm's own environment outranks every file, and the tests may run within npm.
    vi.stubEnv('npm_config_registry', registry);
    vi.stubEnv('npm_config_cache', join(root, 'cache'));
    const texts: string[] = [];
    const startedMs = Date.now();
    const worked = await installDependencies(root, runNpm, (line: string) => texts.push(line));
    return { worked, output: texts.join('\n'), seconds: (Date.now() - startedMs) / 1000 };
  }

  test('an installation without network ends within 20 s and says what is wrong', async () => {
    const { worked, output: text, seconds } = await install(NOWHERE, ['not-in-the-cache']);
    expect(worked).toBe(false);
    expect(text).toContain('The npm registry cannot be reached (ECONNREFUSED)');
    expect(text).toContain('Connect to the network');
    expect(seconds).toBeLessThan(20);
  });

  test('an installation without network goes on with what npm has in its cache', async () => {
    expect((await install(NOWHERE, [])).worked).toBe(true);
  });

  test('the product is installed without what only tests need, and the rest is added beside it later', async () => {
    for (const name of ['product', 'tests']) {
      mkdirSync(join(root, name));
      await writeFile(join(root, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
    }
    const dependencies = { product: 'file:./product' };
    const devDependencies = { tests: 'file:./tests' };
    const links = ['product', 'tests'].flatMap((name) => [
      [name, { version: '1.0.0', ...(name === 'tests' ? { dev: true } : {}) }],
      [`node_modules/${name}`, { resolved: name, link: true }],
    ]);
    const packages = { '': { name: 'a', dependencies, devDependencies }, ...Object.fromEntries(links) };
    await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'a', dependencies, devDependencies }));
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ name: 'a', lockfileVersion: 3, packages }));
    const installed = async (what: string) => {
      const worked = await installDependencies(root, runNpm, () => {}, what);
      return [worked, (await readdir(join(root, 'node_modules'))).filter((name) => !name.startsWith('.'))];
    };
    vi.stubEnv('npm_config_registry', NOWHERE);
    vi.stubEnv('npm_config_cache', join(root, 'cache'));
    expect(await installed('product')).toEqual([true, ['product']]);
    expect(await installed('rest')).toEqual([true, ['product', 'tests']]);
  });

  test.each([
    ['a missing folder', undefined, undefined],
    ['all', ['a', 'b'], 'all'],
    ['all but what only tests need', ['a'], 'product'],
    ['another version', ['b'], undefined],
  ])('what npm itself has installed is not installed again: %s', (_, names, part) => {
    const lock = {
      '': {},
      'node_modules/a': { version: '1' },
      'node_modules/b': { version: '2', dev: true },
      'node_modules/c': { version: '3', optional: true },
      'node_modules/d': { resolved: 'd', link: true },
    };
    const record = {
      packages: Object.fromEntries(
        ['a', 'b'].map((name, at) => [
          `node_modules/${name}`,
          { version: names?.includes(name) ? String(at + 1) : '0' },
        ]),
      ),
    };
    expect(installedPart({ packages: lock }, names && record)).toBe(part);
  });

  test('a registry that knows no ping but answers is used', async () => {
    const { url, close } = await listenOnLoopback(0, (_, response) => response.writeHead(404).end());
    const { worked, output: text } = await install(`${url}/`, []);
    await close();
    expect(worked).toBe(true);
    expect(text).not.toContain('cannot be reached');
  });
});

describe('node fault', async () => {
  const { nodeError } = await import(join(projectRoot, 'worker/dev/install/nodeError.mjs'));

  test.each([
    ['linux', 'x64', '2.36', '20.9.0'],
    ['linux', 'arm64', '2.36', '20.9.0'],
    ['darwin', 'arm64', undefined, '22.18.0'],
    ['win32', 'x64', undefined, '24.1.0'],
    ['linux', 'x64', undefined, '26.0.0'],
  ])('%s-%s with glibc %s runs the project from Node %s', (platform, arch, glibc, version) => {
    expect(nodeError({ platform, arch, glibc, version })).toBeUndefined();
  });

  test.each([
    ['darwin', 'arm64', undefined, '20.20.2'],
    ['win32', 'x64', undefined, '22.17.1'],
    ['linux', 'x64', undefined, '20.20.2'],
    ['linux', 'riscv64', '2.36', '20.20.2'],
  ])('%s-%s with glibc %s and Node %s is told which Node it needs', (platform, arch, glibc, version) => {
    expect(nodeError({ platform, arch, glibc, version })).toMatch(
      new RegExp(`^Node 22.18 or newer is needed on ${platform}-${arch}, and this is ${version}\\.`),
    );
  });

  test('.nvmrc names the Node that the installation brings, which would do on every machine', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    const version = readFileSync(join(projectRoot, '.nvmrc'), 'utf8').trim();
    expect([...new Set(Object.values(optionalDependencies))]).toEqual([version]);
    expect(nodeError({ platform: 'darwin', arch: 'arm64', glibc: undefined, version })).toBeUndefined();
  });
});

describe('npm run admin -- source probe', () => {
  /** A flash each minute. */
  const sky = (fromMs: number, toMs: number) =>
    Array.from({ length: (toMs - fromMs) / MINUTE_MS }, (_, index) => {
      return { atMs: fromMs + index * MINUTE_MS, latitude: 42, longitude: 23 };
    });

  const TOKEN = 'a-token-that-nobody-prints';
  const NOW = Date.UTC(2026, 6, 1, 12);

  let simulator: Simulator | undefined;
  afterEach(() => simulator?.close());

  const fixed = (atMs: number): Clock => ({ now: () => atMs });

  const probe = (environment: Record<string, string>, clock: Clock = fixed(NOW)) =>
    probeSource(['probe', 'provider'], environment, { fetch, clock });

  test('prints traits, clock, age, rows, three samples and whose data they are, and no token', async () => {
    simulator = await startSimulator({ clock: fixed(NOW), source: scriptedSource() });
    simulator.publish(
      [60, 45, 30, 8].map((ageS) => {
        const at = { latitude: 42, longitude: 23, atMs: NOW - ageS * 1_000 };
        return { id: `s${ageS}`, ...at, publishedAtMs: NOW - 1_000 };
      }),
    );
    const { lines, ok } = await probe({ PROVIDER_BASE_URL: simulator.url, PROVIDER_TOKEN: TOKEN });
    expect(ok).toBe(true);
    expect(lines).toEqual([
      'source       provider: cg-stroke, by windows, may guard',
      'delay        8 s typical, 1 min worst, in lots of 1 s',
      'accuracy     0.5 km typical, 5 km worst, 1 ms, no ellipses',
      'rows         300 at most, truncation at-max, ids given',
      'coverage     -180,-90,180,90',
      'public use   contract',
      'clock        as ours, to a second',
      'read         a window, 2026-07-01T11:50:00Z to 2026-07-01T12:00:00Z, ended 0 s ago',
      `found        4 rows, of them 4 strikes in ${Object.values(HOME_BOX).join()}`,
      'newest       8 s old',
      'sample       2026-07-01T11:59:52.000Z  42.0000, 23.0000  s8',
      'sample       2026-07-01T11:59:30.000Z  42.0000, 23.0000  s30',
      'sample       2026-07-01T11:59:15.000Z  42.0000, 23.0000  s45',
      'attribution  none of its own: PUBLIC_DATA_SOURCE says whose data they are',
    ]);
  });

  test('tells how far the source’s clock is off', async () => {
    const settings = { clockSkewMs: -90_000 };
    simulator = await startSimulator({ clock: fixed(NOW), source: scriptedSource(), faults: settings });
    const { lines } = await probe({ PROVIDER_BASE_URL: simulator.url });
    expect(lines).toContain('clock        1 min 30 s behind ours');
  });

  test('fetches the token that a source of files needs, and reads its newest file that is there', async () => {
    const store = await startMtgLi({ clock: fixed(NOW), sky });
    // The list, a token, and the newest file, which is not there yet.
    store.setFault(({ number }) => (number === 2 ? 'missing' : 'none'));
    const { url: MTG_LI_BASE_URL, key: MTG_LI_KEY, secret: MTG_LI_SECRET } = store;
    const environment = { MTG_LI_BASE_URL, MTG_LI_KEY, MTG_LI_SECRET };
    const { lines, ok } = await probeSource(['probe', 'mtg-li'], environment, { fetch, clock: fixed(NOW) });
    await store.close();
    expect(ok).toBe(true);
    const traits = 'mtg-li: optical-flash, by files, may not guard: no all-clear, level or nowcast';
    expect(lines[0]).toBe(`source       ${traits}`);
    expect(lines.slice(6)).toEqual([
      'clock        as ours, to a second',
      'read         1 file of 6, 2026-07-01T11:30:03Z to 2026-07-01T11:40:03Z, ended 19 min 57 s ago',
      `found        10 rows, of them 10 strikes in ${Object.values(HOME_BOX).join()}`,
      'newest       21 min old',
      expect.stringMatching(/^sample {7}2026-07-01T11:3[89]:.{6}Z {2}4[12]\.\d{4}, 2[23]\.\d{4} {2}\S+/),
      expect.stringMatching(/^sample /),
      expect.stringMatching(/^sample /),
      'attribution  Contains modified EUMETSAT Meteosat data 2026',
    ]);
    expect(store.requests.map(({ kind }) => kind)).toEqual(['search', 'token', 'entry', 'entry']);
    expect(lines.join()).not.toMatch(`${MTG_LI_SECRET}|${MTG_LI_KEY}`);
  });

  test('tells what went wrong, and fails', async () => {
    const settings = { clientErrorRate: 1, clientErrorStatus: 403 };
    simulator = await startSimulator({ source: scriptedSource(), faults: settings });
    const { lines, ok } = await probe({ PROVIDER_BASE_URL: simulator.url, PROVIDER_TOKEN: TOKEN });
    expect(ok).toBe(false);
    expect(lines).toContain('read         access denied: status 403');
    expect(lines).toContain('check        PROVIDER_TOKEN');
    expect(lines.join()).not.toContain(TOKEN);
  });

  test('says how a host cannot be reached, and that home lies outside of what the source covers', async () => {
    const { url, close } = await startSimulator({ source: scriptedSource() });
    await close();
    const environment = {
      TABLE_URL: `${url}/{west}/{south}/{east}/{north}/{from}/{to}`,
      TABLE_DECLARATION: JSON.stringify({ ...FAKE_DECLARATIONS.csv, coverage: '3,53,33,71.5' }),
    };
    const { lines, ok } = await probeSource(['probe', 'table'], environment, { fetch, clock: fixed(NOW) });
    expect(ok).toBe(false);
    expect(lines.slice(6, 10)).toEqual([
      expect.stringMatching(/^home {9}13,34,31,48 is outside of what table covers: SOURCES may not name it/),
      'clock        not told',
      'read         failed: TypeError: fetch failed (ECONNREFUSED)',
      'check        TABLE_URL',
    ]);
  });

  const BAD = [[], ['probe'], ['probe', 'nothing'], ['ask', 'provider'], ['probe', 'provider', 'more']];
  test.each(BAD.map((args) => [args]))('explains itself when it is called with %j', async (args) => {
    const probed = probeSource(args, {}, { fetch, clock: fixed(NOW) });
    await expect(probed).rejects.toThrow(/^usage: npm run admin -- source probe/);
  });

  test('names the variable that is missing or wrong', async () => {
    await expect(probe({})).rejects.toThrow(/^PROVIDER_BASE_URL is missing$/);
    const wrong = { PROVIDER_BASE_URL: 'http://127.0.0.1:9', HOME_BBOX: '1,2' };
    await expect(probe(wrong)).rejects.toThrow(/^HOME_BBOX must be west,south,east,north/);
  });
});

describe('https fault', () => {
  /** Asks a real server on this machine, which stands in for the zone, as a deployment asks the site. */
  async function errorOf(result: (origin: string) => RequestListener): Promise<string | undefined> {
    const server = createServer((request, response) => result(origin)(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      return httpsError(origin, await requestPlain(origin));
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }

  const answering =
    (status: number, location?: (origin: string) => string) =>
    (origin: string): RequestListener =>
    (_, response) =>
      response.writeHead(status, location && { location: location(origin) }).end('page');

  test.each([301, 308])('a zone that leads http to https for good is fine: %i', async (status) => {
    expect(await errorOf(answering(status, (origin) => `${origin}/`))).toBeUndefined();
  });

  test.each<[string, (origin: string) => RequestListener, RegExp]>([
    ['serves the page in clear', answering(200), /answers 200 instead of redirecting .* "Always Use HTTPS"/],
    ['leads there for now only', answering(302, (origin) => `${origin}/`), /answers 302 to https:/],
    ['leads elsewhere', answering(301, () => 'https://other.bg/'), /answers 301 to https:\/\/other.bg\/ instead/],
    ['refuses', answering(403), /answers 403 instead/],
    ['cuts the connection', () => (request) => request.socket.destroy(), /could not be asked/],
  ])('a zone that %s is a fault that names the setting', async (_, result, error) => {
    expect(await errorOf(result)).toMatch(error);
  });
});

const LAYERS = ['water', 'waterway', 'transportation'].map((id) => ({ id }));
/** More than one leaf directory holds. */
const SIDE = 72;

test('a packed archive is one that the map is served from, with each tile where it was', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pack-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const database = new DatabaseSync(join(dir, 'a.mbtiles'));
  database.exec(
    'CREATE TABLE metadata (name, value); CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)',
  );
  const insert = database.prepare('INSERT INTO metadata VALUES (?, ?)');
  insert.run('json', JSON.stringify({ vector_layers: LAYERS }));
  insert.run('bounds', '22,41,29,44');
  const put = database.prepare('INSERT INTO tiles VALUES (7, ?, ?, ?)');
  database.exec('BEGIN');
  for (let x = 0; x < SIDE; x += 1) for (let y = 0; y < SIDE; y += 1) put.run(x, 127 - y, gzipSync(`${x}/${y}`));
  database.exec('COMMIT');
  database.close();
  await packPmtiles(join(dir, 'a.mbtiles'), join(dir, 'a.pmtiles'));

  const file = readFileSync(join(dir, 'a.pmtiles'));
  const read = async (offset: number, length: number) => {
    const bytes = new Uint8Array(file.subarray(offset, offset + length)).buffer;
    return { bytes, tag: 'a', sizeBytes: file.length };
  };
  const basemap = new OwnBasemap({ key: 'a', read }, basemapMemory());
  const { header } = await basemap.open();
  expect([header.minZoom, header.maxZoom, header.minLon, header.maxLat]).toEqual([7, 7, 22, 44]);
  for (const [x, y] of pairs('0,0 3,70 71,71')) {
    const { bytes } = await basemap.tile({ z: 7, x, y }, 'a');
    expect(String(gunzipSync(new Uint8Array(bytes ?? new ArrayBuffer())))).toBe(`${x}/${y}`);
  }
});

describe('take state', () => {
  let stateDir: string;
  beforeEach(() => {
    stateDir = mkdtempSync(join(tmpdir(), 'state-'));
  });
  afterEach(() => rmSync(stateDir, { recursive: true }));

  /** A state with one database, to which these migrations were applied. */
  function store(...applied: string[]): void {
    const dir = join(stateDir, 'v3/d1/objects');
    mkdirSync(dir, { recursive: true });
    const database = new DatabaseSync(join(dir, 'a.sqlite'));
    database.exec('CREATE TABLE d1_migrations (name TEXT)');
    for (const name of applied) database.prepare('INSERT INTO d1_migrations VALUES (?)').run(name);
    database.close();
  }

  async function accept(moveCorrupt: boolean): Promise<string[]> {
    const texts: string[] = [];
    const migrations = ['0001_archive.sql', '0002_more.sql'];
    const print = (line: string) => texts.push(line);
    const release = await adoptState({ stateDir, port: 0, migrations, moveCorrupt, nowMs: 0, print });
    release();
    return texts;
  }

  test('a state with known migrations, or with none yet, is taken as it is', async () => {
    expect(await accept(false)).toEqual([]);
    store('0001_archive.sql');
    expect(await accept(true)).toEqual([]);
  });

  test('a state of another release is named, and put aside whole when told to', async () => {
    store('0001_archive.sql', '0001_strike.sql');
    const fault = `The state in ${stateDir} is of another release: its databases have had 0001_strike.sql.`;
    await expect(accept(false)).rejects.toThrow(fault);
    await expect(accept(false)).rejects.toThrow('npm start -- --move-corrupt-state');
    const aside = join(stateDir, 'corrupt-1970-01-01T00-00-00.000Z');
    expect(await accept(true)).toEqual([`Moved the state of another release to ${aside}`]);
    expect(readdirSync(join(aside, 'v3/d1/objects'))).toEqual(['a.sqlite']);
    expect(await accept(false)).toEqual([]);
  });
});
