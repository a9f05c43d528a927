import type { RecipientView } from '#shared/watch/RecipientView.ts';
import type { Texts } from '#web/kit/i18n/index.ts';

export function channelText(channel: RecipientView['channel'], LL: Texts): string {
  return channel === 'telegram' ? 'Telegram' : LL.recipients.channel[channel]();
}
