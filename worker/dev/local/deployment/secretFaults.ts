import { pointFault } from '#worker/push/Vapid.ts';
import { SOURCE_VARIABLES } from '#worker/sources/sourceTable.ts';

type Vars = Readonly<Record<string, unknown>>;

/** Settings that need secrets, which no file shows. */
const HALVES = {
  VAPID_PUBLIC_KEY: ['VAPID_PRIVATE_KEY'],
  WATCH_BOT_NAME: ['WATCH_BOT_TOKEN', 'WATCH_BOT_SECRET'],
} as const;
const WATCH_SECRETS = Object.values(HALVES).flat();
const SECRETS = [
  'PROVIDER_TOKEN',
  'CONTACT_TOKEN',
  'TELEGRAM_BOT_TOKEN',
  'TURNSTILE_SECRET',
  'FIRMS_MAP_KEY',
  ...WATCH_SECRETS,
];
const SECRETS_OF_SOURCES = SOURCE_VARIABLES.filter((name) => /_(TOKEN|KEY|SECRET)$/.test(name));
/** Site keys and secrets that Cloudflare publishes for tests: they let everybody through, or nobody. */
const TEST_KEY = /^[123]x0{10,}/;

/** From `wrangler secret list --format json`; undefined if it printed no list. A never deployed Worker has none. */
export function secretNames(output: string): string[] | undefined {
  if (/Worker "[^"]*"( \(env: \w+\))? not found\./.test(output)) return [];
  const [list] = /\[[\s\S]*\]/.exec(output) ?? [];
  try {
    const parsed: unknown = JSON.parse(list ?? '');
    return Array.isArray(parsed) ? parsed.map(({ name }: { name: string }) => name) : undefined;
  } catch {
    return undefined;
  }
}

/** `secrets` names those of the Worker; without it they are not checked. */
export function secretFaults(vars: Vars, secrets: readonly string[] | undefined): string[] {
  const written = [...new Set([...SECRETS, ...SECRETS_OF_SOURCES])].filter((name) => vars[name] !== undefined);
  const hasToken = secrets?.includes('TELEGRAM_BOT_TOKEN');
  const hasChat = secrets?.includes('TELEGRAM_CHAT_ID') || vars.TELEGRAM_CHAT_ID !== undefined;
  return [
    ...written.map(
      (name) => `${name} stands in wrangler.toml: use \`wrangler secret put ${name}\`, and replace its value`,
    ),
    ...(secrets === undefined || hasToken === hasChat
      ? []
      : ['TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID must be set together']),
    ...turnstileFaults(vars, secrets),
    ...watchFaults(vars, secrets),
  ];
}

/** Turnstile needs the site key in the page and the secret in the Worker. */
function turnstileFaults(vars: Vars, secrets: readonly string[] | undefined): string[] {
  const siteKey = String(vars.PUBLIC_TURNSTILE_SITE_KEY ?? '');
  if (TEST_KEY.test(siteKey)) return ['PUBLIC_TURNSTILE_SITE_KEY is a test key: it proves nothing'];
  if (secrets === undefined) return [];
  const hasSecret = secrets.includes('TURNSTILE_SECRET');
  if (siteKey !== '' && !hasSecret)
    return ['PUBLIC_TURNSTILE_SITE_KEY is set without TURNSTILE_SECRET: the proof would never be checked'];
  if (siteKey === '' && hasSecret)
    return ['TURNSTILE_SECRET is set without PUBLIC_TURNSTILE_SITE_KEY: every message and watchbook would be refused'];
  return [];
}

export function withoutHalves(vars: Vars): Vars {
  const without = [...Object.keys(HALVES).map((name) => [name, '']), ...WATCH_SECRETS.map((name) => [name, undefined])];
  return { ...vars, ...Object.fromEntries(without) };
}

/** A value for each secret that sources have, so that their rules can be checked; for all if `secrets` is not known. */
export function sourceSecrets(secrets: readonly string[] | undefined): Vars {
  return Object.fromEntries(
    SECRETS_OF_SOURCES.filter((name) => secrets?.includes(name) ?? true).map((name) => [name, 'set']),
  );
}

function watchFaults(vars: Vars, secrets: readonly string[] | undefined): string[] {
  const publicKey = String(vars.VAPID_PUBLIC_KEY ?? '');
  const fault = publicKey === '' ? undefined : pointFault(publicKey);
  const halves = secrets === undefined ? [] : halfFaults(vars, secrets);
  return [...(fault === undefined ? [] : [fault]), ...halves];
}

function halfFaults(vars: Vars, secrets: readonly string[]): string[] {
  return Object.entries(HALVES).flatMap(([name, others]) => {
    const isSet = String(vars[name] ?? '') !== '';
    if (isSet) {
      return others
        .filter((other) => !secrets.includes(other))
        .map((other) => `${name} is set without the secret ${other}: nobody could be told`);
    }
    return others
      .filter((other) => secrets.includes(other))
      .map((other) => `the secret ${other} is set without ${name}: the Worker would refuse to start`);
  });
}
