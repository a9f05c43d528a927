import type { Notifier } from './Notifier.ts';
import { type PostAccess, postMessage } from './postMessage.ts';

export interface ProviderNotifierSettings {
  readonly baseUrl: string;
  readonly token: string | undefined;
  /** The channel by which the provider tells its callers apart. */
  readonly origin: string;
}

/** The provider's own notification call, which relays to Telegram. */
export function providerNotifier(settings: ProviderNotifierSettings, access: PostAccess): Notifier {
  const { baseUrl, token, origin } = settings;
  return {
    send: (message) =>
      postMessage(access, {
        url: `${baseUrl}/notification-service/api/v1/telegram`,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        body: { origin, message },
      }),
  };
}
