import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOME_BOX as BALKANS } from '#shared/geo/Areas.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { CENTRE, strokesOf } from '#tests/unit/shared/nowcast/movingCell.ts';
import { answerEventList, type SimulatedAnswer } from '#worker/dev/simulator/answerEventList.ts';
import { measureSky, quantile } from '#worker/dev/simulator/compare/measureSky.ts';
import { type FaultInput, FaultSettings, faultPlan, USUAL_LATENESS } from '#worker/dev/simulator/FaultSettings.ts';
import { EVENT_LIST_PATH, TELEGRAM_PATH } from '#worker/dev/simulator/simulatedProvider.ts';
import { scriptedSource } from '#worker/dev/simulator/sky/scriptedSource.ts';
import { type Simulator, startSimulator } from '#worker/dev/simulator/startSimulator.ts';
import { readSettings } from '#worker/dev/simulator/startSimulatorFromEnvironment.ts';
import { publishedStrike } from '#worker/dev/simulator/visibleStrikes.ts';
import { startHookReceiver } from '#worker/dev/standIns/hookReceiver.ts';

describe('answerEventList', () => {
  const NOW_MS = Date.UTC(2026, 6, 1, 12);
  const Events = v.object({ events: v.array(v.looseObject({})) });

  /** Strikes `s0`, `s1`, … a second apart, the last of them a second before now, walking east from 15° E. */
  const strikes = Array.from({ length: 50 }, (_, i) => ({
    id: `s${i}`,
    latitude: 42,
    longitude: 15 + i / 10,
    atMs: NOW_MS - (50 - i) * 1000,
  }));
  const sky = { source: scriptedSource(...strikes), seed: 1, historyMs: Number.POSITIVE_INFINITY };

  const GOOD = {
    bbox: '13,34,31,48',
    from: new Date(NOW_MS - 60_000).toISOString(),
    to: new Date(NOW_MS).toISOString(),
    limit: '300',
    event_type: 'strike_cloud_to_ground',
  };

  function ask(
    query: Partial<Record<keyof typeof GOOD, string>> = {},
    faults: FaultInput = {},
    rowSeed = 1,
  ): SimulatedAnswer {
    const settings = v.parse(FaultSettings, faults);
    return answerEventList(sky, new URLSearchParams({ ...GOOD, ...query }), {
      faults: settings,
      nowMs: NOW_MS,
      rowSeed,
    });
  }

  function rows(...asked: Parameters<typeof ask>) {
    return v.parse(Events, ask(...asked).body).events;
  }

  const ids = (...asked: Parameters<typeof ask>) => rows(...asked).map(({ id }) => id);
  const allIds = strikes.map(({ id }) => id);

  test('gives events in the shape of the provider, newest first', () => {
    expect(ask().status).toBe(200);
    expect(rows()[0]).toEqual({
      id: 's49',
      latitude: 42,
      longitude: 19.9,
      timestamp: '2026-07-01T11:59:59.000Z',
      event_type: 'strike_cloud_to_ground',
    });
    expect(ids()).toEqual(allIds.toReversed());
  });

  test('counts the strike at `from` and not the one at `to`', () => {
    const window = { from: new Date(NOW_MS - 3_000).toISOString(), to: new Date(NOW_MS - 1_000).toISOString() };
    expect(ids(window)).toEqual(['s48', 's47']);
  });

  test('keeps to the bbox, its edges included', () => {
    expect(ids({ bbox: '15.2,41,15.5,42' })).toEqual(['s5', 's4', 's3', 's2']);
    expect(ids({ bbox: '15.2,42.001,15.5,43' })).toEqual([]);
  });

  test('cuts at `limit` and keeps the end that the settings name', () => {
    expect(ids({ limit: '3' })).toEqual(['s49', 's48', 's47']);
    expect(ids({ limit: '3' }, { keep: 'oldest' })).toEqual(['s2', 's1', 's0']);
    expect(ids({ limit: '3' }, { keep: 'oldest', order: 'oldest-first' })).toEqual(['s0', 's1', 's2']);
    expect(ids({ limit: '3' }, { order: 'oldest-first' })).toEqual(['s47', 's48', 's49']);
  });

  test('shuffles without losing a row, each answer in its own way', () => {
    const shuffled = ids({}, { order: 'shuffled' });
    expect(shuffled).not.toEqual(allIds.toReversed());
    expect(shuffled).not.toEqual(ids({}, { order: 'shuffled' }, 2));
    expect(shuffled.toSorted()).toEqual(allIds.toSorted());
  });

  test('gives rows twice, within the limit still', () => {
    expect(ids({}, { duplicateShare: 1 })).toEqual(allIds.toReversed().flatMap((id) => [id, id]));
    expect(ids({ limit: '5' }, { duplicateShare: 1 })).toEqual(['s49', 's49', 's48', 's48', 's47']);
    const some = ids({}, { duplicateShare: 0.2 });
    expect(some.length).toBeGreaterThan(50);
    expect(new Set(some).size).toBe(50);
  });

  test('hides a strike until its lateness is over', () => {
    const lateness = { minMs: 10_000, maxMs: 10_000 };
    expect(ids({}, { lateness })[0]).toBe('s40');
    expect(ids({}, { lateness })).toHaveLength(41);
  });

  test('shows timestamps of a skewed clock and reads the query by it', () => {
    const window = { from: new Date(NOW_MS + 298_000).toISOString(), to: new Date(NOW_MS + 300_000).toISOString() };
    expect(rows(window, { clockSkewMs: 300_000 }).map(({ timestamp }) => timestamp)).toEqual([
      '2026-07-01T12:04:59.000Z',
      '2026-07-01T12:04:58.000Z',
    ]);
  });

  test('sets unreadable rows beside the true ones, which stay whole', () => {
    const found = rows({}, { badRowShare: 0.5 });
    const whole = found.filter((row) => allIds.includes(String(row.id)));
    expect(whole).toEqual(rows());
    expect(found.length).toBeGreaterThan(60);
  });

  test('spoils other rows in each answer', () => {
    const good = JSON.stringify(rows());
    const spoilt = (rowSeed: number) =>
      rows({}, { spoiltShare: 0.3 }, rowSeed).filter((row) => !good.includes(JSON.stringify(row)));
    expect(spoilt(1).length).toBeGreaterThan(5);
    expect(spoilt(1).length).toBeLessThan(30);
    expect(spoilt(2)).not.toEqual(spoilt(1));
  });

  test('remembers as far back as it is told', () => {
    const settings = v.parse(FaultSettings, {});
    const short = { ...sky, historyMs: 10_000 };
    const answer = answerEventList(short, new URLSearchParams(GOOD), { faults: settings, nowMs: NOW_MS, rowSeed: 1 });
    expect(v.parse(Events, answer.body).events).toHaveLength(10);
  });

  test.each([
    ['bbox', { bbox: '' }],
    ['bbox', { bbox: '13,34,31' }],
    ['bbox', { bbox: '31,34,13,48' }],
    ['bbox', { bbox: '13,48,31,34' }],
    ['bbox', { bbox: '13,34,31,98' }],
    ['from', { from: '' }],
    ['from', { from: 'yesterday' }],
    ['from', { from: '2026-02-30T00:00:00Z' }],
    ['to', { to: '2026-07-01T12:00:00' }],
    ['to', { to: GOOD.from }],
    ['to', { to: '2020-01-01T00:00:00Z' }],
    ['limit', { limit: '0' }],
    ['limit', { limit: '1001' }],
    ['limit', { limit: '2.5' }],
    ['limit', { limit: 'many' }],
    ['event_type', { event_type: 'strike_cloud_to_cloud' }],
    ['event_type', { event_type: '' }],
  ])('answers 400 and names %s at fault: %o', (parameter, query) => {
    expect(ask(query)).toMatchObject({ status: 400, body: { error: 'bad_request', parameter } });
  });
});

