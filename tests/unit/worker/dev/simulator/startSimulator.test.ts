import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOME_BOX as BALKANS } from '#shared/geo/Areas.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import type { FaultInput } from '#worker/dev/simulator/FaultSettings.ts';
import { EVENT_LIST_PATH, TELEGRAM_PATH } from '#worker/dev/simulator/simulatedProvider.ts';
import { scriptedSource } from '#worker/dev/simulator/sky/scriptedSource.ts';
import { type Simulator, startSimulator } from '#worker/dev/simulator/startSimulator.ts';

const strike = { id: 'one', latitude: 44, longitude: 20, atMs: Date.UTC(2026, 6, 1, 12) };
const clock = { nowMs: 0, now: () => clock.nowMs };
const lines: string[] = [];
let simulator: Simulator;

beforeEach(async () => {
  clock.nowMs = strike.atMs + 1_000;
  lines.length = 0;
  simulator = await startSimulator({ clock, source: scriptedSource(strike), onMessage: (line) => lines.push(line) });
});
afterEach(() => simulator.close());

function list(signal?: AbortSignal): Promise<Response> {
  const window = `from=${isoMillis(clock.nowMs - 60_000)}&to=${isoMillis(clock.nowMs + 60_000)}`;
  const query = `bbox=13,34,31,48&${window}&limit=300&event_type=strike_cloud_to_ground`;
  return fetch(`${simulator.url}${EVENT_LIST_PATH}?${query}`, signal ? { signal } : {});
}

function notify(body: unknown): Promise<Response> {
  return fetch(`${simulator.url}${TELEGRAM_PATH}`, { method: 'POST', body: JSON.stringify(body) });
}

function control(path: string, init?: RequestInit): Promise<Response> {
  return fetch(`${simulator.url}/_simulator/${path}`, init);
}

const put = (faults: FaultInput | unknown) => control('faults', { method: 'PUT', body: JSON.stringify(faults) });
const found = { events: [expect.objectContaining({ id: 'one' })] };

describe('the event list over HTTP', () => {
  test('answers with JSON and a Date by its own clock', async () => {
    const response = await list();
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('date')).toBe(new Date(clock.nowMs).toUTCString());
    expect(await response.json()).toEqual(found);
  });

  test('shows storms of the seed when no source is given', async () => {
    const [one, same, other] = await Promise.all([1, 1, 2].map((seed) => startSimulator({ clock, seed })));
    const skies = [one, same, other].map((each) => each?.truth(BALKANS, clock.nowMs - 3_600_000, clock.nowMs));
    expect(skies[0]?.length).toBeGreaterThan(10);
    expect(skies[1]).toEqual(skies[0]);
    expect(skies[2]).not.toEqual(skies[0]);
    await Promise.all([one, same, other].map((each) => each?.close()));
  });

  test('answers 404 elsewhere', async () => {
    expect((await fetch(`${simulator.url}/elsewhere`)).status).toBe(404);
  });
});

describe('startSimulator', () => {
  test('rejects when the port is taken', async () => {
    await expect(startSimulator({ port: simulator.port })).rejects.toThrow('EADDRINUSE');
  });
});

