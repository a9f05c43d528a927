import { describe, expect, test } from 'vitest';
import { fakeClock } from '#tests/support/time/fakeClock.ts';
import { keysCommand, keysSql } from '#worker/dev/local/keysCommand.ts';
import { CallPace, rateLimitHeaders } from '#worker/keys/Bearer.ts';
import { type KeyRecord, keyVerdict } from '#worker/keys/KeyTable.ts';
import { isKeyText, newApiKey, sentKey } from '#worker/keys/keyText.ts';
import { RecentKeys } from '#worker/keys/RecentKeys.ts';
import { StreamCounts } from '#worker/keys/UnitMeter.ts';

const NOW_MS = Date.UTC(2026, 6, 1);
const GOOD: KeyRecord = {
  id: '0a1b2c3d',
  account: '0a1b2c3d',
  plan: 'basic',
  scopes: ['read'],
  expiresAtMs: null,
  revokedAtMs: null,
};
const MADE = newApiKey((bytes) => new Uint8Array(bytes).fill(0xab));

describe('a key', () => {
  test('is recognisable, and its text cannot be had from what is kept', () => {
    expect(MADE.text).toMatch(/^blk_[0-9a-f]{8}_[0-9a-f]{40}$/);
    expect(MADE.text.slice(4, 12)).toBe(MADE.id);
    expect(MADE.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('carries a checksum: any one digit that is wrong, missing or too much is told without a register', () => {
    expect(isKeyText(MADE.text)).toBe(true);
    for (let at = 0; at < MADE.text.length; at += 1) {
      const wrong = MADE.text[at] === '0' ? '1' : '0';
      expect(isKeyText(MADE.text.slice(0, at) + wrong + MADE.text.slice(at + 1))).toBe(false);
      expect(isKeyText(MADE.text.slice(0, at))).toBe(false);
    }
    expect(isKeyText(`${MADE.text}0`)).toBe(false);
  });

  test('guessed at random passes the checksum once in four billion times: of 2,000 guesses none', () => {
    const guesses = Array.from({ length: 2_000 }, (_, at) => {
      const digits = at.toString(16).padStart(8, '0');
      return `blk_${digits}_${digits.repeat(5)}`;
    });
    expect(guesses.filter(isKeyText)).toEqual([]);
  });

  test.each([
    ['good', GOOD, 'read'],
    ['unknown', undefined, 'read'],
    ['revoked', { ...GOOD, revokedAtMs: NOW_MS }, 'read'],
    ['expired', { ...GOOD, expiresAtMs: NOW_MS }, 'read'],
    ['good', { ...GOOD, expiresAtMs: NOW_MS + 1 }, 'read'],
    ['out-of-scope', GOOD, 'live'],
  ] as const)('is %s for %j and %s', (verdict, record, scope) => {
    expect(keyVerdict(record, scope, NOW_MS)).toBe(verdict);
  });

  test('is taken from the Bearer scheme, and from the address of a stream alone', () => {
    const asked = (path: string, authorization?: string) =>
      new Request(`https://site.test${path}`, authorization === undefined ? {} : { headers: { authorization } });
    expect(sentKey(asked('/', 'Bearer abc'), 'read')).toBe('abc');
    expect(sentKey(asked('/', 'Basic abc'), 'read')).toBeUndefined();
    // Not of base64's alphabet, and of no length that it has.
    for (const bad of ['Basic a_bc', 'Basic abcde', 'Basic', 'Basic =', 'Bearer a b']) {
      expect(sentKey(asked('/', bad), 'read')).toBeUndefined();
    }
    expect(sentKey(asked('/?key=abc'), 'read')).toBeUndefined();
    expect(sentKey(asked('/?key=abc'), 'live')).toBe('abc');
    expect(sentKey(asked('/?key=abc', 'Bearer def'), 'live')).toBe('def');
  });
});

describe('the book of keys', () => {
  test('asks seldom, and believes no key for longer than 45 seconds', async () => {
    const clock = fakeClock(NOW_MS);
    const book = new RecentKeys(clock);
    let record: KeyRecord | undefined = GOOD;
    let loads = 0;
    const deferred: Promise<unknown>[] = [];
    const find = () =>
      book.find(
        'hash',
        async () => {
          loads += 1;
          return record;
        },
        (work) => deferred.push(work),
      );
    for (let call = 0; call < 100; call += 1) expect(await find()).toBe(GOOD);
    expect(loads).toBe(1);
    record = { ...GOOD, revokedAtMs: NOW_MS };
    clock.advance(44_000);
    expect(await find()).toBe(GOOD);
    await Promise.all(deferred);
    expect(await find()).toBe(record);
    record = undefined;
    clock.advance(45_000);
    expect(await find()).toBeUndefined();
  });

  test('a database that does not answer is asked again, and the last word holds no longer than said', async () => {
    const clock = fakeClock(NOW_MS);
    const book = new RecentKeys(clock);
    const deferred: Promise<unknown>[] = [];
    const defer = (work: Promise<unknown>) => deferred.push(work);
    const down = () => Promise.reject(new Error('down'));
    await expect(book.find('hash', down, defer)).rejects.toThrow('down');
    await book.find('hash', () => Promise.resolve(GOOD), defer);
    clock.advance(30_000);
    expect(await book.find('hash', down, defer)).toBe(GOOD);
    await Promise.all(deferred);
    clock.advance(15_000);
    await expect(book.find('hash', down, defer)).rejects.toThrow('down');
  });
});

test('any number of unknown keys makes the book forget none that is good', async () => {
  const book = new RecentKeys(fakeClock(NOW_MS));
  const loaded: string[] = [];
  const load = (hash: string) => {
    loaded.push(hash);
    return Promise.resolve(hash === 'good' ? GOOD : undefined);
  };
  const find = (hash: string) => book.find(hash, load, () => {});
  await find('good');
  for (let guess = 0; guess < 20_000; guess += 1) await find(`guess ${guess}`);
  expect(await find('good')).toBe(GOOD);
  await find('guess 19999');
  expect(loaded).toHaveLength(20_001);
});

describe('the streams of an account', () => {
  test('are counted over all relays, and a relay that died holds none after a while', () => {
    const counts = new StreamCounts();
    expect(counts.open('a', 3, 5, NOW_MS)).toBe(true);
    expect(counts.open('b', 2, 5, NOW_MS)).toBe(true);
    expect(counts.open('b', 3, 5, NOW_MS)).toBe(false);
    expect(counts.report('a', 1, 5, NOW_MS)).toBe(1);
    expect(counts.open('b', 3, 5, NOW_MS)).toBe(true);
    expect(counts.report('b', 3, 2, NOW_MS)).toBe(1);
    expect(counts.open('c', 5, 5, NOW_MS + 45_000)).toBe(true);
  });
});

test('limits are told as the IETF draft writes them', () => {
  expect(rateLimitHeaders(300, { left: 12, resetMs: 1_001 })).toEqual({
    'RateLimit-Policy': '"units";q=300;w=60',
    RateLimit: '"units";r=12;t=2',
  });
});

describe('npm run admin -- keys', () => {
  const command = (...args: string[]) => keysCommand(args, 'state', NOW_MS);
  const sql = (...args: string[]) => keysSql(command(...args), MADE, NOW_MS);

  test('makes a key with the scopes and the expiry that were asked for, and writes only its hash', () => {
    const made = command('make', "O'Brien", '--plan', 'basic', '--scopes', 'live', '--expires', '2026-07-02');
    expect(made.action).toEqual({
      kind: 'make',
      holder: "O'Brien",
      plan: 'basic',
      scopes: 'live',
      expiresAtMs: NOW_MS + 86_400_000,
    });
    const text = keysSql(made, MADE, NOW_MS);
    expect(text).toContain(MADE.hash);
    expect(text).not.toContain(MADE.text);
    expect(text).not.toContain('Brien');
  });

  test('takes a key, its beginning or its id', () => {
    for (const id of [MADE.text, `blk_${MADE.id}`, MADE.id]) expect(sql('revoke', id)).toContain(`id = '${MADE.id}'`);
  });

  test.each([
    [['make']],
    [['make', 'A']],
    [['make', 'A', '--plan', 'gold']],
    [['make', 'A', '--plan', 'basic', '--scopes', 'write']],
    [['make', 'A', '--plan', 'basic', '--expires', '2026-06-30']],
    [['make', 'A', 'B', '--plan', 'basic']],
    [['make', 'A', '--plan']],
    [['rotate', 'blk_']],
    [['rotate', '0a1b2c3d', '--grace-hours', '-1']],
    [['revoke', "0a1b2c3d' OR 1"]],
    [['steal']],
    [['--remote']],
  ])('refuses %j with the usage', (args) => {
    expect(() => command(...args)).toThrow(/usage: npm run admin -- keys/);
  });
});

test('calls that come too fast wait, and past two seconds of waiting they are sent away', () => {
  const clock = fakeClock(NOW_MS);
  const pace = new CallPace(clock);
  const waits = Array.from({ length: 50 }, () => pace.waitMs(10));
  expect(waits.slice(0, 21)).toEqual(Array(21).fill(0));
  expect(waits[22]).toBe(200);
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(9);
  clock.advance(60_000);
  expect(pace.waitMs(10)).toBe(0);
});
