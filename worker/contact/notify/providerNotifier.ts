import type { Notifier } from './Notifier.ts';
import { type PostDeps, postMessage } from './postMessage.ts';

export interface ProviderNotifierSettings {
  readonly baseUrl: string;
  readonly token: string | undefined;
  /** The channel name by which the provider tells its callers apart. */
  readonly origin: string;
}

/** The provider's notification call, which forwards to Telegram. */
export function providerNotifier(settings: ProviderNotifierSettings, deps: PostDeps): Notifier {
  const { baseUrl, token, origin } = settings;
  return {
    send: (message) =>
      postMessage(deps, {
        url: `${baseUrl}/notification-service/api/v1/telegram`,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        body: { origin, message },
      }),
  };
}
