import { beforeAll, expect, test } from 'vitest';
import { MESSAGE_TYPES, type MessageType, type RecipientView } from '#shared/watch/RecipientView.ts';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { deliveryText } from '#web/tools/watch/recipients/recipientText.ts';

beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['watch', 'recipients']))));

const AT = Date.UTC(2026, 6, 1, 12, 3, 10);

function said(type: MessageType, locale: 'en' | 'ru' | 'bg' = 'en'): string {
  const recipient: RecipientView = {
    id: 'r',
    channel: 'webhook',
    name: 'Hook',
    threshold: 'stop',
    target: 'hook.example',
    state: 'proven',
    lastDelivery: {
      id: 'd',
      type,
      level: 'clear',
      area: null,
      recipient: 'r',
      change: 0,
      state: 'confirmed',
      decidedAt: AT,
      confirmedAt: AT + 1_000,
      attempts: 1,
    },
  };
  return deliveryText(recipient, textsFor(locale), locale);
}

/** These tell the level that was reached, and say it in its own word. */
const OF_LEVEL: readonly MessageType[] = ['watch.raise', 'watch.lowered', 'watch.clear'];

for (const locale of LOCALES) {
  test(`only a message about a level is told by its word alone; each other kind has its own (${locale})`, () => {
    const clear = said('watch.clear', locale);
    const others = MESSAGE_TYPES.filter((type) => !OF_LEVEL.includes(type)).map((type) => said(type, locale));
    expect(new Set([clear, ...others]).size).toBe(1 + others.length);
    expect(OF_LEVEL.map((type) => said(type, locale))).toEqual(OF_LEVEL.map(() => clear));
  });
}

test('the challenge of a hook is never told as an all-clear', () => {
  expect(said('watch.challenge')).toContain('Last: check of the hook at');
  expect(said('watch.challenge')).not.toContain('Clear');
});

test('a message of a kind that is not known is told as such', () => {
  expect(said('watch.novelty' as MessageType)).toContain('a kind that this page does not know');
});
