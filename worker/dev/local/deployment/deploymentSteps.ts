import { siteSources } from './siteSources.ts';

const DEPLOYED_TO = ['staging', 'production'] as const;
export type DeployedTo = (typeof DEPLOYED_TO)[number];

/** A person runs `all`. CI runs the checks in a job of their own, then `prepare` without and `upload` with a token. */
type Part = 'all' | 'prepare' | 'upload';

export interface DeployCommand {
  readonly environment: DeployedTo;
  readonly part: Part;
}

export interface DeploymentStep {
  readonly tool: string;
  readonly args: readonly string[];
  /** Cloudflare's own tool, which alone may see the token. */
  readonly withToken: boolean;
  /** Builds the site as it will be deployed, or checks that; the full checks build it for this machine. */
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
 * In order: every check on a local build, then the site as it will be deployed and its checks, then migrations before
 * the Worker that needs them.
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
 * A step's environment: the site's settings (`PUBLIC_…`, `BASEMAP` and `API_ACCESS` of wrangler.toml) while it is built and checked,
 * Cloudflare's credentials for Cloudflare's tool, neither in the run of all checks.
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
