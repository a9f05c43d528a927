import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { type Clock, systemClock } from '#shared/time/Clock.ts';
import { answerControl, CONTROL_ROOT, type ReceivedMessage, type SimulatorControl } from './answerControl.ts';
import { type Answer, answerEventList } from './answerEventList.ts';
import { answerTelegram } from './answerTelegram.ts';
import { CallLog } from './CallLog.ts';
import { type FaultInput, FaultSettings } from './FaultSettings.ts';
import { faultPlan } from './faultPlan.ts';
import { publishedStrike } from './lateness.ts';
import { readBody } from './readBody.ts';
import { scriptedSource } from './scriptedSource.ts';
import { sendAnswer } from './sendAnswer.ts';
import { DAY_MS } from './stormCells.ts';
import { stormModel } from './stormModel.ts';
import { strikeId } from './strikeId.ts';
import { mergeSources, type StrikeSource } from './strikeSource.ts';
import { allStrikes, type Sky } from './visibleStrikes.ts';

export interface SimulatorOptions {
  /** 0, the default, is any free port. */
  readonly port?: number;
  readonly clock?: Clock;
  readonly seed?: number;
  /** The default is storms of `seed`. */
  readonly source?: StrikeSource;
  /** How far back strikes are remembered: for storms 14 days, for any other source for ever. */
  readonly historyMs?: number;
  /** The default is none: strikes are visible at once, and every answer is right. */
  readonly faults?: FaultInput;
  /** Told one line for each notification taken; the line holds nothing that a visitor wrote. */
  readonly onMessage?: (line: string) => void;
}

export interface Simulator extends SimulatorControl {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Stops at once: open sockets are destroyed and waiting answers forgotten. */
  close(): Promise<void>;
}

const HISTORY_MS = 14 * DAY_MS;
const KEPT_MESSAGES = 1_000;
export const EVENT_LIST_PATH = '/radar/api/v1/event/list';
export const TELEGRAM_PATH = '/notification-service/api/v1/telegram';

/** Starts the stand-in for the provider on the loopback interface. Rejects when the port is taken. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { clock = systemClock, seed = 1, source = stormModel(seed), onMessage } = options;
  const byHand = scriptedSource();
  const historyMs = options.historyMs ?? (options.source ? Number.POSITIVE_INFINITY : HISTORY_MS);
  const sky: Sky = { source: mergeSources(source, byHand), seed, historyMs };
  let faults = v.parse(FaultSettings, options.faults ?? {});
  const calls = new CallLog();
  const messages: ReceivedMessage[] = [];
  const waiting = new Set<NodeJS.Timeout>();
  let requests = 0;
  let published = 0;

  const control: SimulatorControl = {
    faults: () => faults,
    setFaults: (input) => {
      faults = v.parse(FaultSettings, input);
    },
    truth: (bbox, fromMs, toMs) => allStrikes(sky, { bbox, fromMs, toMs }, faults),
    calls: () => calls.report(),
    messages: () => [...messages],
    publish(strikes) {
      const nowMs = clock.now();
      const added = strikes.map(({ id, latitude, longitude, atMs = nowMs, publishedAtMs = nowMs }) => {
        published++;
        return { id: id ?? strikeId(seed, nowMs, published), latitude, longitude, atMs, publishedAtMs };
      });
      byHand.add(...added);
      return added.map((strike) => publishedStrike(strike, faults.lateness, seed));
    },
  };

  function take(origin: string, message: string): void {
    messages.push({ receivedAtMs: clock.now(), origin, message });
    if (messages.length > KEPT_MESSAGES) messages.shift();
    onMessage?.(`notification received: ${message.length} characters`);
  }

  function answerCall(method: string, url: URL, body: string | undefined, rowSeed: number): Answer {
    if (method === 'GET' && url.pathname === EVENT_LIST_PATH) {
      return answerEventList(sky, url.searchParams, { faults, nowMs: clock.now(), rowSeed });
    }
    if (method === 'POST' && url.pathname === TELEGRAM_PATH) {
      const { status, body: answer, received } = answerTelegram(body ?? '', faults);
      if (received) take(received.origin, received.message);
      return { status, body: answer };
    }
    return { status: 404, body: { error: 'not_found' } };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET';
    const url = new URL(request.url ?? '/', 'http://simulator');
    if (url.pathname.startsWith(CONTROL_ROOT)) {
      sendAnswer(
        response,
        answerControl(control, method, url, (await readBody(request)) ?? ''),
        { kind: 'answer' },
        {},
      );
      return;
    }
    const arrivedMs = clock.now();
    const number = ++requests;
    const plan = faultPlan(seed, number, faults, arrivedMs);
    const path = [EVENT_LIST_PATH, TELEGRAM_PATH].includes(url.pathname) ? url.pathname : 'other';
    response.on('close', calls.begin({ number, atMs: arrivedMs, path, query: url.search, outcome: plan.outcome.kind }));
    const body = plan.outcome.kind === 'refuse' ? undefined : await readBody(request);
    if (plan.delayMs > 0) await wait(response, plan.delayMs);
    // A notification that meets a hang or a cut answer was taken all the same: the sender cannot know.
    const unanswered = plan.outcome.kind === 'refuse' || plan.outcome.kind === 'status';
    const answer = unanswered ? { status: 503, body: {} } : answerCall(method, url, body, plan.rowSeed);
    const date = new Date(clock.now() + faults.clockSkewMs).toUTCString();
    sendAnswer(response, answer, plan.outcome, { date });
  }

  /** Never resolves once the client has left or the simulator is closed; whoever waits is then forgotten. */
  function wait(response: ServerResponse, delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        resolve();
      }, delayMs);
      waiting.add(timer);
      response.on('close', () => {
        clearTimeout(timer);
        waiting.delete(timer);
      });
    });
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...control,
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        for (const timer of waiting) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
