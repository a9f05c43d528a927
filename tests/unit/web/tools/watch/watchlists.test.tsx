import jsqr from 'jsqr';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { RecipientView } from '#shared/watch/bodies.ts';
import type { PrimarySource } from '#shared/wire/FeedEvent.ts';
import { SATELLITE } from '#tests/support/satelliteSource.ts';
import { LanguageContext, LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { recipientName } from '#web/tools/watch/recipients/recipients.ts';
import {
  callErrorOf,
  isOtherSubscription,
  linkedPanel,
  parseDeviceRecipients,
  parseMuteKey,
  parseWatchlistKeys,
  parseWatchlists,
  watchlistLink,
  withoutWatchlist,
  withWatchlist,
} from '#web/tools/watch/watchlist/deviceWatchlists.ts';
import { qrPath } from '#web/tools/watch/watchlist/QrCode.tsx';
import { needsSite } from '#web/tools/watch/watchlist/SaveWatchlist.tsx';
import { IfAlertsSupported } from '#web/tools/watch/watchlist/WhereAlertsSupported.tsx';

test('call fault of a name that cannot be written is told in words of its own, any other rule by the server, no code as no answer', () => {
  const named = (name: string) => callErrorOf({ problem: { code: 'invalid-body', errors: { name } } });
  expect(['unprintable', 'invisible', 'tooLong'].map(named)).toEqual(['characters', 'characters', 'invalid']);
  expect(callErrorOf({ problem: { code: 'busy' } })).toBe('busy');
  expect(callErrorOf({})).toBe('network');
});

describe('device recipients', () => {
  const HELD = { endpoint: 'https://push.example/a', keys: { p256dh: 'p', auth: 'a' } };

  test('the server is told of another address and of other keys, and of nothing else', () => {
    expect(isOtherSubscription(HELD, { ...HELD, expirationTime: 5 })).toBe(false);
    expect(isOtherSubscription(HELD, { ...HELD, endpoint: 'https://push.example/b' })).toBe(true);
    expect(isOtherSubscription(HELD, { ...HELD, keys: { p256dh: 'p', auth: 'b' } })).toBe(true);
  });

  test('of what stands in the store, what is no recipient is passed over', () => {
    const own = { recipient: 'r', subscription: HELD };
    const stored = JSON.stringify({ watchlist: own, other: { recipient: 1 }, third: null });
    expect(parseDeviceRecipients(stored)).toEqual({ watchlist: own });
    for (const text of [null, '', 'no json', '[]', 'null']) expect(parseDeviceRecipients(text)).toEqual({});
  });
});

describe('mute address', () => {
  const RECIPIENT = '7e6f1f0a-0000-4000-8000-000000000001';
  const KEY = 'c'.repeat(32);

  test('the link of a message names its recipient and the key that mutes it; others are not whole, or about something else', () => {
    expect(parseMuteKey(`#mute=${RECIPIENT}.${KEY}`)).toEqual({ recipient: RECIPIENT, key: KEY });
    for (const hash of ['', '#', '#owner=abc', '#at=42,23']) expect(parseMuteKey(hash)).toBeUndefined();
    for (const text of [
      '',
      RECIPIENT,
      `${RECIPIENT}.`,
      `${RECIPIENT}.${KEY}0`,
      `${RECIPIENT}.${KEY.slice(1)}`,
      `x.${KEY}`,
    ])
      expect(parseMuteKey(`#mute=${text}`)).toBeNull();
  });
});

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
  (channel, url, agent, name) => expect(recipientName(channel, url, agent)).toBe(name),
);

test.each(LOCALES)('[FD20] who asks to be warned by a late satellite meets no form, but why, in %s', async (locale) => {
  await loadTexts(locale, ['sky', 'watch']);
  const request = (primary?: PrimarySource) =>
    renderToStaticMarkup(
      <LanguageContext value={{ locale, chooseLanguage: () => undefined }}>
        <IfAlertsSupported primary={primary}>
          <form />
        </IfAlertsSupported>
      </LanguageContext>,
    );
  const text = request(SATELLITE);
  expect(text).not.toContain('<form');
  expect(text).toContain(textsFor(locale).watch.watchlist.fault.alertsUnsupported());
  expect(text).toMatch(/<strong>[^<]*15\u00a0[^<]*<\/strong>/);
  expect(text).toContain(SATELLITE.attribution);
  expect(request()).toBe('<form></form>');
  expect(request({ ...SATELLITE, kind: 'total-flash', supportsAlerts: true })).toBe('<form></form>');
});

const PHONE: RecipientView = {
  id: 'r',
  channel: 'push',
  name: 'Android',
  threshold: 'warning',
  target: 'push.example',
  state: 'proven',
};
const OWN = {
  ...({ kind: 'personal' } as const),
  delegatedKeys: { duty: false, feed: false },
  recipients: [PHONE],
  keys: { owner: 'k' },
};
const line = (entry: { readonly type: string; readonly event?: string }) => ({ line: 1, atMs: 0, entry });
const ADDED = [line({ type: 'edited' }), line({ type: 'change' }), line({ type: 'recipient', event: 'added' })];

