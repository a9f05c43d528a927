import { join, resolve } from 'node:path';

export interface LocalSettings {
  readonly port: number;
  /** URL of the provider to use; undefined for the bundled simulator. */
  readonly providerBaseUrl: string | undefined;
  readonly stateDir: string;
}

/**
 * The settings of `npm start`: `PORT` (default 8787), `PROVIDER_BASE_URL` (default: the simulator) and `STATE_DIR`
 * (default `.wrangler/state`).
 * @throws RangeError naming the bad variable
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
