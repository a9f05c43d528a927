import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { GOOD_VARIABLES } from '#tests/support/workerVariables.ts';
import { headersFile } from '#web/site/build/siteFiles.ts';
import { skyAnchorMs } from '#worker/dev/local/adoptState.ts';
import { siteEnvironment } from '#worker/dev/local/buildProduct.ts';
import {
  basemapFileError,
  type DeployCommand,
  type DeploymentConfig,
  type DeploymentStep,
  deployCommand,
  deploymentErrors,
  deploymentSteps,
  migrationErrors,
  secretNames,
  siteSources,
  siteTilesError,
  stepEnvironment,
} from '#worker/dev/local/deployment.ts';
import { localSettings, requestedFakes, workerVariables } from '#worker/dev/local/localSettings.ts';
import { startLocalFakes } from '#worker/dev/local/startLocalFakes.ts';

describe('deployment faults', () => {
  const BUCKET = [{ binding: 'BASEMAP_BUCKET' }];
  const GOOD = {
    vars: {
      ...GOOD_VARIABLES,
      PUBLIC_ORIGIN: 'https://lightning.bg',
      PUBLIC_EMAIL: 'people@lightning.bg',
      PUBLIC_CONTROLLER: 'Lightning Ltd',
      PUBLIC_CONTROLLER_ADDRESS: '1 Storm Street, Sofia',
      PUBLIC_AUTHORITY: 'Commission for Personal Data Protection',
      PUBLIC_GOVERNING_LAW: 'Bulgaria',
      PUBLIC_TURNSTILE_SITE_KEY: '',
    },
    d1_databases: [
      { binding: 'DB', database_id: '6f1c1c1e-0000-4000-8000-000000000001' },
      { binding: 'OUTBOX_DB', database_id: '6f1c1c1e-0000-4000-8000-000000000002' },
    ] as const,
    routes: [{ pattern: 'lightning.bg', custom_domain: true }],
    workers_dev: false,
    preview_urls: false,
  } satisfies DeploymentConfig;

  const withVars = (vars: Record<string, unknown>) => ({ ...GOOD, vars: { ...GOOD.vars, ...vars } });
  const SECRETS = ['PROVIDER_TOKEN', 'TELEGRAM_BOT_TOKEN', 'TELEGRAM_CHAT_ID'];

  /** The one of RFC 8291's appendix A. */
  const POINT = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

  test('an environment with everything set has no fault, with and without knowledge of its secrets', () => {
    expect(deploymentErrors(GOOD)).toEqual([]);
    expect(deploymentErrors(GOOD, SECRETS)).toEqual([]);
    expect(deploymentErrors(withVars({ PUBLIC_TURNSTILE_SITE_KEY: '0x4AAA' }), ['TURNSTILE_SECRET'])).toEqual([]);
    const watching = { VAPID_PUBLIC_KEY: POINT, WATCH_BOT_NAME: 'lightning_bot' };
    const watchSecrets = ['VAPID_PRIVATE_KEY', 'WATCH_BOT_TOKEN', 'WATCH_BOT_SECRET'];
    expect(deploymentErrors(withVars(watching))).toEqual([]);
    expect(deploymentErrors(withVars(watching), watchSecrets)).toEqual([]);
    const staging = { ...withVars({ PUBLIC_ORIGIN: 'https://lightning.people.workers.dev' }), workers_dev: true };
    expect(deploymentErrors({ ...staging, routes: undefined })).toEqual([]);
    const ownMap = { ...withVars({ BASEMAP: 'maps/balkans.pmtiles' }), r2_buckets: BUCKET };
    expect(deploymentErrors(ownMap)).toEqual([]);
  });

  describe('a setting that is missing or unsafe is named', () => {
    const OTHER = { binding: 'OTHER', database_id: '' };
    const ZEROS = { binding: 'DB', database_id: '0000-0000' };
    const [DB, OUTBOX] = GOOD.d1_databases;
    const BASEMAP = { BASEMAP: '/srv/balkans.pmtiles' };
    test.each<[string, Record<string, unknown>, RegExp]>([
      ['no address of the site', { PUBLIC_ORIGIN: '' }, /^PUBLIC_ORIGIN is empty/],
      ['not even the variable', { PUBLIC_ORIGIN: undefined }, /^PUBLIC_ORIGIN is empty/],
      ['a site in clear', { PUBLIC_ORIGIN: 'http://lightning.bg' }, /^PUBLIC_ORIGIN must be https$/],
      ['a path in the address', { PUBLIC_ORIGIN: 'https://lightning.bg/' }, /^PUBLIC_ORIGIN must be scheme and host/],
      ['no URL', { PUBLIC_ORIGIN: 'lightning.bg' }, /^PUBLIC_ORIGIN must be scheme and host/],
      ['a loopback address', { PUBLIC_ORIGIN: 'https://127.0.0.1:8787' }, /^PUBLIC_ORIGIN is this machine/],
      ['a loopback name', { PUBLIC_ORIGIN: 'https://localhost' }, /^PUBLIC_ORIGIN is this machine/],
      ['an example', { PUBLIC_ORIGIN: 'https://www.example.org' }, /^PUBLIC_ORIGIN is a placeholder/],
      ['another host than the routes', { PUBLIC_ORIGIN: 'https://blitz.bg' }, /^PUBLIC_ORIGIN is blitz.bg, but routes/],
      ['no e-mail', { PUBLIC_EMAIL: undefined }, /^PUBLIC_EMAIL is empty/],
      ['the e-mail of the examples', { PUBLIC_EMAIL: 'contact@example.org' }, /^PUBLIC_EMAIL is a placeholder/],
      ['no e-mail address', { PUBLIC_EMAIL: 'people' }, /^PUBLIC_EMAIL must be an e-mail address/],
      ['no controller', { PUBLIC_CONTROLLER: '' }, /^PUBLIC_CONTROLLER is empty: the privacy policy/],
      ['no postal address', { PUBLIC_CONTROLLER_ADDRESS: ' ' }, /^PUBLIC_CONTROLLER_ADDRESS is empty/],
      ['no authority', { PUBLIC_AUTHORITY: undefined }, /^PUBLIC_AUTHORITY is empty/],
      ['no governing law', { PUBLIC_GOVERNING_LAW: '' }, /^PUBLIC_GOVERNING_LAW is empty: the terms/],
      ['a provider in clear', { PROVIDER_BASE_URL: 'http://provider.net' }, /^PROVIDER_BASE_URL must be https/],
      ['no provider', { PROVIDER_BASE_URL: '' }, /PROVIDER_BASE_URL is empty/],
      ['simulated strikes', { FEED_SOURCE: 'simulated' }, /^FEED_SOURCE must be "live"/],
      ['a coverage without home', { COVERAGE_BBOX: '14,30,45,62' }, /COVERAGE_BBOX must contain HOME_BBOX/],
      ['a key for tests', { PUBLIC_TURNSTILE_SITE_KEY: '1x00000000000000000000AA' }, /SITE_KEY is a test key/],
      ['a base map without a bucket', { BASEMAP: 'balkans.pmtiles' }, /^BASEMAP is set, but no R2 bucket is bound/],
      ['a key in the file', { VAPID_PRIVATE_KEY: 'abc' }, /^VAPID_PRIVATE_KEY stands in wrangler.toml/],
      ['a bot in clear', { TELEGRAM_API: 'http://api.telegram.org' }, /^TELEGRAM_API must be https/],
      ['a secret in the file', { PROVIDER_TOKEN: 'abc' }, /^PROVIDER_TOKEN stands in wrangler.toml/],
    ])('%s', (_, vars, fault) => {
      expect(deploymentErrors(withVars(vars))).toEqual([expect.stringMatching(fault)]);
    });

    test.each<[string, Partial<DeploymentConfig>, RegExp]>([
      ['no route', { routes: [] }, /^routes is empty/],
      ['no archive', { d1_databases: [OUTBOX] }, /^database_id of DB is empty/],
      ['no outbox', { d1_databases: [DB] }, /^database_id of OUTBOX_DB is empty/],
      ['a database of zeros', { d1_databases: [ZEROS, OUTBOX] }, /^database_id of DB/],
      ['a third database without id', { d1_databases: [DB, OUTBOX, OTHER] }, /^database_id of OTHER is empty/],
      ['a way round the zone', { workers_dev: true }, /^workers_dev must be false/],
      ['a bucket without a base map', { r2_buckets: BUCKET }, /^BASEMAP_BUCKET is bound, but BASEMAP names no object/],
      [
        'a base map on this machine',
        { ...withVars(BASEMAP), r2_buckets: BUCKET },
        /^BASEMAP must be the key of an object in R2, not a path/,
      ],
      ['previews outside the zone', { preview_urls: true }, /^preview_urls must be false/],
    ])('%s', (_, change, fault) => {
      expect(deploymentErrors({ ...GOOD, ...change })).toEqual([expect.stringMatching(fault)]);
    });

    test.each<[string, Record<string, unknown>, string[], RegExp]>([
      ['a site key without the secret', { PUBLIC_TURNSTILE_SITE_KEY: '0x4AAA' }, [], /without TURNSTILE_SECRET/],
      ['the secret without a site key', {}, ['TURNSTILE_SECRET'], /without PUBLIC_TURNSTILE_SITE_KEY/],
      ['a bot without a chat', {}, ['TELEGRAM_BOT_TOKEN'], /must be set together/],
      ['a chat without a bot', {}, ['TELEGRAM_CHAT_ID'], /must be set together/],
      ['a push key without its secret', { VAPID_PUBLIC_KEY: POINT }, [], /without the secret VAPID_PRIVATE_KEY/],
      ['a push secret without its key', {}, ['VAPID_PRIVATE_KEY'], /without VAPID_PUBLIC_KEY/],
      ['no key of push', { VAPID_PUBLIC_KEY: 'abc' }, ['VAPID_PRIVATE_KEY'], /^VAPID_PUBLIC_KEY must be 87/],
      ['a bot not to be asked', { WATCH_BOT_NAME: 'b' }, ['WATCH_BOT_TOKEN'], /without the secret WATCH_BOT_SECRET/],
    ])('%s', (_, vars, secrets, fault) => {
      expect(deploymentErrors(withVars(vars), secrets)).toEqual([expect.stringMatching(fault)]);
    });
  });

  test('a file that is not there, or no base map, is told as such', async () => {
    expect(await basemapFileError('/nowhere.pmtiles')).toBe('is not there');
    expect(await basemapFileError(import.meta.filename)).toMatch(/cannot be read as PMTiles: Wrong magic number/);
  });

  test('a site that was built for other tiles than are set is not deployed', () => {
    const built = (ownTiles: boolean) => headersFile({ ownTiles });
    expect(siteTilesError(built(true), true)).toBeUndefined();
    expect(siteTilesError(built(false), false)).toBeUndefined();
    expect(siteTilesError(built(false), true)).toMatch(/^dist\/ was built to ask the tile host, but BASEMAP is set/);
    expect(siteTilesError(built(true), false)).toMatch(/^dist\/ was built for tiles of its own, but BASEMAP is empty/);
    expect(siteTilesError('', true)).toBeUndefined();
  });

  test('several faults are all named', () => {
    const empty = { vars: {}, d1_databases: [], routes: [], workers_dev: false };
    const text = deploymentErrors(empty, []).join('\n');
    for (const name of ['PROVIDER_BASE_URL', 'HOME_BBOX', 'database_id', 'PUBLIC_ORIGIN', 'PUBLIC_EMAIL', 'routes']) {
      expect(text).toContain(name);
    }
  });

  test('a deployed database is migrated only if every migration it has had is known', () => {
    const known = ['0001_archive.sql', '0002_more.sql'];
    expect(migrationErrors('DB', known, [])).toEqual([]);
    expect(migrationErrors('DB', known, ['0001_archive.sql'])).toEqual([]);
    expect(migrationErrors('DB', known, ['0001_archive.sql', '0001_strike.sql', '0003_next.sql'])).toEqual([
      expect.stringContaining('DB has had migrations that this release does not have (0001_strike.sql, 0003_next.sql)'),
    ]);
  });

  test('a source whose secrets are not there is named, and so is a secret in the file', () => {
    const withSource = withVars({ SOURCES: 'primary=mtg-li', CONTACT_BASE_URL: 'https://hooks.lightning.bg' });
    expect(deploymentErrors(withSource)).toEqual([]);
    expect(deploymentErrors(withSource, ['MTG_LI_KEY', 'MTG_LI_SECRET'])).toEqual([]);
    expect(deploymentErrors(withSource, ['MTG_LI_KEY'])).toEqual([
      expect.stringContaining('MTG_LI_SECRET must be set together with MTG_LI_KEY'),
    ]);
    expect(deploymentErrors(withVars({ MTG_LI_SECRET: 'a' }))).toEqual([
      expect.stringMatching(/^MTG_LI_SECRET stands in wrangler.toml/),
    ]);
  });
});

