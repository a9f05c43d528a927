import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** No network, prompts or banners; logs and configuration stay inside the project. */
function wranglerEnvironment(root: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CI: '1',
    NO_COLOR: '1',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_LOG_PATH: join(root, '.wrangler/logs'),
    XDG_CONFIG_HOME: join(root, '.wrangler/config'),
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  };
}

/** Returns what wrangler printed on each stream, and its exit code. */
export async function runWrangler(root: string, ...args: readonly string[]) {
  const tool = join(root, 'node_modules/wrangler/bin/wrangler.js');
  const child = spawn(process.execPath, [tool, ...args], { cwd: root, env: wranglerEnvironment(root) });
  let [output, faults] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (faults += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output, faults };
}
