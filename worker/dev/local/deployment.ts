import { open } from 'node:fs/promises';
import { TILE_ORIGIN } from '#shared/http.ts';
import { LATE_REPORT_MS } from '#shared/watch/Area.ts';
import { BasemapError, type BasemapStore } from '#worker/features/basemap/basemapStoreOf.ts';
import { basemapMemory, OwnBasemap } from '#worker/features/basemap/OwnBasemap.ts';
import { ConfigError, parseConfig } from '#worker/http/config.ts';
import { pointError } from '#worker/http/outbound/push.ts';
import { parseSources } from '#worker/sources/chosenSources.ts';
import { attributionAt } from '#worker/sources/source.ts';
import { SOURCE_VARIABLES } from '#worker/sources/sourceTable.ts';

/** Errors in the settings of a deployment's own base map: the file in `BASEMAP`, and its bucket. */
function basemapErrors(
  vars: Readonly<Record<string, unknown>>,
  buckets: readonly { readonly binding: string }[],
): string[] {
  const name = String(vars.BASEMAP ?? '');
  const isBound = buckets.some(({ binding }) => binding === 'BASEMAP_BUCKET');
  if (name === '' && isBound)
    return ['BASEMAP_BUCKET is bound, but BASEMAP names no object in it: every visitor would ask the tile host'];
  if (name === '') return [];
  return [
    ...(isBound ? [] : ['BASEMAP is set, but no R2 bucket is bound as BASEMAP_BUCKET']),
    ...(/^[./~]|^\w:[\\/]/.test(name)
      ? [`BASEMAP must be the key of an object in R2, not a path of this machine: "${name}"`]
      : []),
  ];
}

/**
 * Why a built site does not match the setting: its policy, map and privacy page contain the tiles' origin. `headers` is
 * the text of its `_headers`, empty if there is no site; `ownTiles` is true if `BASEMAP` is set.
 */
export function siteTilesError(headers: string, ownTiles: boolean): string | undefined {
  if (headers === '') return undefined;
  const requestsHost = headers.includes(TILE_ORIGIN);
  if (requestsHost && ownTiles) return 'dist/ was built to ask the tile host, but BASEMAP is set: build it again';
  if (!requestsHost && !ownTiles) return 'dist/ was built for tiles of its own, but BASEMAP is empty: build it again';
  return undefined;
}

function nodeStore(path: string): BasemapStore {
  return {
    key: path,
    read: async (offset, length) => {
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (!file) return 'gone';
      try {
        const { size: sizeBytes } = await file.stat();
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
        return bytesRead === 0 ? 'changed' : { bytes: buffer.buffer.slice(0, bytesRead), tag: path, sizeBytes };
      } finally {
        await file.close();
      }
    },
  };
}

export async function basemapFileError(path: string): Promise<string | undefined> {
  try {
    await new OwnBasemap(nodeStore(path), basemapMemory()).open();
    return undefined;
  } catch (error) {
    if (error instanceof BasemapError) return error.message;
    throw error;
  }
}

type Vars = Readonly<Record<string, unknown>>;

/** Settings that require secrets, which no file contains. */
const HALVES = {
  VAPID_PUBLIC_KEY: ['VAPID_PRIVATE_KEY'],
  WATCH_BOT_NAME: ['WATCH_BOT_TOKEN', 'WATCH_BOT_SECRET'],
} as const;
const WATCH_SECRETS = Object.values(HALVES).flat();
const SECRETS = [
  'PROVIDER_TOKEN',
  'CONTACT_TOKEN',
  'TELEGRAM_BOT_TOKEN',
  'TURNSTILE_SECRET',
  'FIRMS_MAP_KEY',
  ...WATCH_SECRETS,
];
const SECRETS_OF_SOURCES = SOURCE_VARIABLES.filter((name) => /_(TOKEN|KEY|SECRET)$/.test(name));
/** Site keys and secrets that Cloudflare publishes for tests: they accept everyone, or no one. */
const TEST_KEY = /^[123]x0{10,}/;

