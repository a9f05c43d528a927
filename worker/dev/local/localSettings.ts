import { join, resolve } from 'node:path';

export interface LocalSettings {
  readonly port: number;
  /** 0 for any free port. */
  readonly simulatorPort: number;
  readonly stateDir: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

function portOf(environment: Environment, name: string, usually: string): number {
  const text = environment[name] || usually;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new RangeError(`${name} must be 0 to 65535, not "${text}"`);
  return Number(text);
}

/**
 * Where `npm start` listens and keeps its state: `PORT` (default 8787), `SIMULATOR_PORT` (default any) and `STATE_DIR`
 * (default `.wrangler/state`). The Worker's own variables: `workerVariables`.
 * @throws RangeError naming the bad variable
 */
export function localSettings(environment: Environment, root: string): LocalSettings {
  const { STATE_DIR } = environment;
  return {
    port: portOf(environment, 'PORT', '8787'),
    simulatorPort: portOf(environment, 'SIMULATOR_PORT', '0'),
    stateDir: STATE_DIR ? resolve(STATE_DIR) : join(root, '.wrangler/state'),
  };
}