test.each([
  ['somebody’s own place', false, OWN, ADDED],
  [
    'one that is only looked at',
    false,
    { ...OWN, delegatedKeys: undefined, recipients: undefined, keys: { view: 'k' } },
    [],
  ],
  ['a place where people work', true, { ...OWN, kind: 'site' }, []],
  ['one with a duty link', true, { ...OWN, delegatedKeys: { duty: true, feed: false } }, []],
  ['one that is opened by a duty link', true, { ...OWN, keys: { duty: 'k' } }, []],
  ['one with a feed', true, { ...OWN, delegatedKeys: { duty: false, feed: true } }, []],
  ['one that tells the next', true, { ...OWN, recipients: [{ ...PHONE, escalateAfterMin: 5 }] }, []],
  ['one whose log people write into', true, OWN, [...ADDED, line({ type: 'note' })]],
  ['one with a drill', true, OWN, [line({ type: 'recipient', event: 'drill' })]],
] as const)('%s: the page of a site is needed: %s', (_, isNeeded, { kind, keys, ...watchlist }, lines) =>
  expect(needsSite({ kind }, watchlist as Parameters<typeof needsSite>[1], keys, lines)).toBe(isNeeded),
);

describe('qr path', () => {
  const SCALE = 4;

  /** Paints the path as a browser does, dark on white, and reads it as a phone does. */
  function scanned({ size, path }: ReturnType<typeof qrPath>): string | undefined {
    const width = size * SCALE;
    const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
    for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
        const from = (row * width + Number(x) * SCALE) * 4;
        for (let at = from; at < from + Number(length) * SCALE * 4; at += 4) pixels.fill(0, at, at + 3);
      }
    }
    return jsqr(pixels, width, width)?.data;
  }

  const WATCHLIST = '/watch/0123456789abcdef0123456789abcdef/5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11';
  const KEY = 'f'.repeat(32);

  test.each([
    ['an owner', `https://site.example${WATCHLIST}#owner=${KEY}&view=${KEY}`],
    ['who looks on', `https://site.example/bg${WATCHLIST}#view=${KEY}`],
    ['those on duty', `https://site.example/ru${WATCHLIST}#duty=${KEY}`],
    ['a feed reader', `https://site.example/api/v1${WATCHLIST.slice(0, 39)}/feeds/${KEY}/feed.atom`],
  ])('a phone reads the link of %s from its QR code', (_, link) => expect(scanned(qrPath(link))).toBe(link));

  test('a QR code has four light modules around it, and is drawn in few strokes', () => {
    const { size, path } = qrPath('https://site.example');
    const dark = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, length]) => [x, y, length].map(Number));
    const edges = dark.flatMap(([x = 0, y = 0, length = 0]) => [x, y, size - x - length, size - y - 1]);
    expect(Math.min(...edges)).toBe(4);
    expect(path).not.toMatch(/[^MhvzZ\d -]/);
  });
});

describe('device watchlists', () => {
  const OWNER = 'a'.repeat(32);
  const VIEW = 'b'.repeat(32);
  const CAMP = { id: '0'.repeat(32), area: '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11', name: 'Camp', keys: { view: VIEW } };

  test('keys are read from a fragment, and what is none is passed over', () => {
    expect(parseWatchlistKeys(`#owner=${OWNER}`)).toEqual({ owner: OWNER });
    expect(parseWatchlistKeys(`#view=${VIEW}`)).toEqual({ view: VIEW });
    expect(parseWatchlistKeys(`#owner=${OWNER}&view=${VIEW}`)).toEqual({ owner: OWNER, view: VIEW });
    for (const hash of ['', '#', '#owner=', '#owner=abc', `#owner=${OWNER}0`, '#main'])
      expect(parseWatchlistKeys(hash)).toEqual({});
  });

  test('a link names the panel in its path and the keys in its fragment alone', () =>
    expect(watchlistLink(CAMP, { view: VIEW }, 'bg')).toBe(`/bg/watch/${CAMP.id}/${CAMP.area}#view=${VIEW}`));

  test('a watchlist is kept once, the one opened last first, and no key is lost by opening it with another', () => {
    const other = { ...CAMP, area: 'other', name: 'Other' };
    const watchlists = withWatchlist(withWatchlist(withWatchlist([], CAMP), other), {
      ...CAMP,
      name: 'New',
      keys: { owner: OWNER },
    });
    expect(watchlists).toEqual([{ ...CAMP, name: 'New', keys: { view: VIEW, owner: OWNER } }, other]);
    expect(withoutWatchlist(watchlists, CAMP)).toEqual([other]);
  });

  test.each([null, '', 'no json', '{}', '[1, null, {"id": 1}]'])('a store that holds %s holds no watchlist', (text) =>
    expect(parseWatchlists(text)).toEqual([]),
  );

  test('what was stored is read again', () => expect(parseWatchlists(JSON.stringify([CAMP]))).toEqual([CAMP]));

  test('a link that was handed over leads to its panel in the language of the page, and to no other site', () => {
    const path = `/watch/${CAMP.id}/${CAMP.area}`;
    expect(linkedPanel(` https://any.example/ru${path}#view=${VIEW} `, 'bg')).toBe(`/bg${path}#view=${VIEW}`);
    for (const text of ['', 'no link', path, `https://any.example${path}`, `https://any.example/map#view=${VIEW}`])
      expect(linkedPanel(text, 'bg')).toBeUndefined();
  });
});