/** From `wrangler secret list --format json`; undefined if the output has no list. Empty if never deployed. */
export function secretNames(output: string): string[] | undefined {
  if (/Worker "[^"]*"( \(env: \w+\))? not found\./.test(output)) return [];
  const [list] = /\[[\s\S]*\]/.exec(output) ?? [];
  try {
    const parsed: unknown = JSON.parse(list ?? '');
    return Array.isArray(parsed) ? parsed.map(({ name }: { name: string }) => name) : undefined;
  } catch {
    return undefined;
  }
}

/** `secrets`: names of the Worker's secrets; if absent, they are not checked. */
function secretErrors(vars: Vars, secrets: readonly string[] | undefined): string[] {
  const written = [...new Set([...SECRETS, ...SECRETS_OF_SOURCES])].filter((name) => vars[name] !== undefined);
  const hasToken = secrets?.includes('TELEGRAM_BOT_TOKEN');
  const hasChat = secrets?.includes('TELEGRAM_CHAT_ID') || vars.TELEGRAM_CHAT_ID !== undefined;
  return [
    ...written.map(
      (name) => `${name} stands in wrangler.toml: use \`wrangler secret put ${name}\`, and replace its value`,
    ),
    ...(secrets === undefined || hasToken === hasChat
      ? []
      : ['TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID must be set together']),
    ...turnstileErrors(vars, secrets),
    ...watchErrors(vars, secrets),
  ];
}

/** Turnstile needs the site key in the page and the secret in the Worker. */
function turnstileErrors(vars: Vars, secrets: readonly string[] | undefined): string[] {
  const siteKey = String(vars.PUBLIC_TURNSTILE_SITE_KEY ?? '');
  if (TEST_KEY.test(siteKey)) return ['PUBLIC_TURNSTILE_SITE_KEY is a test key: it proves nothing'];
  if (secrets === undefined) return [];
  const hasSecret = secrets.includes('TURNSTILE_SECRET');
  if (siteKey !== '' && !hasSecret)
    return ['PUBLIC_TURNSTILE_SITE_KEY is set without TURNSTILE_SECRET: the proof would never be checked'];
  if (siteKey === '' && hasSecret)
    return ['TURNSTILE_SECRET is set without PUBLIC_TURNSTILE_SITE_KEY: every message and watchlist would be refused'];
  return [];
}

function withoutHalves(vars: Vars): Vars {
  const without = [...Object.keys(HALVES).map((name) => [name, '']), ...WATCH_SECRETS.map((name) => [name, undefined])];
  return { ...vars, ...Object.fromEntries(without) };
}

/** A placeholder for each secret of the sources, so that their rules can be checked; all if `secrets` is unknown. */
function sourceSecrets(secrets: readonly string[] | undefined): Vars {
  return Object.fromEntries(
    SECRETS_OF_SOURCES.filter((name) => secrets?.includes(name) ?? true).map((name) => [name, 'set']),
  );
}

function watchErrors(vars: Vars, secrets: readonly string[] | undefined): string[] {
  const publicKey = String(vars.VAPID_PUBLIC_KEY ?? '');
  const fault = publicKey === '' ? undefined : pointError(publicKey);
  const halves = secrets === undefined ? [] : halfErrors(vars, secrets);
  return [...(fault === undefined ? [] : [fault]), ...halves];
}

function halfErrors(vars: Vars, secrets: readonly string[]): string[] {
  return Object.entries(HALVES).flatMap(([name, others]) => {
    const isSet = String(vars[name] ?? '') !== '';
    if (isSet) {
      return others
        .filter((other) => !secrets.includes(other))
        .map((other) => `${name} is set without the secret ${other}: nobody could be told`);
    }
    return others
      .filter((other) => secrets.includes(other))
      .map((other) => `the secret ${other} is set without ${name}: the Worker would refuse to start`);
  });
}

const RESPONSE_TIMEOUT_MS = 15_000;

type PlainResponse = { readonly status: number; readonly location: string | null } | { readonly failure: string };

