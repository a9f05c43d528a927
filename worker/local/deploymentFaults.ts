import { ConfigError, parseConfig } from '#worker/settings/config.ts';

/** The part of wrangler.toml that must be right for a deployment. */
export interface DeploymentConfig {
  readonly vars: Readonly<Record<string, unknown>>;
  readonly d1_databases: readonly { readonly binding?: string; readonly database_id?: string | undefined }[];
  readonly routes?: readonly unknown[] | undefined;
  readonly workers_dev?: boolean | undefined;
}

const NO_DATABASE = /^[0-]*$/;

/** Why this environment cannot be deployed yet: one sentence for each missing or wrong setting. */
export function deploymentFaults(config: DeploymentConfig): string[] {
  const faults: string[] = [];
  try {
    const { source } = parseConfig(config.vars);
    if (source !== 'live') faults.push('FEED_SOURCE must be "live": simulated strikes are never deployed');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(error.message);
  }
  const database = config.d1_databases.find(({ binding }) => binding === 'DB');
  if (NO_DATABASE.test(database?.database_id ?? '')) {
    faults.push('database_id of DB is empty: create the database with `wrangler d1 create` and fill it in');
  }
  if (!config.workers_dev && (config.routes?.length ?? 0) === 0) {
    faults.push('routes is empty: name the domain the site is served on');
  }
  return faults;
}
