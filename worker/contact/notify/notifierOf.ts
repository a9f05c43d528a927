import type { Config } from '#worker/settings/config.ts';
import type { Notifier } from './Notifier.ts';
import type { PostDeps } from './postMessage.ts';
import { providerNotifier } from './providerNotifier.ts';
import { telegramNotifier } from './telegramNotifier.ts';

/** Telegram's own API if its secrets are set, otherwise the provider's notification call. */
export function notifierOf(config: Config, deps: PostDeps): Notifier {
  if (config.telegram) return telegramNotifier(config.telegram, deps);
  const { providerBaseUrl: baseUrl, providerToken: token, contactOrigin: origin } = config;
  return providerNotifier({ baseUrl, token, origin }, deps);
}