/** Undefined if `http://` redirects permanently to the same path of `origin` (https). */
export function httpsError(origin: string, response: PlainResponse): string | undefined {
  const plain = origin.replace(/^https:/, 'http:');
  if ('failure' in response)
    return `${plain}/ could not be asked (${response.failure}): see yourself that it leads to https`;
  const permanent = response.status === 301 || response.status === 308;
  if (permanent && response.location === `${origin}/`) return undefined;
  const leads = response.location === null ? '' : ` to ${response.location}`;
  return `${plain}/ answers ${response.status}${leads} instead of redirecting to ${origin}/: turn on "Always Use HTTPS" of the zone (SSL/TLS, Edge Certificates)`;
}

/** Requests the landing page over http. The page is static, so only the zone's rules apply, never the Worker. */
export async function requestPlain(origin: string): Promise<PlainResponse> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    const response = await fetch(`${origin.replace(/^https:/, 'http:')}/`, { redirect: 'manual', signal });
    await response.body?.cancel();
    return { status: response.status, location: response.headers.get('location') };
  } catch (error) {
    const { cause, message } = error as Error;
    return { failure: cause instanceof Error ? cause.message : message };
  }
}

/** The part of wrangler.toml that a deployment depends on. */
export interface DeploymentConfig {
  readonly vars: Readonly<Record<string, unknown>>;
  readonly d1_databases: readonly { readonly binding?: string; readonly database_id?: string | undefined }[];
  readonly r2_buckets?: readonly { readonly binding: string }[] | undefined;
  readonly routes?: readonly (string | { readonly pattern: string; readonly custom_domain?: boolean })[] | undefined;
  readonly workers_dev?: boolean | undefined;
  readonly preview_urls?: boolean | undefined;
}

const NO_DATABASE = /^[0-]*$/;

/**
 * One sentence per missing or unsafe setting. `secrets`: names of the deployed Worker's secrets; if absent, settings
 * that depend on a secret are not checked.
 */
export function deploymentErrors(config: DeploymentConfig, secrets?: readonly string[]): string[] {
  return [
    ...workerErrors({ ...sourceSecrets(secrets), ...withoutHalves(config.vars) }),
    ...databaseErrors(config),
    ...originFaults(config),
    ...emailErrors(config.vars),
    ...legalErrors(config.vars),
    ...routeErrors(config),
    ...secretErrors(config.vars, secrets),
    ...basemapErrors(config.vars, config.r2_buckets ?? []),
  ];
}

/** Applied migrations of another release prevent those of this one. */
export function migrationErrors(binding: string, known: readonly string[], applied: readonly string[]): string[] {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return [];
  return [
    `${binding} has had migrations that this release does not have (${unknown.join(', ')}): deploy the release that has them, or name a new database`,
  ];
}

function workerErrors(vars: DeploymentConfig['vars']): string[] {
  try {
    const { source, sources, contact, watchLateReportMs, insecureHooks, localPushHosts } = parseConfig(vars);
    return [
      ...(source === 'live' ? [] : ['FEED_SOURCE must be "live": simulated strikes are never deployed']),
      ...(watchLateReportMs === LATE_REPORT_MS
        ? []
        : ['WATCH_TEST_TIME must not be set: an all-clear would come before strikes that are told late']),
      ...(insecureHooks ? ['WATCH_INSECURE_HOOKS must not be set: webhooks would be called in clear'] : []),
      ...(localPushHosts.length > 0
        ? ['PUSH_LOCAL_HOST must not be set: it is for a push service on this machine']
        : []),
      ...(String(vars.TELEGRAM_API ?? 'https://').startsWith('https://') ? [] : ['TELEGRAM_API must be https']),
      ...sources.flatMap(({ addresses }) =>
        Object.keys(addresses)
          .filter((name) => !addresses[name]?.startsWith('https://'))
          .map((name) => `${name} must be https: credentials and messages would travel in clear`),
      ),
      ...(!vars.CONTACT_BASE_URL || contact.baseUrl.startsWith('https://')
        ? []
        : ['CONTACT_BASE_URL must be https: the contact messages would travel in clear']),
    ];
  } catch (error) {
    if (error instanceof ConfigError) return [error.message];
    throw error;
  }
}

