import type { Env } from './Env.ts';

/** Names this deployment: its Cloudflare version id, else the `BUILD` variable, else `local`. */
export function buildId(env: Env): string {
  if (env.VERSION?.id) return env.VERSION.id;
  return typeof env.BUILD === 'string' && env.BUILD !== '' ? env.BUILD : 'local';
}