const REQUESTS = 20_000;

function plans(faults: FaultInput, seed = 1, nowMs = 0) {
  const settings = v.parse(FaultSettings, faults);
  return Array.from({ length: REQUESTS }, (_, request) => faultPlan(seed, request, settings, nowMs));
}

describe('faultPlan', () => {
  test('depends on seed and request number alone', () => {
    const faults = { errorRate: 0.2, hangRate: 0.1, slowRate: 0.3 };
    expect(plans(faults)).toEqual(plans(faults));
    expect(plans(faults)).not.toEqual(plans(faults, 2));
  });

  test('plans the right answer at once where no fault is set', () => {
    expect(plans({}).every(({ delayMs, outcome }) => delayMs === 0 && outcome.kind === 'answer')).toBe(true);
  });

  test('gives each outcome its share', () => {
    const rates = {
      errorRate: 0.05,
      hangRate: 0.1,
      cutRate: 0.15,
      invalidJsonRate: 0.08,
      tooManyRate: 0.12,
      clientErrorRate: 0.07,
      hugeBodyRate: 0.03,
    };
    const counts = new Map<string, number>();
    for (const { outcome } of plans({ ...rates, clientErrorStatus: 404 })) {
      const name = outcome.kind === 'status' ? String(outcome.status) : outcome.kind;
      counts.set(name, (counts.get(name) ?? 0) + 1 / REQUESTS);
    }
    const expected = {
      '500': 0.025,
      '503': 0.025,
      hang: 0.1,
      cut: 0.15,
      'invalid-json': 0.08,
      '429': 0.12,
      '404': 0.07,
      'huge-body': 0.03,
      answer: 0.4,
    };
    expect([...counts.keys()].sort()).toEqual(Object.keys(expected).sort());
    for (const [name, share] of Object.entries(expected))
      expect(Math.abs((counts.get(name) ?? 0) - share)).toBeLessThan(0.01);
  });

  test('refuses every request of an outage, and none before or after', () => {
    const faults = { outages: [{ fromMs: 100, toMs: 200 }], slowRate: 1 };
    const kinds = (nowMs: number) => new Set(plans(faults, 1, nowMs).map(({ outcome }) => outcome.kind));
    expect(kinds(99)).toEqual(new Set(['answer']));
    expect(kinds(100)).toEqual(new Set(['refuse']));
    expect(kinds(199)).toEqual(new Set(['refuse']));
    expect(kinds(200)).toEqual(new Set(['answer']));
  });
});

