import type { Level } from '#shared/watch/Area.ts';
import type { MessageType, RecipientView } from '#shared/watch/bodies.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import { secondsText } from '#web/tools/watch/words.ts';

/** The last message to a recipient: `Last: Stop at 14:03:10, arrived after 6 s`. */
export function deliveryText({ lastDelivery }: RecipientView, LL: Texts, locale: string): string {
  const words = LL.recipients;
  if (!lastDelivery) return words.never();
  const { type, level, strikeAt, decidedAt, sentAt, confirmedAt, state } = lastDelivery;
  const fromMs = strikeAt ?? decidedAt;
  const after = (atMs: number | undefined) => Math.max(0, Math.round(((atMs ?? decidedAt) - fromMs) / 1_000));
  const seconds = after(state === 'confirmed' ? confirmedAt : sentAt);
  const how = state === 'sent' || state === 'confirmed' ? words.delivery[state]({ seconds }) : words.delivery[state]();
  const what = whatOf(type, level, LL);
  return words.last({ what, time: secondsText(decidedAt, locale), how });
}

function whatOf(type: MessageType, level: Level, LL: Texts): string {
  const words = LL.recipients;
  const told = LL.watch.level[level];
  const texts: Readonly<Partial<Record<string, () => string>>> = {
    'watch.raised': told,
    'watch.stop-extended': () => words.what.again({ level: told() }),
    'watch.lowered': told,
    'watch.all-clear': told,
    'watch.data-lost': words.what.blind,
    'watch.data-restored': () => words.what.sight({ level: told() }),
    'watch.early-notice': words.earlyTold,
    'fire.likely-lightning': words.fireTold,
    'watch.notice': words.what.notice,
    'watch.ended': words.what.ended,
    'watch.test': words.trial,
    'watch.challenge': words.what.challenge,
    'watch.heartbeat': words.what.heartbeat,
  } satisfies Record<MessageType, () => string>;
  // A newer server may send an unknown type, which gets a neutral text.
  return (texts[type] ?? words.what.unknown)();
}

export function channelText(channel: RecipientView['channel'], LL: Texts): string {
  return channel === 'telegram' ? 'Telegram' : LL.recipients.channel[channel]();
}

const DEVICES = ['iPhone', 'iPad', 'Android', 'Windows', 'CrOS', 'Macintosh', 'Linux'];
const SHOWN_NAMES: Readonly<Record<string, string>> = { CrOS: 'Chromebook', Macintosh: 'Mac' };

/** The default name of a recipient: the device, the messenger, or the host of the webhook. */
export function recipientName(channel: RecipientView['channel'], url: string, userAgent: string): string {
  if (channel === 'telegram') return 'Telegram';
  if (channel === 'webhook') return URL.canParse(url) ? new URL(url).hostname : 'Webhook';
  const device = DEVICES.find((name) => userAgent.includes(name)) ?? 'Web Push';
  return SHOWN_NAMES[device] ?? device;
}
