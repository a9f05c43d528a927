import { expect, test } from 'vitest';
import { parseMuteKey } from '#web/tools/watch/book/bookAddress.ts';

const RECIPIENT = '7e6f1f0a-0000-4000-8000-000000000001';
const KEY = 'c'.repeat(32);

test('the link of a message names its recipient and the key that mutes it', () => {
  expect(parseMuteKey(`#mute=${RECIPIENT}.${KEY}`)).toEqual({ recipient: RECIPIENT, key: KEY });
});

test.each(['', '#', '#owner=abc', '#at=42,23'])('%s is about something else', (hash) => {
  expect(parseMuteKey(hash)).toBeUndefined();
});

test.each(['', RECIPIENT, `${RECIPIENT}.`, `${RECIPIENT}.${KEY}0`, `${RECIPIENT}.${KEY.slice(1)}`, `x.${KEY}`])(
  'a link that ends with %j is not whole',
  (text) => {
    expect(parseMuteKey(`#mute=${text}`)).toBeNull();
  },
);
