import type { Config } from '../settings/config.ts';
import type { Notifier } from './Notifier.ts';
import type { PostAccess } from './postMessage.ts';
import { providerNotifier } from './providerNotifier.ts';
import { telegramNotifier } from './telegramNotifier.ts';

/** Telegram itself where its secrets are set, otherwise the provider's call. */
export function notifierOf(config: Config, access: PostAccess): Notifier {
  if (config.telegram) return telegramNotifier(config.telegram, access);
  const { providerBaseUrl: baseUrl, providerToken: token, contactOrigin: origin } = config;
  return providerNotifier({ baseUrl, token, origin }, access);
}
