type Environment = Readonly<Record<string, string | undefined>>;

const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether `npm start` brings stand-ins for what watching sends to, and lets webhooks lead to this machine: beside the
 * simulator or another provider that runs here, not beside a real one. `FAR_SIDES`, 1 or 0, says otherwise.
 */
export function farSidesWanted(provider: string | undefined, { FAR_SIDES }: Environment): boolean {
  if (FAR_SIDES) return FAR_SIDES === '1';
  return !provider || OWN_MACHINE.has(new URL(provider).hostname);
}
