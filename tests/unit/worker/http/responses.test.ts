import { describe, expect, test, vi } from 'vitest';
import { EdgeCache, remembered } from '#worker/http/edgeCached.ts';
import { sameOrigin } from '#worker/http/ownPages.ts';
import { parameterProblem } from '#worker/http/parameters.ts';
import { RecentResponses } from '#worker/http/RecentResponses.ts';
import { byteRange, HttpProblem, httpsAddress, rangeWithin } from '#worker/http/responses.ts';
import { ScanQueue } from '#worker/http/ScanQueue.ts';

describe('edge cached', () => {
  const KEY = 'https://map.test/answer';
  const FOR_5_S = { headers: { 'cache-control': 'public, max-age=5' } };
  const settled = () => new Promise<void>((resume) => setTimeout(resume, 0));

  /** A data centre with isolates that share its cache, and a clock of its own. */
  function dataCentre() {
    let nowMs = 1_000_000;
    const cached = new Map<string, { readonly result: Response; readonly untilMs: number }>();
    const timers: { readonly atMs: number; readonly ring: () => void }[] = [];
    const store = {
      match: async (key: string) => {
        const found = cached.get(key);
        return found && nowMs < found.untilMs ? found.result.clone() : undefined;
      },
      put: async (key: string, response: Response) => {
        const seconds = Number(/max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]);
        cached.set(key, { result: response, untilMs: nowMs + seconds * 1000 });
      },
    };
    const pause = (ms: number) => ({
      over: new Promise<void>((ring) => timers.push({ atMs: nowMs + ms, ring })),
      cancel: () => {},
    });
    return {
      isolate: () => {
        const clock = { now: () => nowMs };
        const limits = { slots: 1, maxWaiting: 2, maxWaitMs: 8_000, slotMs: 5_000 };
        const after = (ms: number, ring: () => void) => timers.push({ atMs: nowMs + ms, ring });
        const scanQueue = new ScanQueue(limits, clock, after, () => {});
        return new EdgeCache({ store: () => store, clock, pause, queue: scanQueue });
      },
      pass: async (ms: number) => {
        nowMs += ms;
        for (const { atMs, ring } of timers) if (atMs <= nowMs) ring();
        await settled();
      },
    };
  }

  /** What is to be made, and how often it was begun; each waits until it is told how it ends. */
  function production() {
    const ends: { readonly result: (response: Response) => void; readonly fail: (error: Error) => void }[] = [];
    const produce = () => new Promise<Response>((result, fail) => void ends.push({ result, fail }));
    return { ends, request: { key: KEY, produce, defer: () => {} } };
  }

  const bodies = (responses: readonly Promise<Response>[]) =>
    Promise.all(responses.map(async (response) => (await response).text()));

  describe('of all who ask for the same at once', () => {
    test('one makes the answer, the others wait for it', async () => {
      const isolate = dataCentre().isolate();
      const { ends, request } = production();
      const responses = Array.from({ length: 50 }, () => isolate.result(request));
      await settled();
      expect(ends.length).toBe(1);
      ends[0]?.result(new Response('made', FOR_5_S));
      expect(new Set(await bodies(responses))).toEqual(new Set(['made']));
      expect((await isolate.result(request)).headers.get('cache-control')).toBe('public, max-age=5');
      expect(ends.length).toBe(1);
    });

    test('one renews it, the others get the last one for ten seconds', async () => {
      const { isolate, pass } = dataCentre();
      const here = isolate();
      const { ends, request } = production();
      const first = here.result(request);
      await settled();
      ends[0]?.result(new Response('old', FOR_5_S));
      await first;
      await pass(5_000);
      const renewing = here.result(request);
      await settled();
      expect(await (await here.result(request)).text()).toBe('old');
      await pass(10_000);
      const late = here.result(request);
      await settled();
      ends[1]?.result(new Response('new', FOR_5_S));
      expect(await bodies([renewing, late])).toEqual(['new', 'new']);
      expect(ends.length).toBe(2);
    });

    test('each goes on by itself if the one that makes it is gone', async () => {
      const { isolate, pass } = dataCentre();
      const here = isolate();
      const { ends, request } = production();
      void here.result(request);
      await settled();
      const waiting = [here.result(request), here.result(request)];
      await settled();
      await pass(10_000);
      expect(ends.length).toBe(2);
      ends[1]?.result(new Response('made', FOR_5_S));
      expect(await bodies(waiting)).toEqual(['made', 'made']);
    });

    test('whoever may not pay is refused alone', async () => {
      const here = dataCentre().isolate();
      const { ends, request } = production();
      const spent = new HttpProblem(429, 'rate-limited', 'spent');
      const refused = here.result({ ...request, pay: () => settled().then(() => Promise.reject(spent)) });
      const honest = here.result({ ...request, pay: settled });
      await expect(refused).rejects.toBe(spent);
      await settled();
      await settled();
      ends[0]?.result(new Response('made', FOR_5_S));
      expect(await (await honest).text()).toBe('made');
    });
  });

  test('dear answers are made one at a time, and whoever comes when too many wait is told when to come again', async () => {
    const here = dataCentre().isolate();
    const { ends, request } = production();
    const responses = [1, 2, 3, 4].map((n) => here.result({ ...request, key: `${KEY}/${n}`, dear: true }));
    const fates = Promise.all(responses.map((one) => one.then(({ status }) => status).catch(({ code }) => code)));
    for (let end = 0; end < 3; end += 1) {
      await vi.waitFor(() => expect(ends.length).toBe(end + 1));
      ends[end]?.result(new Response('made', FOR_5_S));
    }
    expect((await fates).sort()).toEqual([200, 200, 200, 'busy']);
  });

  describe('an answer is kept', () => {
    test('for the isolates of a data centre, as what it said itself', async () => {
      const { isolate } = dataCentre();
      const { ends, request } = production();
      const first = isolate().result(request);
      await settled();
      ends[0]?.result(new Response('made', { headers: { ...FOR_5_S.headers, etag: '"1"' } }));
      await first;
      await settled();
      const elsewhere = await isolate().result(request);
      expect(await elsewhere.text()).toBe('made');
      const headers = { 'cache-control': 'public, max-age=5', etag: '"1"' };
      expect(Object.fromEntries(elsewhere.headers)).toMatchObject(headers);
      expect(elsewhere.headers.has('x-fresh-until')).toBe(false);
      expect(ends.length).toBe(1);
    });

    test('as a failure for what Retry-After says', async () => {
      const { isolate, pass } = dataCentre();
      const here = isolate();
      const { ends, request } = production();
      const first = here.result(request);
      await settled();
      ends[0]?.fail(new HttpProblem(503, 'unavailable', 'It does not answer.', { retryAfterSeconds: 5 }));
      expect([(await first).status, (await first).headers.get('retry-after')]).toEqual([503, '5']);
      expect([(await here.result(request)).status, ends.length]).toEqual([503, 1]);
      await pass(5_000);
      const second = here.result(request);
      await settled();
      ends[1]?.result(new Response('made', FOR_5_S));
      expect((await second).status).toBe(200);
    });

    test.each([
      ['that says no-store', new Response('made', { headers: { 'cache-control': 'no-store' } })],
      ['that says nothing of caching', new Response('made')],
      ['that is no 200', new Response(null, { status: 204, headers: FOR_5_S.headers })],
    ])('never, if it is one %s', async (_, response) => {
      const here = dataCentre().isolate();
      const { ends, request } = production();
      const first = here.result(request);
      await settled();
      ends[0]?.result(response);
      await first;
      void here.result(request);
      await settled();
      expect(ends.length).toBe(2);
    });
  });

  function counting(forMs: number) {
    let nowMs = 0;
    let loads = 0;
    const value = remembered<number>(forMs, { now: () => nowMs });
    const pass = (ms: number) => {
      nowMs += ms;
    };
    return { pass, get: () => value(async () => ++loads) };
  }

  test('loads once for as long as it remembers', async () => {
    const { get, pass } = counting(5_000);
    expect(await get()).toBe(1);
    pass(4_999);
    expect(await get()).toBe(1);
    pass(1);
    expect(await get()).toBe(2);
  });

  test('remembers no failure', async () => {
    const value = remembered<number>(5_000, { now: () => 0 });
    await expect(value(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await value(async () => 7)).toBe(7);
  });

  test('lets callers at the same time load each for themselves', async () => {
    const { get } = counting(5_000);
    expect(await Promise.all([get(), get()])).toEqual([1, 2]);
    expect(await get()).toBe(2);
  });
});

