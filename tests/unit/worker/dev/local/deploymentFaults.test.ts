import { describe, expect, test } from 'vitest';
import { GOOD_VARIABLES } from '#tests/support/workerVariables.ts';
import { headersFile } from '#web/site/build/siteFiles.ts';
import { basemapFileFault, siteTilesFault } from '#worker/dev/local/deployment/basemapFaults.ts';
import {
  type DeploymentConfig,
  deploymentFaults,
  migrationFaults,
} from '#worker/dev/local/deployment/deploymentFaults.ts';

const GOOD = {
  vars: {
    ...GOOD_VARIABLES,
    PUBLIC_ORIGIN: 'https://lightning.bg',
    PUBLIC_EMAIL: 'people@lightning.bg',
    PUBLIC_CONTROLLER: 'Lightning Ltd',
    PUBLIC_CONTROLLER_ADDRESS: '1 Storm Street, Sofia',
    PUBLIC_AUTHORITY: 'Commission for Personal Data Protection',
    PUBLIC_TURNSTILE_SITE_KEY: '',
  },
  d1_databases: [
    { binding: 'DB', database_id: '6f1c1c1e-0000-4000-8000-000000000001' },
    { binding: 'OUTBOX_DB', database_id: '6f1c1c1e-0000-4000-8000-000000000002' },
  ],
  routes: [{ pattern: 'lightning.bg', custom_domain: true }],
  workers_dev: false,
  preview_urls: false,
} satisfies DeploymentConfig;

const withVars = (vars: Record<string, unknown>) => ({ ...GOOD, vars: { ...GOOD.vars, ...vars } });
const SECRETS = ['PROVIDER_TOKEN', 'TELEGRAM_BOT_TOKEN', 'TELEGRAM_CHAT_ID'];

/** The one of RFC 8291's appendix A. */
const POINT = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

test('an environment with everything set has no fault, with and without knowledge of its secrets', () => {
  expect(deploymentFaults(GOOD)).toEqual([]);
  expect(deploymentFaults(GOOD, SECRETS)).toEqual([]);
  expect(deploymentFaults(withVars({ PUBLIC_TURNSTILE_SITE_KEY: '0x4AAA' }), ['TURNSTILE_SECRET'])).toEqual([]);
  const watching = { VAPID_PUBLIC_KEY: POINT, WATCH_BOT_NAME: 'lightning_bot' };
  const watchSecrets = ['VAPID_PRIVATE_KEY', 'WATCH_BOT_TOKEN', 'WATCH_BOT_SECRET'];
  expect(deploymentFaults(withVars(watching))).toEqual([]);
  expect(deploymentFaults(withVars(watching), watchSecrets)).toEqual([]);
  const staging = { ...withVars({ PUBLIC_ORIGIN: 'https://lightning.people.workers.dev' }), workers_dev: true };
  expect(deploymentFaults({ ...staging, routes: undefined })).toEqual([]);
});

describe('a setting that is missing or unsafe is named', () => {
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
    const faults = deploymentFaults(withVars(vars));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(fault);
  });

  test.each<[string, Partial<DeploymentConfig>, RegExp]>([
    ['no route', { routes: [] }, /^routes is empty/],
    ['no archive', { d1_databases: GOOD.d1_databases.slice(1) }, /^database_id of DB is empty/],
    ['no outbox', { d1_databases: GOOD.d1_databases.slice(0, 1) }, /^database_id of OUTBOX_DB is empty/],
    [
      'a database of zeros',
      { d1_databases: [{ binding: 'DB', database_id: '0000-0000' }, ...GOOD.d1_databases.slice(1)] },
      /^database_id of DB/,
    ],
    [
      'a third database without id',
      { d1_databases: [...GOOD.d1_databases, { binding: 'OTHER', database_id: '' }] },
      /^database_id of OTHER is empty/,
    ],
    ['a way round the zone', { workers_dev: true }, /^workers_dev must be false/],
    [
      'a bucket without a base map',
      { r2_buckets: [{ binding: 'BASEMAP_BUCKET' }] },
      /^BASEMAP_BUCKET is bound, but BASEMAP names no object/,
    ],
    [
      'a base map on this machine',
      { ...withVars({ BASEMAP: '/srv/balkans.pmtiles' }), r2_buckets: [{ binding: 'BASEMAP_BUCKET' }] },
      /^BASEMAP must be the key of an object in R2, not a path/,
    ],
    ['previews outside the zone', { preview_urls: true }, /^preview_urls must be false/],
  ])('%s', (_, change, fault) => {
    const faults = deploymentFaults({ ...GOOD, ...change });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(fault);
  });

  test.each<[string, Record<string, unknown>, string[], RegExp]>([
    ['a site key without the secret', { PUBLIC_TURNSTILE_SITE_KEY: '0x4AAA' }, [], /without TURNSTILE_SECRET/],
    ['the secret without a site key', {}, ['TURNSTILE_SECRET'], /without PUBLIC_TURNSTILE_SITE_KEY/],
    ['a bot without a chat', {}, ['TELEGRAM_BOT_TOKEN'], /must be set together/],
    ['a chat without a bot', {}, ['TELEGRAM_CHAT_ID'], /must be set together/],
    ['a push key without its secret', { VAPID_PUBLIC_KEY: POINT }, [], /without the secret VAPID_PRIVATE_KEY/],
    ['a push secret without its key', {}, ['VAPID_PRIVATE_KEY'], /without VAPID_PUBLIC_KEY/],
    ['no key of push', { VAPID_PUBLIC_KEY: 'abc' }, ['VAPID_PRIVATE_KEY'], /^VAPID_PUBLIC_KEY must be 87/],
    [
      'a bot that could not be asked',
      { WATCH_BOT_NAME: 'b' },
      ['WATCH_BOT_TOKEN'],
      /without the secret WATCH_BOT_SECRET/,
    ],
  ])('%s', (_, vars, secrets, fault) => {
    const faults = deploymentFaults(withVars(vars), secrets);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(fault);
  });
});

