import { join, resolve } from 'node:path';

export interface LocalSettings {
  readonly port: number;
  /** Address of a provider to use; undefined: the bundled simulator. */
  readonly providerBaseUrl: string | undefined;
  readonly stateDir: string;
}

/**
 * What the environment asks of `npm start`: `PORT` (8787), `PROVIDER_BASE_URL` (unset: the simulator) and `STATE_DIR`
 * (`.wrangler/state`).
 * @throws RangeError naming the variable at fault
 */
export function localSettings(environment: Readonly<Record<string, string | undefined>>, root: string): LocalSettings {
  const { PORT = '8787', PROVIDER_BASE_URL, STATE_DIR } = environment;
  const port = Number(PORT);
  if (!/^\d{1,5}$/.test(PORT) || port > 65_535) throw new RangeError(`PORT must be 0 to 65535, not "${PORT}"`);
  return {
    port,
    providerBaseUrl: PROVIDER_BASE_URL || undefined,
    stateDir: STATE_DIR ? resolve(STATE_DIR) : join(root, '.wrangler/state'),
  };
}