const VARS = { PUBLIC_ORIGIN: 'https://lightning.bg', HOME_BBOX: '13,34,31,48' };
const TOKENS = { CLOUDFLARE_API_TOKEN: 'secret', CF_API_KEY: 'secret' };
const AROUND = { PATH: '/bin', ...TOKENS, PUBLIC_ORIGIN: 'https://other.bg' };
const stepsOf = (part: DeployCommand['part']) => deploymentSteps({ environment: 'production', part });

const parts: DeployCommand['part'][] = ['all', 'prepare', 'upload'];
const lines = (part: DeployCommand['part']) => stepsOf(part).map(({ tool, args }) => [tool, ...args].join(' '));

describe('a deployment', () => {
  test('is named by its environment, in one part or in CI’s two', () => {
    expect(deployCommand(['staging'])).toEqual({ environment: 'staging', part: 'all' });
    expect(deployCommand(['production', '--prepare'])).toEqual({ environment: 'production', part: 'prepare' });
    expect(deployCommand(['production', '--upload'])).toEqual({ environment: 'production', part: 'upload' });
  });

  test.each([[[]], [['local']], [['production', '--force']], [['production', '--upload', 'x']]])(
    'is refused for %j',
    (args) => expect(deployCommand(args)).toBeUndefined(),
  );

  test('checks first, then builds for its address and looks at that, migrates, and uploads last', () => {
    expect(lines('all')).toEqual([
      'tests/run.ts verify',
      expect.stringContaining('vite.js build'),
      'tests/run.ts site',
      expect.stringContaining('d1 migrations apply DB --remote --env production'),
      expect.stringContaining('d1 migrations apply OUTBOX_DB --remote --env production'),
      expect.stringContaining('wrangler.js deploy --env production'),
    ]);
    expect([...lines('prepare'), ...lines('upload')]).toEqual(lines('all').slice(1));
  });

  test.each(parts)('shows the token to nothing but Cloudflare’s tool: %s', (part) => {
    for (const step of stepsOf(part)) {
      const seen = Object.keys(stepEnvironment(step, AROUND, VARS));
      expect(seen.some((name) => /^(CLOUDFLARE|CF)_/.test(name))).toBe(step.tool.includes('wrangler'));
    }
    expect(stepsOf('prepare').some((step) => step.withToken)).toBe(false);
  });

  test('builds the site for the tiles of wrangler.toml, and tests without them', () => {
    const steps = stepsOf('all');
    const vars = { ...VARS, BASEMAP: 'own.pmtiles' };
    const named = steps.map((step) => stepEnvironment(step, { ...AROUND, BASEMAP: '/else' }, vars).BASEMAP);
    expect(named.slice(0, 3)).toEqual([undefined, 'own.pmtiles', 'own.pmtiles']);
  });

  test('builds a site that says whom the API is for, as wrangler.toml does; without a word there, for plans', () => {
    const steps = stepsOf('prepare');
    const reportOf = (vars: object) => stepEnvironment(steps[0] as DeploymentStep, AROUND, { ...VARS, ...vars });
    const built = [{ API_ACCESS: 'open' }, { API_ACCESS: 'plans' }, {}].map((vars) => reportOf(vars).PUBLIC_API_ACCESS);
    expect(built).toEqual(['open', 'plans', 'plans']);
    expect(siteEnvironment({ API_ACCESS: 'plans' }, '', 0).PUBLIC_API_ACCESS).toBe('plans');
  });

  test('builds the site with the address of wrangler.toml, whatever the shell says, and tests without it', () => {
    const origins = stepsOf('all').map((step) => stepEnvironment(step, AROUND, VARS).PUBLIC_ORIGIN);
    expect(origins.slice(0, 3)).toEqual([undefined, VARS.PUBLIC_ORIGIN, VARS.PUBLIC_ORIGIN]);
    for (const step of stepsOf('all')) {
      expect(stepEnvironment(step, AROUND, VARS)).not.toHaveProperty('HOME_BBOX');
    }
  });
});

