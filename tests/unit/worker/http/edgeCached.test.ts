import { describe, expect, test, vi } from 'vitest';
import { EdgeCache, remembered } from '#worker/http/edgeCached.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { ScanQueue } from '#worker/http/ScanQueue.ts';

const KEY = 'https://map.test/answer';
const FOR_5_S = { headers: { 'cache-control': 'public, max-age=5' } };
const settled = () => new Promise<void>((resume) => setTimeout(resume, 0));

/** A data centre with isolates that share its cache, and a clock of its own. */
function dataCentre() {
  let nowMs = 1_000_000;
  const kept = new Map<string, { readonly answer: Response; readonly untilMs: number }>();
  const timers: { readonly atMs: number; readonly ring: () => void }[] = [];
  const store = {
    match: async (key: string) => {
      const found = kept.get(key);
      return found && nowMs < found.untilMs ? found.answer.clone() : undefined;
    },
    put: async (key: string, answer: Response) => {
      const seconds = Number(/max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1]);
      kept.set(key, { answer, untilMs: nowMs + seconds * 1000 });
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
      const turns = new ScanQueue(limits, clock, (ms, ring) => timers.push({ atMs: nowMs + ms, ring }));
      return new EdgeCache({ store: () => store, clock, pause, turns });
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
  const ends: { readonly answer: (made: Response) => void; readonly fail: (error: Error) => void }[] = [];
  const produce = () =>
    new Promise<Response>((answer, fail) => {
      ends.push({ answer, fail });
    });
  return { ends, asked: { key: KEY, produce, defer: () => {} } };
}

const bodies = (answers: readonly Promise<Response>[]) =>
  Promise.all(answers.map(async (answer) => (await answer).text()));

describe('of all who ask for the same at once', () => {
  test('one makes the answer, the others wait for it', async () => {
    const isolate = dataCentre().isolate();
    const { ends, asked } = production();
    const answers = Array.from({ length: 50 }, () => isolate.answer(asked));
    await settled();
    expect(ends.length).toBe(1);
    ends[0]?.answer(new Response('made', FOR_5_S));
    expect(new Set(await bodies(answers))).toEqual(new Set(['made']));
    expect((await isolate.answer(asked)).headers.get('cache-control')).toBe('public, max-age=5');
    expect(ends.length).toBe(1);
  });

  test('one renews it, the others get the last one for ten seconds', async () => {
    const { isolate, pass } = dataCentre();
    const here = isolate();
    const { ends, asked } = production();
    const first = here.answer(asked);
    await settled();
    ends[0]?.answer(new Response('old', FOR_5_S));
    await first;
    await pass(5_000);
    const renewing = here.answer(asked);
    await settled();
    expect(await (await here.answer(asked)).text()).toBe('old');
    await pass(10_000);
    const late = here.answer(asked);
    await settled();
    ends[1]?.answer(new Response('new', FOR_5_S));
    expect(await bodies([renewing, late])).toEqual(['new', 'new']);
    expect(ends.length).toBe(2);
  });

  test('each goes on by itself if the one that makes it is gone', async () => {
    const { isolate, pass } = dataCentre();
    const here = isolate();
    const { ends, asked } = production();
    void here.answer(asked);
    await settled();
    const waiting = [here.answer(asked), here.answer(asked)];
    await settled();
    await pass(10_000);
    expect(ends.length).toBe(2);
    ends[1]?.answer(new Response('made', FOR_5_S));
    expect(await bodies(waiting)).toEqual(['made', 'made']);
  });

  test('whoever may not pay is refused alone', async () => {
    const here = dataCentre().isolate();
    const { ends, asked } = production();
    const spent = new HttpProblem(429, 'rate-limited', 'spent');
    const refused = here.answer({ ...asked, pay: () => settled().then(() => Promise.reject(spent)) });
    const honest = here.answer({ ...asked, pay: settled });
    await expect(refused).rejects.toBe(spent);
    await settled();
    await settled();
    ends[0]?.answer(new Response('made', FOR_5_S));
    expect(await (await honest).text()).toBe('made');
  });
});

test('dear answers are made one at a time, and whoever comes when too many wait is told when to come again', async () => {
  const here = dataCentre().isolate();
  const { ends, asked } = production();
  const answers = [1, 2, 3, 4].map((n) => here.answer({ ...asked, key: `${KEY}/${n}`, dear: true }));
  const fates = Promise.all(answers.map((one) => one.then(({ status }) => status).catch(({ code }) => code)));
  for (let end = 0; end < 3; end += 1) {
    await vi.waitFor(() => expect(ends.length).toBe(end + 1));
    ends[end]?.answer(new Response('made', FOR_5_S));
  }
  expect((await fates).sort()).toEqual([200, 200, 200, 'busy']);
});

describe('an answer is kept', () => {
  test('for the isolates of a data centre, as what it said itself', async () => {
    const { isolate } = dataCentre();
    const { ends, asked } = production();
    const first = isolate().answer(asked);
    await settled();
    ends[0]?.answer(new Response('made', { headers: { ...FOR_5_S.headers, etag: '"1"' } }));
    await first;
    await settled();
    const elsewhere = await isolate().answer(asked);
    expect([await elsewhere.text(), Object.fromEntries(elsewhere.headers)]).toEqual([
      'made',
      expect.objectContaining({ 'cache-control': 'public, max-age=5', etag: '"1"' }),
    ]);
    expect(elsewhere.headers.has('x-fresh-until')).toBe(false);
    expect(ends.length).toBe(1);
  });

  test('as a failure for what Retry-After says', async () => {
    const { isolate, pass } = dataCentre();
    const here = isolate();
    const { ends, asked } = production();
    const first = here.answer(asked);
    await settled();
    ends[0]?.fail(new HttpProblem(503, 'unavailable', 'It does not answer.', { retryAfterSeconds: 5 }));
    expect([(await first).status, (await first).headers.get('retry-after')]).toEqual([503, '5']);
    expect([(await here.answer(asked)).status, ends.length]).toEqual([503, 1]);
    await pass(5_000);
    const second = here.answer(asked);
    await settled();
    ends[1]?.answer(new Response('made', FOR_5_S));
    expect((await second).status).toBe(200);
  });

  test.each([
    ['that says no-store', new Response('made', { headers: { 'cache-control': 'no-store' } })],
    ['that says nothing of caching', new Response('made')],
    ['that is no 200', new Response(null, { status: 204, headers: FOR_5_S.headers })],
  ])('never, if it is one %s', async (_, made) => {
    const here = dataCentre().isolate();
    const { ends, asked } = production();
    const first = here.answer(asked);
    await settled();
    ends[0]?.answer(made);
    await first;
    void here.answer(asked);
    await settled();
    expect(ends.length).toBe(2);
  });
});

function counting(forMs: number) {
  let nowMs = 0;
  let loads = 0;
  const value = remembered<number>(forMs, { now: () => nowMs });
  return {
    pass: (ms: number) => {
      nowMs += ms;
    },
    get: () =>
      value(async () => {
        loads += 1;
        return loads;
      }),
  };
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
