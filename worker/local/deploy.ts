import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unstable_readConfig as readConfig } from 'wrangler';
import { deploymentFaults } from './deploymentFaults.ts';

/** `npm run deploy -- staging|production`: runs every check, applies D1's migrations, deploys site and Worker. */

const ENVIRONMENTS = ['staging', 'production'];
const root = fileURLToPath(new URL('../..', import.meta.url));
const environment = process.argv[2] ?? '';
const say = (line: string) => process.stderr.write(`${line}\n`);

function step(tool: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, tool), ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    say(`${tool} ${args.join(' ')} failed. The steps after it were not run.`);
    process.exit(status ?? 1);
  }
}

if (!ENVIRONMENTS.includes(environment)) {
  say(`Name the environment: ${ENVIRONMENTS.map((name) => `npm run deploy -- ${name}`).join(' or ')}`);
  process.exit(2);
}
const faults = deploymentFaults(readConfig({ config: join(root, 'wrangler.toml'), env: environment }));
if (faults.length > 0) {
  say(`wrangler.toml is not ready for ${environment}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  process.exit(1);
}
const wrangler = 'node_modules/wrangler/bin/wrangler.js';
step('tests/run.ts');
step(wrangler, 'd1', 'migrations', 'apply', 'DB', '--remote', '--env', environment);
step(wrangler, 'deploy', '--env', environment);