describe('secret names', () => {
  test('the names are read from the list, whatever stands around it', () => {
    const list = '[\n  {"name": "PROVIDER_TOKEN", "type": "secret_text"},\n  {"name": "A"}\n]\n';
    expect(secretNames(list)).toEqual(['PROVIDER_TOKEN', 'A']);
    expect(secretNames('A new version is available\n[]\n')).toEqual([]);
  });

  test('a Worker that was never deployed has none', () => {
    const result = '✘ [ERROR] Worker "balkan-lightning" (env: production) not found.\n\nIf this is a new Worker, …';
    expect(secretNames(result)).toEqual([]);
  });

  test.each(['', 'Not logged in.', '✘ [ERROR] Authentication error [code: 10000]'])(
    'an answer without a list is no answer: %j',
    (output) => expect(secretNames(output)).toBeUndefined(),
  );
});

describe('the Worker’s variables in the environment of npm start', () => {
  const { vars: DEFAULTS } = readConfig({ config: join(projectRoot, 'wrangler.toml') });
  const input = (environment: Record<string, string>) =>
    workerVariables({ PATH: '/bin', ...environment }, DEFAULTS as Record<string, string>);

  function refusalOf(name: string): string {
    try {
      input({ [name]: '1' });
      return '';
    } catch (error) {
      return String(error);
    }
  }

  test('are passed on when wrangler.toml has them or they are secrets; empty ones are as good as none', () => {
    const bot = { TELEGRAM_API: 'http://127.0.0.1:9' };
    const set = { RELAY_MAX: '1', RELAY_MAX_STREAMS: '300', PROVIDER_TOKEN: 't', ...bot };
    expect(input({ ...set, HISTORY_DAYS: '' })).toEqual(set);
    expect(input({})).toEqual({});
  });

  test.each([
    [{ PROVIDER_BASE_URL: 'junk' }, 'PROVIDER_BASE_URL must be a URL'],
    [{ PROVIDER_BASE_URL: 'ftp://a.net' }, 'PROVIDER_BASE_URL must be an http or https URL'],
    [{ RELAY_MAX_STREAMS: 'many' }, 'RELAY_MAX_STREAMS must be a number'],
    [{ PROVIDER_MAX_RPS: '900' }, 'PROVIDER_MAX_RPS must be between 0.05 and 200'],
    [{ HOME_BBOX: '1,2,3' }, 'HOME_BBOX must be west,south,east,north in degrees'],
  ])('%o is refused with the name and the rule', (environment, text) => {
    expect(() => input(environment as Record<string, string>)).toThrow(text);
  });

  test('are passed on if docs/operations.md names them and they begin like ours', () => {
    const chapters = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8').split('\n## ');
    const variables = chapters.find((chapter) => chapter.startsWith('Variables\n')) ?? '';
    const rows = variables.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) =>
      [...(row.split(' | ')[0] ?? '').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name),
    );
    const refused = named.filter((name) => refusalOf(name).includes('there is no such setting'));
    expect([named.includes('FIRMS_BASE_URL'), refused]).toEqual([true, []]);
  });

  test('an unknown one that begins like ours is refused by its name', () => {
    expect(() => input({ RELAY_MAX_STREAM: '300' })).toThrow(/^RELAY_MAX_STREAM: there is no such setting/);
  });
});