describe('publishedStrike', () => {
  const strike = (id: string) => ({ id, latitude: 44, longitude: 20, atMs: 1_000_000 });
  const delays = Array.from(
    { length: 20_000 },
    (_, i) => publishedStrike(strike(`strike-${i}`), USUAL_LATENESS, 1).publishedAtMs - 1_000_000,
  );

  test('publishes 1.5 to 8.5 s after the strike, a small share up to 45 s', () => {
    const late = delays.filter((delayMs) => delayMs > 8_500);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(1_500);
    expect(Math.min(...delays)).toBeLessThan(1_600);
    expect(Math.max(...delays)).toBeLessThanOrEqual(45_000);
    expect(Math.max(...delays)).toBeGreaterThan(40_000);
    expect(late.length / delays.length).toBeCloseTo(USUAL_LATENESS.tailShare, 2);
  });

  test('gives a strike the same moment each time it is asked', () => {
    const again = delays.map((_, i) => publishedStrike(strike(`strike-${i}`), USUAL_LATENESS, 1).publishedAtMs);
    expect(again).toEqual(delays.map((delayMs) => delayMs + 1_000_000));
  });

  test('leaves a moment that the source fixed as it is', () => {
    expect(publishedStrike({ ...strike('a'), publishedAtMs: 5 }, USUAL_LATENESS, 1).publishedAtMs).toBe(5);
  });
});

const ENTRY = join(projectRoot, 'worker/dev/simulator/main.ts');

function start(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [ENTRY], { env: { PATH: process.env.PATH, PORT: '0', ...env } });
}

async function urlOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output');
  const [line] = await once(createInterface(child.stdout), 'line');
  return /^Simulated provider: (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1] ?? '';
}

describe('main', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves no open handle at %s, even while one client hangs and another waits',
    async (signal) => {
      const child = start({});
      const url = await urlOf(child);
      const put = (faults: unknown) =>
        fetch(`${url}/_simulator/faults`, { method: 'PUT', body: JSON.stringify(faults) });
      const open = async () => (await (await fetch(`${url}/_simulator/calls`)).json()).open;
      await put({ hangRate: 1 });
      const hanging = expect(fetch(`${url}/radar/api/v1/event/list`)).rejects.toThrow();
      await expect.poll(open).toBe(1);
      await put({ slowRate: 1, slowMs: 600_000 });
      const waiting = expect(fetch(`${url}/radar/api/v1/event/list`)).rejects.toThrow();
      await expect.poll(open).toBe(2);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
      await Promise.all([hanging, waiting]);
    },
  );

  test('replays the recording that the environment names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recording-'));
    const path = join(folder, 'one.csv');
    await writeFile(path, 'offset_ms,latitude,longitude\n6000,44,20\n');
    const child = start({
      SIMULATOR_RECORDING: path,
      SIMULATOR_SPEED: '6',
      SIMULATOR_START: '2026-07-01T00:00:00Z',
    });
    const query = 'bbox=13,34,31,48&from=2026-07-01T00:00:00Z&to=2026-07-01T00:00:02Z';
    const { strikes } = await (await fetch(`${await urlOf(child)}/_simulator/truth?${query}`)).json();
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(folder, { recursive: true });
    expect(strikes[0]).toMatchObject({ latitude: 44, longitude: 20, atMs: Date.UTC(2026, 6, 1, 0, 0, 1) });
  });

  test('names a bad variable and ends with 1', async () => {
    const child = start({ SIMULATOR_SPEED: 'fast' });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toContain('SIMULATOR_SPEED');
  });
});

