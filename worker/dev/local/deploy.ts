import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unstable_readConfig as readConfig } from 'wrangler';
import { appliedMigrations, migrationsIn } from './databases.ts';
import {
  type DeploymentStep,
  deployCommand,
  deploymentErrors,
  deploymentSteps,
  httpsError,
  migrationErrors,
  requestPlain,
  secretNames,
  siteTilesError,
  stepEnvironment,
  WRANGLER,
} from './deployment.ts';

/**
 * `npm run deploy -- staging|production`: runs every check, builds the site for its address, applies D1's migrations,
 * deploys site and Worker, checks that http redirects to https. CI runs it in two parts, `--prepare` and `--upload`.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const print = (line: string) => process.stderr.write(`${line}\n`);
const command = deployCommand(process.argv.slice(2));
if (!command) {
  print(
    'Name the environment: npm run deploy -- staging or npm run deploy -- production (--prepare or --upload in CI)',
  );
  process.exit(2);
}
const { environment, part } = command;
const config = readConfig({ config: join(root, 'wrangler.toml'), env: environment });
const origin = String(config.vars.PUBLIC_ORIGIN);

function refuseWhere(faults: readonly string[]): void {
  if (faults.length === 0) return;
  print(`Not ready for ${environment}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  process.exit(1);
}

function run(step: DeploymentStep): void {
  const env = stepEnvironment(step, process.env, config.vars);
  const { status } = spawnSync(process.execPath, [join(root, step.tool), ...step.args], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  if (status === 0) return;
  print(`${step.tool} ${step.args.join(' ')} failed. The steps after it were not run.`);
  process.exit(status ?? 1);
}

function promptSecrets(): readonly string[] {
  const args = [join(root, WRANGLER), 'secret', 'list', '--format', 'json', '--env', environment];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const names = secretNames(`${stdout}${stderr}`);
  if (names) return names;
  print(`The Worker's secrets could not be listed:\n${stdout}${stderr}`);
  process.exit(1);
}

async function databaseErrors(): Promise<string[]> {
  const faults: string[] = [];
  for (const { binding, migrations_dir: dir = '' } of config.d1_databases) {
    const applied = await appliedMigrations(root, binding, ['--remote', '--env', environment]).catch((error: Error) => {
      print(`${binding} could not be asked for its migrations:\n${error.message}`);
      process.exit(1);
    });
    faults.push(...migrationErrors(binding, await migrationsIn(join(root, dir)), applied));
  }
  return faults;
}

/** A site built for another address, or with other tiles, must not be uploaded. */
function siteErrors(): string[] {
  const robots = join(root, 'dist/robots.txt');
  const built = existsSync(robots) && readFileSync(robots, 'utf8').includes(`Sitemap: ${origin}/`);
  if (!built) return [`dist/ was not built for ${origin}: run this command with --prepare first`];
  const fault = siteTilesError(readFileSync(join(root, 'dist/_headers'), 'utf8'), Boolean(config.vars.BASEMAP));
  return fault === undefined ? [] : [fault];
}

refuseWhere(deploymentErrors(config));
if (part !== 'prepare') {
  refuseWhere(deploymentErrors(config, promptSecrets()));
  refuseWhere(await databaseErrors());
}
for (const step of deploymentSteps(command)) {
  if (step.withToken) refuseWhere(siteErrors());
  run(step);
}
// workers.dev has no configurable rules, and browsers open .dev only with https.
if (part !== 'prepare' && !new URL(origin).hostname.endsWith('.workers.dev')) {
  const fault = httpsError(origin, await requestPlain(origin));
  if (fault) {
    print(`Deployed, but not safe yet: ${fault}`);
    process.exit(1);
  }
}