function databaseErrors({ d1_databases: databases }: DeploymentConfig): string[] {
  const absent = ['DB', 'OUTBOX_DB'].filter((name) => !databases.some(({ binding }) => binding === name));
  return [...absent.map((binding) => ({ binding, database_id: '' })), ...databases]
    .filter(({ database_id: id }) => NO_DATABASE.test(id ?? ''))
    .map(
      ({ binding }) =>
        `database_id of ${binding} is empty: create the database with \`wrangler d1 create\` and fill it in`,
    );
}

function originFaults({ vars }: DeploymentConfig): string[] {
  const origin = String(vars.PUBLIC_ORIGIN ?? '');
  if (origin === '') return ['PUBLIC_ORIGIN is empty: set the address of the site, such as https://<your domain>'];
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url?.origin !== origin) return [`PUBLIC_ORIGIN must be scheme and host and nothing else, not "${origin}"`];
  if (url.protocol !== 'https:') return ['PUBLIC_ORIGIN must be https'];
  if (isLoopback(url.hostname)) return ['PUBLIC_ORIGIN is this machine: set the address that visitors use'];
  if (isPlaceholderHost(url.hostname)) return ['PUBLIC_ORIGIN is a placeholder: set the address that visitors use'];
  return [];
}

function emailErrors({ PUBLIC_EMAIL: email = '' }: DeploymentConfig['vars']): string[] {
  if (email === '') return ['PUBLIC_EMAIL is empty: set the address that visitors write to'];
  const [, host] = /^[^\s@<>"]+@([a-z\d.-]+\.[a-z\d-]+)$/i.exec(String(email)) ?? [];
  if (host === undefined) return [`PUBLIC_EMAIL must be an e-mail address, not "${email}"`];
  return isPlaceholderHost(host) ? ['PUBLIC_EMAIL is a placeholder: set the address that visitors write to'] : [];
}

const LEGAL_FACTS = {
  PUBLIC_CONTROLLER: 'the privacy policy must name who answers for personal data',
  PUBLIC_CONTROLLER_ADDRESS: 'the privacy policy must name its postal address',
  PUBLIC_AUTHORITY: 'the privacy policy must name the data protection authority that hears complaints',
  PUBLIC_GOVERNING_LAW: 'the terms must name the state whose laws govern them',
} as const;

function legalErrors(vars: DeploymentConfig['vars']): string[] {
  return Object.entries(LEGAL_FACTS)
    .filter(([name]) => String(vars[name] ?? '').trim() === '')
    .map(([name, demand]) => `${name} is empty: ${demand}`);
}

function routeErrors(config: DeploymentConfig): string[] {
  const { vars, routes = [], workers_dev, preview_urls } = config;
  if (routes.length === 0) return workers_dev ? [] : ['routes is empty: name the domain the site is served on'];
  const patterns = routes.map((route) => (typeof route === 'string' ? route : route.pattern));
  const host = originFaults(config).length === 0 ? new URL(String(vars.PUBLIC_ORIGIN)).host : undefined;
  return [
    ...(host === undefined || patterns.some((pattern) => pattern.split('/')[0] === host)
      ? []
      : [`PUBLIC_ORIGIN is ${host}, but routes serve ${patterns.join(', ')}`]),
    ...(workers_dev ? ['workers_dev must be false beside routes: no rule of your zone protects that address'] : []),
    ...(preview_urls ? ['preview_urls must be false beside routes: no rule of your zone protects them'] : []),
  ];
}

/** RFC 2606 and RFC 6761 reserve these names for examples and tests. */
function isPlaceholderHost(host: string): boolean {
  return /(^|\.)(invalid|example|test)$|(^|\.)example\.(com|org|net)$/i.test(host);
}

function isLoopback(host: string): boolean {
  return /(^|\.)(localhost|local|internal)$|^(127|10|192\.168|0)\.[\d.]+$|^\[/i.test(host);
}

type Variables = Readonly<Record<string, unknown>>;

/**
 * Facts of the sources in `SOURCES` for pages that are built once: `PUBLIC_SOURCE_CREDIT`, the attribution,
 * `PUBLIC_SOURCE_KIND`, the kind of events on the map, and `PUBLIC_SOURCE_ALERTS`, 0 if alerts are not supported. Empty
 * if `SOURCES` is unset, or invalid, which is reported elsewhere.
 */
export function siteSources(variables: Variables, nowMs: number): Readonly<Record<string, string>> {
  if (!variables.SOURCES) return {};
  const { sources } = parseSources({ ...sourceSecrets(undefined), ...variables });
  const [primary] = sources;
  const credits = sources.map(({ traits }) => attributionAt(traits, nowMs)).filter((credit) => credit !== '');
  return {
    PUBLIC_SOURCE_CREDIT: [...new Set(credits)].join('; '),
    PUBLIC_SOURCE_KIND: primary?.traits.kind ?? '',
    PUBLIC_SOURCE_ALERTS: primary?.supportsAlerts === false ? '0' : '',
  };
}

const DEPLOYED_TO = ['staging', 'production'] as const;
type DeployedTo = (typeof DEPLOYED_TO)[number];

/** A person runs `all`. CI runs the checks in a separate job, then `prepare` without a token and `upload` with it. */
type Part = 'all' | 'prepare' | 'upload';

export interface DeployCommand {
  readonly environment: DeployedTo;
  readonly part: Part;
}

export interface DeploymentStep {
  readonly tool: string;
  readonly args: readonly string[];
  /** True for Cloudflare's own tool, the only one that may receive the token. */
  readonly withToken: boolean;
  /** True if the step builds or checks the site for deployment; the full checks build it for this machine. */
  readonly ofDeployedSite: boolean;
}

export const WRANGLER = 'node_modules/wrangler/bin/wrangler.js';

/** Undefined if the environment or the option is unknown. */
export function deployCommand(args: readonly string[]): DeployCommand | undefined {
  const [name, option, ...rest] = args;
  const environment = DEPLOYED_TO.find((known) => known === name);
  const part = option === undefined ? 'all' : (['prepare', 'upload'] as const).find((known) => option === `--${known}`);
  return environment && part && rest.length === 0 ? { environment, part } : undefined;
}

/**
 * In order: every check on a local build, then the site for deployment and its checks, then migrations before the
 * Worker that needs them.
 */
export function deploymentSteps({ environment, part }: DeployCommand): DeploymentStep[] {
  const local = (ofDeployedSite: boolean, tool: string, ...args: string[]) => ({
    tool,
    args,
    withToken: false,
    ofDeployedSite,
  });
  const remote = (...args: string[]) => ({ tool: WRANGLER, args, withToken: true, ofDeployedSite: true });
  const prepare = [
    local(true, 'node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts'),
    local(true, 'tests/run.ts', 'site'),
  ];
  const migrations = (binding: string) =>
    remote('d1', 'migrations', 'apply', binding, '--remote', '--env', environment);
  const upload = [migrations('DB'), migrations('OUTBOX_DB'), remote('deploy', '--env', environment)];
  switch (part) {
    case 'all':
      return [local(false, 'tests/run.ts', 'verify'), ...prepare, ...upload];
    case 'prepare':
      return prepare;
    case 'upload':
      return upload;
  }
}

const isOfSite = (name: string) => name.startsWith('PUBLIC_') || name === 'BASEMAP';

/**
 * A step's environment: the site's settings (`PUBLIC_…`, `BASEMAP` and `API_ACCESS` of wrangler.toml) while it is built
 * and checked, Cloudflare's credentials for Cloudflare's tool, and neither for the run of all checks.
 */
export function stepEnvironment(
  step: DeploymentStep,
  environment: Readonly<Record<string, string | undefined>>,
  vars: Readonly<Record<string, unknown>>,
): Record<string, string | undefined> {
  const inherited = Object.entries(environment).filter(
    ([name]) => !isOfSite(name) && (step.withToken || !/^(CLOUDFLARE|CF)_/.test(name)),
  );
  const site = Object.entries(vars).filter(([name]) => isOfSite(name) && step.ofDeployedSite);
  const ofSources = step.ofDeployedSite ? siteSources(vars, Date.now()) : {};
  const access = step.ofDeployedSite ? { PUBLIC_API_ACCESS: String(vars.API_ACCESS ?? 'plans') } : {};
  return {
    ...Object.fromEntries([...inherited, ...site.map(([name, value]) => [name, String(value)] as const)]),
    ...access,
    ...ofSources,
  };
}