describe('readSettings', () => {
  test('needs nothing', () => {
    expect(readSettings({})).toEqual({
      ok: true,
      value: { port: 8790, seed: 1, scene: 'demo', speed: 1, printMessages: false },
    });
  });

  test('reads every variable', () => {
    const env = {
      PORT: '0',
      SIMULATOR_SEED: '7',
      SIMULATOR_SCENE: 'storms',
      SIMULATOR_RECORDING: 'day.csv.gz',
      SIMULATOR_SPEED: '6',
      SIMULATOR_START: '2026-07-01T00:00:00Z',
      SIMULATOR_PRINT_MESSAGES: '1',
    };
    expect(readSettings(env)).toEqual({
      ok: true,
      value: {
        port: 0,
        seed: 7,
        scene: 'storms',
        recordingPath: 'day.csv.gz',
        speed: 6,
        startMs: Date.UTC(2026, 6, 1),
        printMessages: true,
      },
    });
  });

  test.each([
    ['PORT', '99999'],
    ['PORT', 'x'],
    ['SIMULATOR_SEED', '1.5'],
    ['SIMULATOR_SPEED', '0'],
    ['SIMULATOR_SPEED', 'fast'],
    ['SIMULATOR_START', 'today'],
    ['SIMULATOR_SCENE', 'calm'],
  ])('names the variable at fault: %s=%s', (name, value) => {
    expect(readSettings({ [name]: value })).toMatchObject({ ok: false, fault: expect.stringContaining(name) });
  });
});

describe('start simulator', () => {
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
});

const MINUTE_MS = 60_000;

test('measures how fast a cell goes, how long it lives, how wide it is, and the strokes of its flashes', () => {
  const cell = { from: { xKm: -30, yKm: 0 }, east: 45, north: 0, perMinute: 5, spreadKm: 2 };
  const strikes = Array.from({ length: 60 }, (_, minute) => strokesOf(cell, minute))
    .flat()
    .flatMap((stroke, index) => [
      { ...stroke, id: `${index}` },
      { ...stroke, id: `${index} again`, atMs: stroke.atMs + 60 },
    ]);
  const { speedsKmh, livesMinutes, radiiKm, strokesAFlash, byHour } = measureSky(
    scriptedSource(...strikes),
    CENTRE,
    0,
    120 * MINUTE_MS,
  );
  expect(speedsKmh).toHaveLength(1);
  expect(Math.abs((speedsKmh[0] ?? 0) - 45)).toBeLessThan(5);
  expect(livesMinutes[0]).toBeGreaterThan(60);
  expect(livesMinutes[0]).toBeLessThanOrEqual(70);
  expect(radiiKm[0]).toBeLessThan(8);
  expect(quantile(strokesAFlash, 0.1)).toBe(2);
  expect(byHour.slice(0, 2)).toEqual([598, 2].map(() => expect.any(Number)));
});

const post = async (url: string, message: object) =>
  expect((await fetch(url, { method: 'POST', body: JSON.stringify(message) })).status).toBe(200);

test('[TL10] the stand-in for webhooks ends with an error if it was sent what no schema has, and names the field', async () => {
  const heartbeat = {
    type: 'watch.heartbeat',
    timestamp: '2026-07-01T12:00:00.000Z',
    data: {
      bookId: 'b',
      change: 0,
      level: 'clear',
      previousLevel: 'clear',
      unknown: false,
      decidedAt: '2026-07-01T12:00:00.000Z',
      title: 'Test',
      text: '',
    },
  };
  const well = await startHookReceiver();
  await post(well.urlOf('a'), heartbeat);
  await well.close();
  const ill = await startHookReceiver();
  await post(ill.urlOf('a'), { ...heartbeat, data: { ...heartbeat.data, level: 'amber' } });
  await expect(ill.close()).rejects.toThrow(/watch\.heartbeat: data\.level: .*"stop".* expected/);
});
