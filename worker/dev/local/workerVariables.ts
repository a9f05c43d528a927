import { ConfigError, parseConfig } from '#worker/settings/config.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const SECRETS = [
  'PROVIDER_TOKEN',
  'TELEGRAM_BOT_TOKEN',
  'TELEGRAM_CHAT_ID',
  'TURNSTILE_SECRET',
  'VAPID_PRIVATE_KEY',
  'WATCH_BOT_TOKEN',
  'WATCH_BOT_SECRET',
];
/** Variables of these beginnings are meant for us, so one that we do not know is a slip. */
const OURS = /^(PROVIDER|RELAY|POLL|HISTORY|COVERAGE|BASEMAP)_/;
/** The simulator's address is not known yet, and the check wants one. */
const ANY_ADDRESS = 'http://127.0.0.1';

/**
 * The Worker's variables that `environment` sets: those that `defaults`, wrangler.toml's, has, and the secrets. Empty
 * counts as not set.
 * @throws RangeError naming an unknown variable, ConfigError naming each bad one and the rule it breaks
 */
export function workerVariables(environment: Variables, defaults: Variables): Record<string, string> {
  const known = [...Object.keys(defaults), ...SECRETS];
  const unknown = Object.keys(environment).filter((name) => OURS.test(name) && !known.includes(name));
  if (unknown.length > 0) {
    throw new RangeError(`${unknown.join(', ')}: there is no such setting. There are ${known.sort().join(', ')}`);
  }
  const given = Object.fromEntries(known.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  try {
    parseConfig({ ...defaults, PROVIDER_BASE_URL: ANY_ADDRESS, ...given });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${error.message}. Set it right, or leave it out, and run npm start again`);
  }
  return given;
}
