import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TurnstileAction } from '#shared/http.ts';
import { fakeClock } from '#tests/support/time/VirtualTime.ts';
import { keysCommand, keysSql } from '#worker/dev/local/keysCommand.ts';
import { type LoopbackServer, listenOnLoopback } from '#worker/dev/loopback.ts';
import { isKeyText, type KeyRecord, keyStatus, newApiKey, RecentKeys, sentKey } from '#worker/http/keys/apiKeys.ts';
import { CallPace, rateLimitHeaders } from '#worker/http/keys/Bearer.ts';
import { StreamCounts } from '#worker/http/keys/unitMeter.ts';
import { RateBudget } from '#worker/http/RateBudget.ts';
import type { HttpProblem } from '#worker/http/responses.ts';
import { ScanQueue } from '#worker/http/ScanQueue.ts';
import { type Caller, callerAt, clientNetworks, NOBODY, verifyTurnstile } from '#worker/http/visitors.ts';

describe('scans of the archive', () => {
  const LIMITS = { slots: 2, maxWaiting: 3, maxWaitMs: 2_000, slotMs: 10_000 };

  const caller = (name: string): Caller => ({ network: name, host: name });

  /** A queue whose scans end when they are told to. `started` lists them in the order in which they began. */
  function bench() {
    const clock = fakeClock(1_000_000);
    const timers: { readonly atMs: number; readonly work: () => void }[] = [];
    const lostAtMs: number[] = [];
    const queue = new ScanQueue(
      LIMITS,
      clock,
      (delayMs, work) => timers.push({ atMs: clock.now() + delayMs, work }),
      () => lostAtMs.push(clock.now()),
    );
    const started: string[] = [];
    const ends = new Map<string, (rowsRead: number) => void>();
    const runPending = async () => {
      for (let angle = 0; angle < 10; angle += 1) await Promise.resolve();
    };
    return {
      started,
      lostAtMs,
      scan: (client: string | Caller, name = String(client)) =>
        queue.run(typeof client === 'string' ? caller(client) : client, () => {
          started.push(name);
          return new Promise<{ rowsRead: number }>((resolve) => ends.set(name, (rowsRead) => resolve({ rowsRead })));
        }),
      async end(name: string, rowsRead = 5_000) {
        ends.get(name)?.(rowsRead);
        await runPending();
      },
      async pass(ms: number) {
        clock.advance(ms);
        for (const timer of timers.splice(0)) timer.atMs <= clock.now() ? timer.work() : timers.push(timer);
        await runPending();
      },
      runPending,
      queue,
    };
  }

  test('run two at once, the others in their turn', async () => {
    const { scan, started, end, runPending } = bench();
    const results = ['a', 'b', 'c'].map((client) => scan(client));
    await runPending();
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a', 7);
    expect(await results[0]).toEqual({ rowsRead: 7 });
  });

  test('of a client who has had few rows go before those of one who had many', async () => {
    const { scan, started, end, runPending } = bench();
    for (const name of ['g1', 'g2', 'g3', 'g4']) void scan('greedy', name);
    await runPending();
    void scan('modest');
    await end('g1', 40_000);
    expect(started).toEqual(['g1', 'g2', 'modest']);
  });

  test('of which too many wait are turned away where one client wants most, the newest first', async () => {
    const { scan, started, end, runPending } = bench();
    const greedy = ['g1', 'g2', 'g3', 'g4', 'g5'].map((name) => scan('greedy', name));
    await runPending();
    const modest = scan('modest');
    expect(await greedy[4]).toBe('busy');
    await end('g1');
    await end('modest');
    expect(await modest).toEqual({ rowsRead: 5_000 });
    expect(started).toEqual(['g1', 'g2', 'modest', 'g3']);
  });

  test('of a client who asks again and again give way to one who asks for the first time', async () => {
    const { scan, started, end, runPending } = bench();
    for (const client of ['a', 'b', 'c', 'd']) void scan(client);
    const again = scan('again');
    await runPending();
    expect(await scan('again', 'again2')).toBe('busy');
    void scan('first');
    expect(await again).toBe('busy');
    for (const name of ['a', 'b', 'c']) await end(name);
    expect(started).toEqual(['a', 'b', 'c', 'd', 'first']);
  });

  test('of an IPv6 /48 that takes another /64 each time are one network’s: nobody else is turned away or waits for them', async () => {
    const { scan, started, end, runPending } = bench();
    const rotating = (at: number) => scan(callerAt(`2001:db8:1:${at.toString(16)}::1`), `r${at}`);
    const rotated = [1, 2, 3, 4, 5].map(rotating);
    await runPending();
    const honest = ['198.51.100.1', '198.51.100.2'].map((address) => scan(callerAt(address), address));
    expect(await rotated[4]).toBe('busy');
    expect(await rotated[3]).toBe('busy');
    await end('r1');
    await end('r2');
    expect(started).toEqual(['r1', 'r2', '198.51.100.1', '198.51.100.2']);
    for (const address of ['198.51.100.1', '198.51.100.2']) await end(address);
    expect(await Promise.all(honest)).toHaveLength(2);
    expect(started.at(-1)).toBe('r3');
  });

  test('of one IPv6 /48 take turns by /64', async () => {
    const { scan, started, end, runPending } = bench();
    const greedy = callerAt('2001:db8:1:1::1');
    for (const name of ['g1', 'g2', 'g3', 'g4']) void scan(greedy, name);
    await runPending();
    void scan(callerAt('2001:db8:1:2::1'), 'neighbour');
    await end('g1');
    expect(started).toEqual(['g1', 'g2', 'neighbour']);
  });

  test('that would wait for more than two seconds are told so', async () => {
    const { scan, started, pass, runPending } = bench();
    void scan('a');
    void scan('b');
    const late = scan('c');
    await runPending();
    await pass(2_000);
    expect(await late).toBe('busy');
    expect(started).toEqual(['a', 'b']);
  });

  test('of many rows give way between two steps to a client who has had fewer, and go on afterwards', async () => {
    const { queue, scan, started, end, runPending } = bench();
    void scan('busy');
    const step: (() => void)[] = [];
    const greedy = queue.run(caller('greedy'), async (giveWay) => {
      for (const name of ['g1', 'g2']) {
        started.push(name);
        await new Promise<void>((resolve) => step.push(resolve));
        expect(await giveWay(8_000)).toBe(true);
      }
      return { rowsRead: 16_000 };
    });
    void scan('modest');
    await runPending();
    step[0]?.();
    await runPending();
    expect(started).toEqual(['busy', 'g1', 'modest']);
    await end('modest', 3_000);
    expect(started).toEqual(['busy', 'g1', 'modest', 'g2']);
    step[1]?.();
    expect(await greedy).toEqual({ rowsRead: 16_000 });
  });

  test('that gave way and are not wanted any more are told to end with what they have', async () => {
    const { queue, scan, pass, runPending } = bench();
    void scan('busy');
    const going: boolean[] = [];
    const greedy = queue.run(caller('greedy'), async (giveWay) => {
      await Promise.resolve();
      going.push(await giveWay(8_000));
      return { rowsRead: 8_000 };
    });
    void scan('modest');
    await runPending();
    await pass(2_000);
    expect(await greedy).toEqual({ rowsRead: 8_000 });
    expect(going).toEqual([false]);
  });

  test('that vanish without an end give their slot back, which is reported', async () => {
    const { scan, started, lostAtMs, pass, end, runPending } = bench();
    void scan('a');
    void scan('b');
    await runPending();
    await end('a');
    await pass(9_999);
    void scan('c');
    await pass(1);
    expect(lostAtMs).toEqual([]);
    void scan('d');
    await end('nobody');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    expect(lostAtMs).toEqual([1_010_000]);
  });

  test('that fail give their slot back and their failure to who asked', async () => {
    const { queue, scan, started, runPending } = bench();
    void scan('a');
    await expect(queue.run(caller('b'), () => Promise.reject(new Error('D1')))).rejects.toThrow('D1');
    void scan('c');
    await runPending();
    expect(started).toEqual(['a', 'c']);
  });

  test('are judged by what was of late: who had much some minutes ago is like any other now', async () => {
    const { scan, started, end, pass, runPending } = bench();
    void scan('greedy', 'g1');
    await end('g1', 900_000);
    await pass(300_000);
    for (const client of ['x', 'y', 'greedy', 'z']) void scan(client);
    await runPending();
    await end('x');
    expect(started).toEqual(['g1', 'x', 'y', 'greedy']);
  });
});