test.each([
  ['the port that npm start was given', {}, 9_123, 'http://127.0.0.1:9123'],
  ['the port that nothing was said of', {}, 8787, 'http://127.0.0.1:8787'],
  ['an address that was set, not the port', { PUBLIC_ORIGIN: 'https://lightning.bg' }, 9_123, 'https://lightning.bg'],
  ['nothing of a port that nobody knows yet', {}, 0, ''],
])('the site is built to call itself by %s', (_, input, port, origin) => {
  const environment = siteEnvironment({ PATH: '/bin', BASEMAP: 'a relative path', ...input }, '/a.pmtiles', port);
  const always = { PATH: '/bin', BASEMAP: '/a.pmtiles', PUBLIC_API_ACCESS: 'open' };
  expect(environment).toEqual({ ...always, PUBLIC_ORIGIN: origin });
});

const NOW_MS = Date.UTC(2026, 10, 25);
const report = (SOURCES: string) =>
  siteSources({ ...GOOD_VARIABLES, PUBLIC_DATA_SOURCE: 'A network', SOURCES }, NOW_MS);

test('pages that are built once name whose data are shown, what they are, and whether they may warn', () => {
  expect(report('')).toEqual({});
  expect(report('primary=mtg-li')).toEqual({
    PUBLIC_SOURCE_CREDIT: 'Contains modified EUMETSAT Meteosat data 2026',
    PUBLIC_SOURCE_KIND: 'optical-flash',
    PUBLIC_SOURCE_ALERTS: '0',
  });
  expect(report('primary=provider,cross-check=mtg-li')).toMatchObject({
    PUBLIC_SOURCE_KIND: 'cg-stroke',
    PUBLIC_SOURCE_ALERTS: '',
  });
});