test('a base map in its bucket is no fault', () => {
  const good = { ...withVars({ BASEMAP: 'maps/balkans.pmtiles' }), r2_buckets: [{ binding: 'BASEMAP_BUCKET' }] };
  expect(deploymentFaults(good)).toEqual([]);
});

test('a file that is not there, or no base map, is told as such', async () => {
  expect(await basemapFileFault('/nowhere.pmtiles')).toBe('is not there');
  expect(await basemapFileFault(import.meta.filename)).toMatch(/cannot be read as PMTiles: Wrong magic number/);
});

test('a site that was built for other tiles than are set is not deployed', () => {
  const built = (ownTiles: boolean) => headersFile({ ownTiles });
  expect(siteTilesFault(built(true), true)).toBeUndefined();
  expect(siteTilesFault(built(false), false)).toBeUndefined();
  expect(siteTilesFault(built(false), true)).toMatch(/^dist\/ was built to ask the tile host, but BASEMAP is set/);
  expect(siteTilesFault(built(true), false)).toMatch(/^dist\/ was built for tiles of its own, but BASEMAP is empty/);
  expect(siteTilesFault('', true)).toBeUndefined();
});

test('several faults are all named', () => {
  const empty = { vars: {}, d1_databases: [], routes: [], workers_dev: false };
  const text = deploymentFaults(empty, []).join('\n');
  for (const name of ['PROVIDER_BASE_URL', 'HOME_BBOX', 'database_id', 'PUBLIC_ORIGIN', 'PUBLIC_EMAIL', 'routes']) {
    expect(text).toContain(name);
  }
});

test('a deployed database is migrated only if every migration it has had is known', () => {
  const known = ['0001_archive.sql', '0002_more.sql'];
  expect(migrationFaults('DB', known, [])).toEqual([]);
  expect(migrationFaults('DB', known, ['0001_archive.sql'])).toEqual([]);
  expect(migrationFaults('DB', known, ['0001_archive.sql', '0001_strike.sql', '0003_next.sql'])).toEqual([
    expect.stringContaining('DB has had migrations that this release does not have (0001_strike.sql, 0003_next.sql)'),
  ]);
});

test('a source whose secrets are not there is named, and so is a secret in the file', () => {
  const withSource = withVars({ SOURCES: 'primary=mtg-li', CONTACT_BASE_URL: 'https://hooks.lightning.bg' });
  expect(deploymentFaults(withSource)).toEqual([]);
  expect(deploymentFaults(withSource, ['MTG_LI_KEY', 'MTG_LI_SECRET'])).toEqual([]);
  expect(deploymentFaults(withSource, ['MTG_LI_KEY'])).toEqual([
    expect.stringContaining('MTG_LI_SECRET must be set together with MTG_LI_KEY'),
  ]);
  expect(deploymentFaults(withVars({ MTG_LI_SECRET: 'a' }))).toEqual([
    expect.stringMatching(/^MTG_LI_SECRET stands in wrangler.toml/),
  ]);
});
