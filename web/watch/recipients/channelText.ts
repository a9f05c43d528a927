import type { Texts } from '#web/i18n/index.ts';
import type { Channel } from '../book/Recipient.ts';

export function channelText(channel: Channel, LL: Texts): string {
  return channel === 'telegram' ? 'Telegram' : LL.book.recipients.channel[channel]();
}