describe('faults over HTTP', () => {
  test('answers 500 or 503', async () => {
    simulator.setFaults({ errorRate: 1 });
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await list()).status));
    expect(new Set(statuses)).toEqual(new Set([500, 503]));
  });

  test('answers 429 with Retry-After', async () => {
    simulator.setFaults({ tooManyRate: 1, retryAfterS: 7 });
    const response = await list();
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  });

  test('answers the 4xx that is set', async () => {
    simulator.setFaults({ clientErrorRate: 1, clientErrorStatus: 410 });
    expect((await list()).status).toBe(410);
  });

  test('hangs until the client leaves', async () => {
    simulator.setFaults({ hangRate: 1 });
    await expect(list(AbortSignal.timeout(150))).rejects.toThrow('timeout');
    await expect.poll(() => simulator.calls().open).toBe(0);
    expect(simulator.calls().total).toBe(1);
  });

  test('cuts the body and drops the socket', async () => {
    simulator.setFaults({ cutRate: 1 });
    const response = await list();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('ends well-formed answers in the middle of their JSON', async () => {
    simulator.setFaults({ invalidJsonRate: 1 });
    const text = await (await list()).text();
    expect(text.startsWith('{"events":[')).toBe(true);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  test('hides the right answer behind a huge body', async () => {
    simulator.setFaults({ hugeBodyRate: 1, hugeBodyBytes: 3_000_000 });
    const text = await (await list()).text();
    expect(text.length).toBeGreaterThan(3_000_000);
    expect(JSON.parse(text)).toMatchObject(found);
  });

  test('is slow', async () => {
    simulator.setFaults({ slowRate: 1, slowMs: 120 });
    const startedMs = performance.now();
    expect(await (await list()).json()).toEqual(found);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(115);
  });

  test('drops every connection during an outage', async () => {
    simulator.setFaults({ outages: [{ fromMs: clock.nowMs, toMs: clock.nowMs + 30_000 }] });
    await expect(list()).rejects.toThrow('fetch failed');
    await expect(notify({ origin: 'landing', message: 'x' })).rejects.toThrow('fetch failed');
    expect((await control('faults')).status).toBe(200);
    clock.nowMs += 30_000;
    expect(await (await list()).json()).toEqual(found);
    expect(simulator.messages()).toEqual([]);
  });

  test('dates answers by a skewed clock', async () => {
    simulator.setFaults({ clockSkewMs: -300_000 });
    expect((await list()).headers.get('date')).toBe(new Date(clock.nowMs - 300_000).toUTCString());
  });

  test('hides a late strike until it is published, while the truth has it from the start', async () => {
    simulator.setFaults({ lateness: { minMs: 5_000, maxMs: 5_000 } });
    expect(await (await list()).json()).toEqual({ events: [] });
    const truth = simulator.truth(BALKANS, strike.atMs, strike.atMs + 1);
    expect(truth).toEqual([{ ...strike, publishedAtMs: strike.atMs + 5_000 }]);
    clock.nowMs = strike.atMs + 5_000;
    expect(await (await list()).json()).toEqual(found);
  });
});

describe('the notification call', () => {
  test('keeps what it takes for the developer and prints none of it', async () => {
    expect((await notify({ origin: 'landing', message: 'Name: Ana' })).status).toBe(200);
    const message = { receivedAtMs: clock.nowMs, origin: 'landing', message: 'Name: Ana' };
    expect(await (await control('messages')).json()).toEqual({ messages: [message] });
    expect(lines).toEqual(['notification received: 9 characters']);
  });

  test.each([
    ['origin', { message: 'x' }],
    ['message', { origin: 'landing', message: '' }],
    ['body', 'text'],
  ])('answers 400 and names %s at fault', async (parameter, body) => {
    const response = await notify(body);
    expect([response.status, await response.json()]).toEqual([400, { error: 'bad_request', parameter }]);
    expect(simulator.messages()).toEqual([]);
  });

  test.each([
    ['off', 503],
    ['rejecting', 400],
  ] as const)('can be %s, and on again', async (notifications, status) => {
    simulator.setFaults({ notifications });
    expect((await notify({ origin: 'landing', message: 'x' })).status).toBe(status);
    expect((await list()).status).toBe(200);
    simulator.setFaults({});
    expect((await notify({ origin: 'landing', message: 'y' })).status).toBe(200);
    expect(simulator.messages().map(({ message }) => message)).toEqual(['y']);
  });

  test('has taken a message whose answer was cut off', async () => {
    simulator.setFaults({ cutRate: 1 });
    await expect(notify({ origin: 'landing', message: 'x' }).then((response) => response.text())).rejects.toThrow();
    expect(simulator.messages()).toHaveLength(1);
  });
});

describe('the side entrance', () => {
  test('shows and replaces the faults', async () => {
    const response = await put({ errorRate: 0.25, lateness: { minMs: 1, maxMs: 2 } });
    expect(await response.json()).toMatchObject({ errorRate: 0.25, hangRate: 0, lateness: { minMs: 1, maxMs: 2 } });
    expect(await (await control('faults')).json()).toEqual(simulator.faults());
    expect(await (await put({})).json()).toMatchObject({ errorRate: 0, lateness: { maxMs: 0 } });
  });

  test.each([
    ['errorRate', { errorRate: 1.5 }],
    ['hungRate', { hungRate: 1 }],
    ['lateness', { lateness: { minMs: 5, maxMs: 2 } }],
    ['body', { errorRate: 0.6, hangRate: 0.6 }],
    ['body', 'storm'],
  ])('refuses faults with a bad %s and keeps the old ones', async (parameter, faults) => {
    const before = simulator.faults();
    const response = await put(faults);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ parameter })]),
    });
    expect(simulator.faults()).toEqual(before);
  });

  test('publishes strikes by hand, visible at once even where others are late', async () => {
    simulator.setFaults({ lateness: { minMs: 5_000, maxMs: 5_000 } });
    const body = JSON.stringify({ strikes: [{ latitude: 42, longitude: 23 }] });
    const { strikes } = await (await control('strikes', { method: 'POST', body })).json();
    expect(strikes).toMatchObject([{ atMs: clock.nowMs, publishedAtMs: clock.nowMs }]);
    expect(await (await list()).json()).toMatchObject({ events: [{ id: strikes[0].id, latitude: 42 }] });
  });

  test('tells the truth of a window', async () => {
    const path = `truth?bbox=13,34,31,48&from=${isoMillis(strike.atMs)}&to=${isoMillis(clock.nowMs)}`;
    expect(await (await control(path)).json()).toEqual({ strikes: [{ ...strike, publishedAtMs: strike.atMs }] });
    expect(await (await control('truth?bbox=x')).json()).toMatchObject({ parameter: 'bbox' });
  });

  test('counts calls by path and second, and how many were open at once, but none of its own', async () => {
    simulator.setFaults({ slowRate: 1, slowMs: 100 });
    await Promise.all([list(), list(), list()]);
    clock.nowMs += 1_000;
    simulator.setFaults({});
    await list();
    const second = Math.floor(clock.nowMs / 1000);
    const report = await (await control('calls')).json();
    expect(report).toMatchObject({ total: 4, maxOpen: 3 });
    expect(report.byPath).toEqual({
      [EVENT_LIST_PATH]: { total: 4, open: 0, maxOpen: 3, perSecond: { [second - 1]: 3, [second]: 1 } },
    });
  });
});
