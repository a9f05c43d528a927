// Runs a TypeScript entry of this project on the project's own Node. This file itself runs on the machine's Node, from
// version 20 on, before anything is installed, so it uses only Node's own modules.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDependencies, installedPart } from '../install/installDependencies.mjs';
import { makeTexts } from '../install/makeTexts.mjs';
import { bringsNode, nodeError } from '../install/nodeError.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { platform, arch, versions, report } = process;
const machine = { platform, arch, version: versions.node, glibc: report.getReport().header.glibcVersionRuntime };

/** Runs a command with this process's streams, passing signals on. Resolves to its exit code. */
function run(command, args, options) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
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

function endWith(commandArgs) {
  process.stderr.write(`${commandArgs}\n`);
  process.exit(1);
}

/**
 * Installs what package-lock.json names if that is not there. A fresh clone that only runs the product goes without
 * what tests and editors need, which is half of all; the first command that needs it adds it.
 */
async function installWhenNeeded(needsAll) {
  const installed = installedPart(readJson('package-lock.json'), readJson('node_modules/.package-lock.json'));
  if (installed === 'all' || (installed === 'product' && !needsAll)) return;
  const isFresh = !existsSync(join(root, 'node_modules'));
  const what = installed === 'product' ? 'rest' : isFresh && !needsAll ? 'product' : 'all';
  if (!(await installDependencies(root, run, (line) => process.stdout.write(`${line}\n`), what))) process.exit(1);
}

/** Returns undefined if there is no such file. */
function readJson(path) {
  return existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : undefined;
}

async function makeTextsWhenChanged() {
  // The generator's own output is of no interest, only its errors.
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };
  const created = await makeTexts(root, (args, cwd) => run(projectNode(), args, { cwd, ...quiet }));
  if (!created)
    endWith(
      'The files shared/i18n/i18n-*.ts could not be generated. Is there a text in shared/i18n/ that is no TypeScript?',
    );
}

function projectNode() {
  const brought = join(root, 'node_modules/.bin/node');
  if (!bringsNode(machine)) return process.execPath;
  if (existsSync(brought)) return brought;
  const fault = nodeError({ ...machine, glibc: undefined });
  return fault === undefined ? process.execPath : endWith(`${fault} This installation left it out (--omit=optional?).`);
}

const fault = nodeError(machine);
if (fault !== undefined) endWith(fault);
const [entry, ...args] = process.argv.slice(2);
await installWhenNeeded(entry?.startsWith('tests/') || args.includes('--dev'));
await makeTextsWhenChanged();
// Without an entry (`npm run i18n`) there is nothing else to do.
if (entry !== undefined) {
  // Compiled once and cached: a command begins sooner, and so does each program that it starts.
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), ...process.env };
  process.exit(await run(projectNode(), [join(root, entry), ...args], { env }));
}