describe('recent answers', () => {
  function shop() {
    let [nowMs, created] = [1_000, 0];
    const recent = new RecentResponses({ now: () => nowMs });
    const request = (status: number, path = '/api/v1/storm-cells', accepted = 'gzip') =>
      recent.result(new Request(`https://site${path}`, { headers: { 'accept-encoding': accepted } }), () => {
        created += 1;
        return new Response(`answer ${created}`, { status, headers: { 'cache-control': 'public, max-age=5' } });
      });
    return { request, later: (ms: number) => (nowMs += ms) };
  }

  test('what many ask for in the same quarter of a second is made once, with all its headers', async () => {
    const { request, later } = shop();
    const first = await request(200);
    later(249);
    const second = await request(200);
    expect(await first.text()).toBe('answer 1');
    expect(await second.text()).toBe('answer 1');
    expect(second.headers.get('cache-control')).toBe('public, max-age=5');
    later(1);
    expect(await (await request(200)).text()).toBe('answer 2');
  });

  test('another path, another encoding and a stale feed are answers of their own', async () => {
    const { request } = shop();
    await request(200);
    expect(await (await request(200, '/api/v1/tiles/4/8/5/2026072900/planes')).text()).toBe('answer 2');
    expect(await (await request(200, '/api/v1/storm-cells', 'identity')).text()).toBe('answer 3');
    const stale = await request(503, '/api/v1/status');
    expect([stale.status, await stale.text()]).toEqual([503, 'answer 4']);
    expect((await request(200, '/api/v1/status')).status).toBe(503);
  });

  test('a refusal concerns only who is refused', async () => {
    const { request } = shop();
    expect((await request(429)).status).toBe(429);
    expect((await request(200)).status).toBe(200);
  });
});