describe('local settings', () => {
  test('the ports and the state directory of npm start have defaults', () => {
    expect(localSettings({}, '/site')).toEqual({ port: 8787, simulatorPort: 0, stateDir: '/site/.wrangler/state' });
    const set = { PORT: '0', SIMULATOR_PORT: '9', STATE_DIR: '/anywhere/a' };
    expect(localSettings(set, '/site')).toEqual({ port: 0, simulatorPort: 9, stateDir: '/anywhere/a' });
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', 'web'],
    ['SIMULATOR_PORT', '-1'],
  ])('%s=%s is refused with the name and the rule', (name, value) => {
    expect(() => localSettings({ [name]: value }, '/site')).toThrow(`${name} must be 0 to 65535, not "${value}"`);
  });
});

test('the local bot’s secret and token are new at each start, so that nobody knows them beforehand', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'far-sides-'));
  const start = () => startLocalFakes(0, stateDir, () => 'http://127.0.0.1:1');
  const both = [await start(), await start()];
  try {
    const [first, second] = both.map(({ vars }) => vars);
    for (const name of ['WATCH_BOT_SECRET', 'WATCH_BOT_TOKEN']) {
      expect(first?.[name]).toMatch(/[0-9a-f]{32}$/);
      expect(first?.[name]).not.toBe(second?.[name]);
    }
    // Browsers subscribed for this one.
    expect(first?.VAPID_PUBLIC_KEY).toBe(second?.VAPID_PUBLIC_KEY);
  } finally {
    await Promise.all(both.map(({ fakes }) => fakes.close()));
    await rm(stateDir, { recursive: true });
  }
});

test.each([
  [undefined, {}, true],
  ['http://127.0.0.1:9000', {}, true],
  ['http://localhost/v1', {}, true],
  ['https://provider.example', {}, false],
  ['https://localhost.example', {}, false],
  ['https://provider.example', { FAKES: '1' }, true],
  [undefined, { FAKES: '0' }, false],
])(
  'webhooks may lead to this machine only beside what runs here: provider %s, %j: %s',
  (provider, input, isRequested) => {
    expect(requestedFakes(provider, input)).toBe(isRequested);
  },
);

test('the weather is anchored to the first start with a state, and anew only if the file holds no instant', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'anchor-'));
  const state = join(dir, 'state');
  expect(await skyAnchorMs(state, 1_000)).toBe(1_000);
  expect(await skyAnchorMs(state, 2_000)).toBe(1_000);
  await writeFile(join(state, 'sky-anchor.txt'), 'gone');
  expect(await skyAnchorMs(state, 3_000)).toBe(3_000);
  await rm(dir, { recursive: true });
});
