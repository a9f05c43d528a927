import { SETTLE_MS } from '#shared/watch/Area.ts';
import { ConfigError, parseConfig } from '#worker/settings/config.ts';
import { basemapFaults } from './basemapFaults.ts';
import { secretFaults, sourceSecrets, withoutHalves } from './secretFaults.ts';

/** The part of wrangler.toml that must be right for a deployment. */
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
 * One sentence for each missing or unsafe setting. `secrets` names those of the deployed Worker; without it, settings
 * that depend on a secret are not checked.
 */
export function deploymentFaults(config: DeploymentConfig, secrets?: readonly string[]): string[] {
  return [
    ...workerFaults({ ...sourceSecrets(secrets), ...withoutHalves(config.vars) }),
    ...databaseFaults(config),
    ...originFaults(config),
    ...emailFaults(config.vars),
    ...privacyFaults(config.vars),
    ...routeFaults(config),
    ...secretFaults(config.vars, secrets),
    ...basemapFaults(config.vars, config.r2_buckets ?? []),
  ];
}

/** Migrations of another release make those of this one inapplicable. */
export function migrationFaults(binding: string, known: readonly string[], applied: readonly string[]): string[] {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return [];
  return [
    `${binding} has had migrations that this release does not have (${unknown.join(', ')}): deploy the release that has them, or name a new database`,
  ];
}

function workerFaults(vars: DeploymentConfig['vars']): string[] {
  try {
    const { source, sources, contact, watchSettleMs, insecureHooks, localPushHosts } = parseConfig(vars);
    return [
      ...(source === 'live' ? [] : ['FEED_SOURCE must be "live": simulated strikes are never deployed']),
      ...(watchSettleMs === SETTLE_MS
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

function databaseFaults({ d1_databases: databases }: DeploymentConfig): string[] {
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

function emailFaults({ PUBLIC_EMAIL: email = '' }: DeploymentConfig['vars']): string[] {
  if (email === '') return ['PUBLIC_EMAIL is empty: set the address that visitors write to'];
  const [, host] = /^[^\s@<>"]+@([a-z\d.-]+\.[a-z\d-]+)$/i.exec(String(email)) ?? [];
  if (host === undefined) return [`PUBLIC_EMAIL must be an e-mail address, not "${email}"`];
  return isPlaceholderHost(host) ? ['PUBLIC_EMAIL is a placeholder: set the address that visitors write to'] : [];
}

const PRIVACY_FACTS = {
  PUBLIC_CONTROLLER: 'who answers for personal data',
  PUBLIC_CONTROLLER_ADDRESS: 'its postal address',
  PUBLIC_AUTHORITY: 'the data protection authority that hears complaints',
} as const;

function privacyFaults(vars: DeploymentConfig['vars']): string[] {
  return Object.entries(PRIVACY_FACTS)
    .filter(([name]) => String(vars[name] ?? '').trim() === '')
    .map(([name, fact]) => `${name} is empty: the privacy policy must name ${fact}`);
}

function routeFaults(config: DeploymentConfig): string[] {
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