describe('a client’s budget', () => {
  /** A limiter that lets `limit` calls of each key through, and a budget of which a unit pays for 100. */
  function bench(limit: number) {
    const clock = fakeClock(1_000_000);
    const calls: string[] = [];
    const logged: string[] = [];
    const rate = {
      limit: async ({ key }: { key: string }) => {
        calls.push(key);
        return { success: calls.filter((called) => called === key).length <= limit };
      },
    };
    const log = (_: string, event: string) => void logged.push(event);
    return { budget: new RateBudget({ what: 'rows', costAUnit: 100, clock, log }), rate, calls, clock, logged };
  }

  const A = callerAt('203.0.113.1');
  const B = callerAt('203.0.113.2');

  const problemOf = (work: () => void): HttpProblem | undefined => {
    try {
      work();
    } catch (error) {
      return error as HttpProblem;
    }
  };

  test('[AP5] is charged a unit for each hundred, small costs together', async () => {
    const { budget, rate, calls } = bench(99);
    for (const cost of [40, 40, 40, 250]) await budget.charge(rate, A, cost);
    expect(calls).toEqual([A.host, A.host, A.host]);
  });

  test('[AP5] once spent is refused with Retry-After, without asking the limiter each time, and to nobody else', async () => {
    const { budget, rate, calls, clock } = bench(2);
    budget.check(A);
    await budget.charge(rate, A, 900);
    expect(calls).toHaveLength(3);
    expect(problemOf(() => budget.check(A))).toMatchObject({ status: 429, extras: { retryAfterSeconds: 60 } });
    expect(problemOf(() => budget.check(B))).toBeUndefined();
    clock.advance(10_000);
    expect(problemOf(() => budget.check(A))).toBeUndefined();
    expect(calls).toHaveLength(3);
  });

  test('is no concern of a client without an address, nor where the limiter does not answer', async () => {
    const { budget, rate, calls, logged } = bench(0);
    await budget.charge(rate, callerAt(undefined), 900);
    expect(calls).toEqual([]);
    await budget.charge({ limit: () => Promise.reject(new Error('gone')) }, A, 100);
    expect(problemOf(() => budget.check(A))).toBeUndefined();
    expect(logged).toEqual(['client.rate']);
  });

  test('is four hosts’ for an IPv6 /48, however many /64 it has', async () => {
    const { budget, rate } = bench(3);
    const host = (at: number) => callerAt(`2001:db8:1:${at.toString(16)}::1`);
    let spent = 0;
    for (let at = 0; at < 100 && problemOf(() => budget.check(host(at))) === undefined; at += 1) {
      await budget.charge(rate, host(at), 200);
      spent += 200;
    }
    expect(spent).toBe(1_600);
    expect(problemOf(() => budget.check(callerAt('2001:db8:2:1::1')))).toBeUndefined();
  });

  test('is nobody’s on a developer’s machine', () => {
    expect([undefined, '127.0.0.1', '::1'].map(callerAt)).toEqual([NOBODY, NOBODY, NOBODY]);
  });

  test('is a network’s, not an address’s, where a household has many', () => {
    expect(callerAt('2001:db8:1:2::1')).toEqual(callerAt('2001:db8:1:2:ffff::9'));
    expect(callerAt('203.0.113.1')).not.toEqual(callerAt('203.0.113.2'));
  });
});

