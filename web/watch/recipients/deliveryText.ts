import type { Level } from '#shared/watch/Area.ts';
import type { MessageType, RecipientView } from '#shared/watch/RecipientView.ts';
import type { Texts } from '#web/i18n/index.ts';
import { secondsText } from '../words.ts';

/** What was last sent to a recipient, when, and how that went: `Last: Stop at 14:03:10, arrived after 6 s`. */
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
  if (type === 'watch.test') return LL.recipients.trial();
  return type === 'watch.early' ? LL.recipients.earlyTold() : LL.watch.level[level]();
}
