import type { DeliveryView } from '#shared/watch/RecipientView.ts';
import type { Texts } from '#web/kit/i18n/index.ts';

/** Of a test, a challenge or a sign of life nobody asks when a change is told of. */
const OF_NO_CHANGE = /^watch\.(test|challenge|heartbeat|notice)$/;

/** Who was told of an area's change, and after how long, counted from the strike if there was one. */
export function toldLines(
  deliveries: readonly DeliveryView[],
  area: string,
  change: number,
  nameOf: (recipient: string) => string | undefined,
  LL: Texts,
): string[] {
  const words = LL.book.delivered;
  return deliveries
    .filter((delivery) => delivery.area === area && delivery.change === change && !OF_NO_CHANGE.test(delivery.type))
    .map(({ recipient, state, strikeAt, decidedAt, sentAt, confirmedAt }) => {
      const after = (atMs: number) => Math.max(0, Math.round((atMs - (strikeAt ?? decidedAt)) / 1_000));
      const name = nameOf(recipient) ?? words.somebody();
      if (sentAt === undefined) return words[state === 'sent' || state === 'confirmed' ? 'pending' : state]({ name });
      const seconds = after(sentAt);
      const sent = strikeAt === undefined ? words.sent({ name, seconds }) : words.sentStrike({ name, seconds });
      return confirmedAt === undefined ? sent : words.confirmed({ sent, seconds: after(confirmedAt) });
    });
}