const SIZE = 1_000;
const within = (range: string, others: Record<string, string> = {}) => {
  const request = byteRange(new Headers({ range, ...others }), '"tag"');
  return request && rangeWithin(request, SIZE);
};

describe('a range', () => {
  test.each<[string, number, number]>([
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 10],
    ['bytes=990-', 990, 10],
    ['bytes=-8', 992, 8],
    ['bytes=-5000', 0, SIZE],
    ['bytes=999-99999', 999, 1],
    ['Bytes=1-2', 1, 2],
  ])('%s lies at %i and has %i bytes', (range, offset, length) => expect(within(range)).toEqual({ offset, length }));

  test.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0'])('%s lies beyond the file', (range) => {
    expect(byteRange(new Headers({ range }), '"tag"')).toBeDefined();
    expect(within(range)).toBeUndefined();
  });

  test.each(['', 'bytes=-', 'bytes=2-1', 'bytes=0-1,4-5', 'items=0-1', 'bytes=a-b', `bytes=${'9'.repeat(16)}-`])(
    '%s counts for none',
    (range) => expect(byteRange(new Headers({ range }), '"tag"')).toBeUndefined(),
  );

  test('holds only for the representation that If-Range names', () => {
    expect(within('bytes=0-9', { 'if-range': '"tag"' })).toEqual({ offset: 0, length: 10 });
    expect(within('bytes=0-9', { 'if-range': '"other"' })).toBeUndefined();
    expect(within('bytes=0-9', { 'if-range': 'Wed, 25 Nov 2026 00:00:00 GMT' })).toBeUndefined();
  });
});

describe('https address', () => {
  const SITE = 'https://lightning.bg';

  test('a request in clear for the site itself is sent to the same address with https', () => {
    for (const path of ['/api/v1/strikes?bbox=13,34,31,48&from=a%2Fb', '/map/%25%2F?x', '//evil.net/'])
      expect(httpsAddress(`http://lightning.bg${path}`, SITE)).toBe(SITE + path);
  });

  test.each([
    ['it came by https', 'https://lightning.bg/map/1', SITE],
    ['it is for another host', 'http://evil.net/map/1', SITE],
    ['it is for another port', 'http://lightning.bg:8080/map/1', SITE],
    ['it is for a host below', 'http://a.lightning.bg/map/1', SITE],
    ['the site is not https', 'http://lightning.bg/map/1', 'http://lightning.bg'],
    ['the site has no address', 'http://127.0.0.1:8787/map/1', ''],
    ['the site has not even the variable', 'http://127.0.0.1:8787/map/1', undefined],
  ])('it stays where it is if %s', (_, request, site) => {
    expect(httpsAddress(request, site)).toBeUndefined();
  });
});

test.each([
  [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ origin: 'https://site.bg' }, true],
  [{}, true],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://site.bg' }, false],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ origin: 'https://site.bg.evil.com' }, false],
  [{ origin: 'http://site.bg' }, false],
  [{ origin: 'null' }, false],
] as const)('a request is of this site where the browser says so, whatever the host: %j %s', (headers, own) => {
  expect(sameOrigin(new Headers(headers as HeadersInit), 'https://site.bg/api/v1/contact')).toBe(own);
});

async function problemOf(...issues: Parameters<typeof parameterProblem>[0][number][]) {
  const response = parameterProblem(issues).toResponse();
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('the problem of bad parameters', () => {
  test('[AP1] names each parameter with the first rule it broke', async () => {
    const { status, body } = await problemOf(
      { message: 'format', path: [{ key: 'bbox' }] },
      { message: 'range', path: [{ key: 'bbox' }] },
      { message: 'x', type: 'strict_object', expected: '"from"', path: [{ key: 'from' }] },
      { message: 'x', type: 'strict_object', expected: 'never', path: [{ key: 'limit2' }] },
      { message: 'format', path: ['to'], input: ['a', 'b'] },
    );
    expect(status).toBe(400);
    expect(body.errors).toEqual({ bbox: 'format', from: 'missing', limit2: 'unknown', to: 'repeated' });
    expect(body.detail).toBe(
      'bbox must be four decimal numbers, west,south,east,north in degrees, for example 13,34,31,48; from is required; limit2 is not a parameter of this endpoint; to must appear only once.',
    );
  });

  test.each(['constructor', 'toString', '__proto__'])('[AP1] names a parameter called %s as well', async (name) => {
    const { body } = await problemOf({ message: 'x', type: 'strict_object', expected: 'never', path: [name] });
    expect(Object.entries(body.errors ?? {})).toEqual([[name, 'unknown']]);
  });

  test('does not repeat endless names', async () => {
    const { body } = await problemOf({ message: 'format', path: ['x'.repeat(10_000)] });
    expect(JSON.stringify(body).length).toBeLessThan(500);
  });
});