describe('verify turnstile', () => {
  let server: LoopbackServer;
  let requested: unknown[];
  let result: { status: number; body: unknown };

  beforeEach(async () => {
    requested = [];
    result = { status: 200, body: { success: true, hostname: 'site.bg', action: 'contact' } };
    server = await listenOnLoopback(0, async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      requested.push(JSON.parse(text));
      response.writeHead(result.status).end(JSON.stringify(result.body));
    });
  });
  afterEach(() => server.close());

  const verify = (token: string | undefined, at = server.url, action: TurnstileAction = 'contact') =>
    verifyTurnstile(
      { secret: 'key', fetch: (...call) => fetch(...call), url: at },
      { token, action, id: 'an-id', address: '203.0.113.7', host: 'site.bg' },
    );

  test('a good proof is good, and may be shown again with the same message', async () => {
    expect(await verify('proof')).toBe('good');
    expect(requested).toEqual([
      { secret: 'key', response: 'proof', remoteip: '203.0.113.7', idempotency_key: 'an-id' },
    ]);
  });

  test.each([
    { success: false, 'error-codes': ['timeout-or-duplicate'] },
    { success: true, hostname: 'evil.example', action: 'contact' },
    { success: true, hostname: 'site.bg', action: 'login' },
  ])('a proof with the verdict %j is refused', async (body) => {
    result = { status: 200, body };
    expect(await verify('proof')).toBe('refused');
  });

  test('no proof is refused without asking anybody', async () => {
    expect(await verify(undefined)).toBe('refused');
    expect(await verify('')).toBe('refused');
    expect(requested).toEqual([]);
  });

  test('where Turnstile does not answer nobody knows', async () => {
    result = { status: 503, body: {} };
    expect(await verify('proof')).toBe('unknown');
    expect(await verify('proof', 'http://127.0.0.1:9')).toBe('unknown');
  });

  test('a proof that was issued for a message makes no watchlist, and the other way round', async () => {
    expect(await verify('proof', server.url, 'watch')).toBe('refused');
    result = { status: 200, body: { success: true, hostname: 'site.bg', action: 'watch' } };
    expect([await verify('proof', server.url, 'watch'), await verify('proof')]).toEqual(['good', 'refused']);
  });
});

