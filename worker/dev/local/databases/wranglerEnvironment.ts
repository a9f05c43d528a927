import { join } from 'node:path';

/** Environment for wrangler: no network, prompts or banners; its logs and configuration stay inside the project. */
export function wranglerEnvironment(root: string): NodeJS.ProcessEnv {
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
