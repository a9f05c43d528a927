// Runs a TypeScript entry of this project on the project's own Node. This file itself runs on the machine's Node, from
// version 20 on, before anything is installed, so it uses only Node's own modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const marker = join(root, 'node_modules/.installed-lock');
const MIN_OWN_NODE = 22;

/** Runs a command with this process's streams, passing signals on. Resolves to its exit code. */
function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  const passOn = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  // npm's shell dies of SIGTERM without passing it on. A changed parent means it is gone, so stop the child.
  const parent = process.ppid;
  const orphaned = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(orphaned);
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, passOn);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

async function installWhenNeeded() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lock) return;
  process.stdout.write('Installing dependencies (about half a minute)…\n');
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) process.exit(code);
  writeFileSync(marker, lock);
}

/** The Node installed with the project, else the machine's own if it is new enough. Exits if there is neither. */
function projectNode() {
  const installed = join(root, 'node_modules/.bin/node');
  if (existsSync(installed)) return installed;
  if (Number(process.versions.node.split('.')[0]) >= MIN_OWN_NODE) return process.execPath;
  process.stderr.write(
    `The project has no Node for ${process.platform}-${process.arch}: install Node 24 and try again.\n`,
  );
  process.exit(1);
}

await installWhenNeeded();
const [entry, ...args] = process.argv.slice(2);
process.exit(await run(projectNode(), [join(root, entry), ...args]));
