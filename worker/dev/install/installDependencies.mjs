// Runs on the machine's Node before anything is installed, so it uses only Node's own modules.
import { spawn } from 'node:child_process';

const LOOK_MS = 10_000;
const PRINT_EVERY_MS = 15_000;
/** npm's own waits between tries add up to more than a minute. */
const SHORT_WAITS = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

function npmCommand() {
  const { npm_execpath: path = '' } = process.env;
  return /npm-cli\.[cm]?js$/.test(path) ? [process.execPath, path] : ['npm'];
}

/** npm's error code if the registry cannot be reached; undefined if it answers, even with an error. */
async function registryError(root) {
  const [command, ...before] = npmCommand();
  const args = [...before, 'ping', '--fetch-retries=0', `--fetch-timeout=${LOOK_MS}`, '--loglevel=error'];
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const timer = setTimeout(() => child.kill(), 2 * LOOK_MS);
  let text = '';
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  clearTimeout(timer);
  const fault = /npm (?:error|ERR!) code (\S+)/.exec(text)?.[1] ?? 'no answer';
  return code === 0 || /^E\d{3}$/.test(fault) ? undefined : fault;
}

/**
 * How much of package-lock.json npm has installed, by npm's own record in node_modules, both parsed: `all`, the
 * `product` without devDependencies, or undefined. Optional packages may lack: most are for another machine.
 */
export function installedPart({ packages }, record) {
  const missing = Object.entries(packages).filter(
    ([path, { version, link, optional, devOptional }]) =>
      path.startsWith('node_modules/') &&
      !link &&
      !optional &&
      !devOptional &&
      record?.packages[path]?.version !== version,
  );
  if (missing.length === 0) return 'all';
  return missing.every(([, { dev }]) => dev) ? 'product' : undefined;
}

/** Arguments for npm: to add the rest, it leaves installed packages, which a running product may be using. */
const COMMANDS = { product: ['ci', '--omit=dev'], rest: ['install', '--no-save'], all: ['ci'] };

/**
 * Installs what package-lock.json names: `all`, what the `product` needs, or the `rest`. `run(command,
 * args)` resolves to an exit code; `say` prints a line. Resolves to whether it worked; if not, the reason was printed.
 */
export async function installDependencies(root, run, print, what = 'all') {
  print('Installing dependencies (about half a minute)…');
  const fault = await registryError(root);
  if (fault !== undefined)
    print(`The npm registry cannot be reached (${fault}). Trying with what npm has in its cache…`);
  const startedMs = Date.now();
  const timer = setInterval(
    () => print(`Still installing, ${Math.round((Date.now() - startedMs) / 1000)} s so far. Ctrl+C stops.`),
    PRINT_EVERY_MS,
  );
  const [command, ...before] = npmCommand();
  const reach = fault === undefined ? SHORT_WAITS : ['--offline'];
  const args = [...before, ...COMMANDS[what], '--no-audit', '--no-fund', '--loglevel=error', ...reach];
  const code = await run(command, args).finally(() => clearInterval(timer));
  if (code === 0) return true;
  print(
    fault === undefined
      ? 'npm could not install the dependencies: its own words are above. Run npm start again once that is mended.'
      : 'The dependencies are not installed and the npm registry cannot be reached. Connect to the network, or set npm’s proxy, and run npm start again.',
  );
  return false;
}
