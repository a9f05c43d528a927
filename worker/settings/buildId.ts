import type { Env } from './Env.ts';

/** What this deployment is called: its version on Cloudflare, or the `BUILD` variable, or `local`. */
export function buildId(env: Env): string {
  if (env.VERSION?.id) return env.VERSION.id;
  return typeof env.BUILD === 'string' && env.BUILD !== '' ? env.BUILD : 'local';
}
