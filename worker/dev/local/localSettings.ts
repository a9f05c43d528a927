import { join, resolve } from 'node:path';
import { ConfigError, parseConfig } from '#worker/http/config.ts';
import { namesProvider } from '#worker/sources/chosenSources.ts';
import { SOURCE_NAMES, SOURCE_VARIABLES } from '#worker/sources/sourceTable.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);
const SECRETS = [
  'PROVIDER_TOKEN',
  'CONTACT_TOKEN',
  'TELEGRAM_BOT_TOKEN',
  'TELEGRAM_CHAT_ID',
  'TURNSTILE_SECRET',
  'FIRMS_MAP_KEY',
  'VAPID_PRIVATE_KEY',
  'WATCH_BOT_TOKEN',
  'WATCH_BOT_SECRET',
];
/** Our prefixes: an unknown variable with one of them is a mistake. */
const OURS = ['relay', 'poll', 'history', 'coverage', 'archive', 'basemap', 'firms', ...SOURCE_NAMES].map(
  (name) => `${name.toUpperCase().replaceAll('-', '_')}_`,
);
/** The simulator's address is not known yet, and the check requires one. */
const UNTIL_STARTED = { PROVIDER_BASE_URL: 'http://127.0.0.1' };

interface LocalSettings {
  readonly port: number;
  /** 0 for any free port. */
  readonly simulatorPort: number;
  readonly stateDir: string;
}

function portOf(environment: Environment, name: string, usually: string): number {
  const text = environment[name] || usually;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new RangeError(`${name} must be 0 to 65535, not "${text}"`);
  return Number(text);
}

/**
 * Where `npm start` listens and stores its state: `PORT` (default 8787), `SIMULATOR_PORT` (default any) and `STATE_DIR`
 * (default `.wrangler/state`).
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

/**
 * True if `npm start` should start fakes of the services that watching sends to, and allow webhooks to this machine:
 * with the simulator or another local provider, not with a real one. `FAKES`, 1 or 0, overrides.
 */
export function requestedFakes(provider: string | undefined, { FAKES }: Environment): boolean {
  if (FAKES) return FAKES === '1';
  return !provider || OWN_MACHINE.has(new URL(provider).hostname);
}

/**
 * The Worker's variables in `environment`: those in `defaults`, wrangler.toml's, and the secrets. Empty counts as
 * unset.
 * @throws RangeError that names an unknown variable, ConfigError that names each bad one and the rule it violates
 */
export function workerVariables(environment: Environment, defaults: Environment): Record<string, string> {
  const known = [...new Set([...Object.keys(defaults), ...SECRETS, 'SOURCES', 'TELEGRAM_API', ...SOURCE_VARIABLES])];
  const unknown = Object.keys(environment).filter(
    (name) => OURS.some((prefix) => name.startsWith(prefix)) && !known.includes(name),
  );
  if (unknown.length > 0) {
    throw new RangeError(`${unknown.join(', ')}: there is no such setting. There are ${known.sort().join(', ')}`);
  }
  const input = Object.fromEntries(known.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  try {
    parseConfig({
      ...defaults,
      ...UNTIL_STARTED,
      ...(namesProvider(input.SOURCES) ? {} : { FEED_SOURCE: 'live' }),
      ...input,
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${error.message}. Set it right, or leave it out, and run npm start again`);
  }
  return input;
}
