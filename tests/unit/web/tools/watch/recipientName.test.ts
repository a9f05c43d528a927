import { expect, test } from 'vitest';
import { recipientName } from '#web/tools/watch/recipients/recipientText.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

test.each([
  ['push', '', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME}`, 'Android'],
  ['push', '', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iPhone'],
  ['push', '', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME}`, 'Mac'],
  ['push', '', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chromebook'],
  ['push', '', 'curl/8', 'Web Push'],
  ['telegram', '', '', 'Telegram'],
  ['webhook', 'https://hooks.example/a', '', 'hooks.example'],
  ['webhook', 'hooks', '', 'Webhook'],
] as const)(
  'a recipient by %s %s is called something that tells it apart, without being asked',
  (channel, url, agent, name) => {
    expect(recipientName(channel, url, agent)).toBe(name);
  },
);
