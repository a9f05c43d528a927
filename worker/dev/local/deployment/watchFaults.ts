import { pointFault } from '#worker/push/vapidHeader.ts';

type Vars = Readonly<Record<string, unknown>>;

/** Settings whose other half is a secret, which no file shows. Each is good only with all of its secrets. */
const HALVES = {
  VAPID_PUBLIC_KEY: ['VAPID_PRIVATE_KEY'],
  WATCH_BOT_NAME: ['WATCH_BOT_TOKEN', 'WATCH_BOT_SECRET'],
} as const;
/** The secrets of watching: they must not stand in a file. */
export const WATCH_SECRETS = Object.values(HALVES).flat();

/** Variables without those settings and their secrets: what is left can be judged by itself. */
export function withoutHalves(vars: Vars): Vars {
  const without = [...Object.keys(HALVES).map((name) => [name, '']), ...WATCH_SECRETS.map((name) => [name, undefined])];
  return { ...vars, ...Object.fromEntries(without) };
}

/**
 * What is wrong with the settings by which watching tells people. `secrets` names those the Worker has; without it nothing
 * is said of them.
 */
export function watchFaults(vars: Vars, secrets: readonly string[] | undefined): string[] {
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