describe('the networks of a client', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:5:6:7:8:9:a', '2001:db8:5:6::/64', '2001:db8:5::/48'],
    ['2001:0DB8:0005:0006::1', '2001:db8:5:6::/64', '2001:db8:5::/48'],
    ['2001:db8:5:6::', '2001:db8:5:6::/64', '2001:db8:5::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['not an address', 'not an address', 'not an address'],
    ['1::2::3', '1::2::3', '1::2::3'],
    ['', '', ''],
  ])('of %s are %s and %s', (address, near, wide) => {
    expect(clientNetworks(address)).toEqual({ near, wide });
  });
});

describe('keys', () => {
  const NOW_MS = Date.UTC(2026, 6, 1);
  const GOOD: KeyRecord = {
    id: '0a1b2c3d',
    account: '0a1b2c3d',
    plan: 'professional',
    scopes: ['read'],
    expiresAtMs: null,
    revokedAtMs: null,
  };
  const CREATED = newApiKey((bytes) => new Uint8Array(bytes).fill(0xab));

  describe('a key', () => {
    test('is recognisable, and its text cannot be had from what is kept', () => {
      expect(CREATED.text).toMatch(/^blk_[0-9a-f]{8}_[0-9a-f]{40}$/);
      expect(CREATED.text.slice(4, 12)).toBe(CREATED.id);
      expect(CREATED.hash).toMatch(/^[0-9a-f]{64}$/);
    });

    test('carries a checksum: any one digit that is wrong, missing or too much is told without a register', () => {
      expect(isKeyText(CREATED.text)).toBe(true);
      for (let at = 0; at < CREATED.text.length; at += 1) {
        const wrong = CREATED.text[at] === '0' ? '1' : '0';
        expect(isKeyText(CREATED.text.slice(0, at) + wrong + CREATED.text.slice(at + 1))).toBe(false);
        expect(isKeyText(CREATED.text.slice(0, at))).toBe(false);
      }
      expect(isKeyText(`${CREATED.text}0`)).toBe(false);
    });

    test.each([
      ['good', GOOD, 'read'],
      ['unknown', undefined, 'read'],
      ['revoked', { ...GOOD, revokedAtMs: NOW_MS }, 'read'],
      ['expired', { ...GOOD, expiresAtMs: NOW_MS }, 'read'],
      ['good', { ...GOOD, expiresAtMs: NOW_MS + 1 }, 'read'],
      ['out-of-scope', GOOD, 'live'],
    ] as const)('is %s for %j and %s', (verdict, record, scope) => {
      expect(keyStatus(record, scope, NOW_MS)).toBe(verdict);
    });

    test('is taken from the Bearer scheme, and from the address of a stream alone', () => {
      const request = (path: string, authorization?: string) =>
        new Request(`https://site.test${path}`, authorization === undefined ? {} : { headers: { authorization } });
      expect(sentKey(request('/', 'Bearer abc'), 'read')).toBe('abc');
      expect(sentKey(request('/', 'Basic abc'), 'read')).toBeUndefined();
      // Not of base64's alphabet, and of no length that it has.
      for (const bad of ['Basic a_bc', 'Basic abcde', 'Basic', 'Basic =', 'Bearer a b']) {
        expect(sentKey(request('/', bad), 'read')).toBeUndefined();
      }
      expect(sentKey(request('/?key=abc'), 'read')).toBeUndefined();
      expect(sentKey(request('/?key=abc'), 'live')).toBe('abc');
      expect(sentKey(request('/?key=abc', 'Bearer def'), 'live')).toBe('def');
    });
  });

  describe('the watchlist of keys', () => {
    test('asks seldom, and believes no key for longer than 45 seconds', async () => {
      const clock = fakeClock(NOW_MS);
      const watchlist = new RecentKeys(clock);
      let record: KeyRecord | undefined = GOOD;
      let loads = 0;
      const deferred: Promise<unknown>[] = [];
      const load = async () => {
        loads += 1;
        return record;
      };
      const find = () => watchlist.find('hash', load, (work) => deferred.push(work));
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
      const watchlist = new RecentKeys(clock);
      const deferred: Promise<unknown>[] = [];
      const defer = (work: Promise<unknown>) => deferred.push(work);
      const down = () => Promise.reject(new Error('down'));
      await expect(watchlist.find('hash', down, defer)).rejects.toThrow('down');
      await watchlist.find('hash', () => Promise.resolve(GOOD), defer);
      clock.advance(30_000);
      expect(await watchlist.find('hash', down, defer)).toBe(GOOD);
      await Promise.all(deferred);
      clock.advance(15_000);
      await expect(watchlist.find('hash', down, defer)).rejects.toThrow('down');
    });
  });

  test('any number of unknown keys makes the watchlist forget none that is good', async () => {
    const watchlist = new RecentKeys(fakeClock(NOW_MS));
    const loaded: string[] = [];
    const load = (hash: string) => {
      loaded.push(hash);
      return Promise.resolve(hash === 'good' ? GOOD : undefined);
    };
    const find = (hash: string) => watchlist.find(hash, load, () => {});
    await find('good');
    for (let guess = 0; guess < 20_000; guess += 1) await find(`guess ${guess}`);
    expect(await find('good')).toBe(GOOD);
    await find('guess 19999');
    expect(loaded).toHaveLength(20_001);
  });

  test('the streams of an account are counted over all relays, and a relay that died holds none after a while', () => {
    const counts = new StreamCounts();
    expect(counts.open('a', 3, 5, NOW_MS)).toBe(true);
    expect(counts.open('b', 2, 5, NOW_MS)).toBe(true);
    expect(counts.open('b', 3, 5, NOW_MS)).toBe(false);
    expect(counts.report('a', 1, 5, NOW_MS)).toBe(1);
    expect(counts.open('b', 3, 5, NOW_MS)).toBe(true);
    expect(counts.report('b', 3, 2, NOW_MS)).toBe(1);
    expect(counts.open('c', 5, 5, NOW_MS + 45_000)).toBe(true);
  });

  test('limits are told as the IETF draft writes them', () => {
    expect(rateLimitHeaders(300, { left: 12, resetMs: 1_001 })).toEqual({
      'RateLimit-Policy': '"units";q=300;w=60',
      RateLimit: '"units";r=12;t=2',
    });
  });

  describe('npm run admin -- keys', () => {
    const command = (...args: string[]) => keysCommand(args, 'state', NOW_MS);
    const sql = (...args: string[]) => keysSql(command(...args), CREATED, NOW_MS);

    test('makes a key with the scopes and the expiry that were asked for, and writes only its hash', () => {
      const keysCommand = command(
        'make',
        "O'Brien",
        '--plan',
        'professional',
        '--scopes',
        'live',
        '--expires',
        '2026-07-02',
      );
      const requested = { holder: "O'Brien", plan: 'professional', scopes: 'live', expiresAtMs: NOW_MS + 86_400_000 };
      expect(keysCommand.action).toEqual({ kind: 'make', ...requested });
      const text = keysSql(keysCommand, CREATED, NOW_MS);
      expect(text).toContain(CREATED.hash);
      expect(text).not.toContain(CREATED.text);
      expect(text).not.toContain('Brien');
    });

    test('takes a key, its beginning or its id', () => {
      for (const id of [CREATED.text, `blk_${CREATED.id}`, CREATED.id])
        expect(sql('revoke', id)).toContain(`id = '${CREATED.id}'`);
    });

    test.each([
      [['make']],
      [['make', 'A']],
      [['make', 'A', '--plan', 'gold']],
      [['make', 'A', '--plan', 'basic']],
      [['make', 'A', '--plan', 'professional', '--scopes', 'write']],
      [['make', 'A', '--plan', 'professional', '--expires', '2026-06-30']],
      [['make', 'A', 'B', '--plan', 'professional']],
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
});
