import * as v from 'valibot';
import type { Clock } from '#shared/time/Clock.ts';
import { parseJson, type ReceivedMessage, type SimulatorControl } from './answerControl.ts';
import { answerEventList, type SimulatedAnswer } from './answerEventList.ts';
import { CallLog } from './CallLog.ts';
import { type FaultInput, type FaultPlan, FaultSettings, faultPlan } from './FaultSettings.ts';
import { dateOffsetMs } from './hostile.ts';
import { scriptedSource } from './sky/scriptedSource.ts';
import { mergeSources, type SimulatedSource, strikeId } from './sky/simulatedSource.ts';
import { allStrikes, publishedStrike, type SimulatedSky } from './visibleStrikes.ts';

export const EVENT_LIST_PATH = '/radar/api/v1/event/list';
export const TELEGRAM_PATH = '/notification-service/api/v1/telegram';
const MAX_MESSAGES = 1_000;

interface ProviderSetup {
  readonly clock: Clock;
  readonly seed: number;
  readonly source: SimulatedSource;
  readonly historyMs: number;
  readonly faults: FaultInput;
  /** A line for each notification received, without anything a visitor wrote. */
  readonly onMessage: (line: string) => void;
}

/** The simulated provider without HTTP: its sky, its faults and its call log. */
export interface SimulatedProvider extends SimulatorControl {
  /** Counts an arriving call and decides its outcome. Call `done` when its socket closes. */
  receive(url: URL): { readonly plan: FaultPlan; readonly done: () => void };
  answer(method: string, url: URL, body: string, plan: FaultPlan): SimulatedAnswer;
  /** The provider's clock as in its `Date`, in milliseconds since the epoch. */
  now(): number;
}

export function simulatedProvider(setup: ProviderSetup): SimulatedProvider {
  const { clock, seed, historyMs, onMessage } = setup;
  const byHand = scriptedSource();
  const sky: SimulatedSky = { source: mergeSources(setup.source, byHand), seed, historyMs };
  const calls = new CallLog();
  const messages: ReceivedMessage[] = [];
  let faults = v.parse(FaultSettings, setup.faults);
  let requests = 0;
  let published = 0;

  function storeMessage(origin: string, message: string): void {
    messages.push({ receivedAtMs: clock.now(), origin, message });
    if (messages.length > MAX_MESSAGES) messages.shift();
    onMessage(`notification received: ${message.length} characters`);
  }

  return {
    faults: () => faults,
    setFaults(input) {
      faults = v.parse(FaultSettings, input);
    },
    truth: (bbox, fromMs, toMs) => allStrikes(sky, { bbox, fromMs, toMs }, faults),
    calls: () => calls.report(),
    messages: () => [...messages],
    publish(strikes) {
      const nowMs = clock.now();
      const added = strikes.map(({ id, latitude, longitude, atMs = nowMs, publishedAtMs = nowMs }) => {
        published++;
        return { id: id ?? strikeId(atMs, seed, nowMs, published), latitude, longitude, atMs, publishedAtMs };
      });
      byHand.add(...added);
      return added.map((strike) => publishedStrike(strike, faults.lateness, seed));
    },
    receive({ pathname, search }) {
      const number = ++requests;
      const atMs = clock.now();
      const plan = faultPlan(seed, number, faults, atMs);
      const path = pathname === EVENT_LIST_PATH || pathname === TELEGRAM_PATH ? pathname : 'other';
      return { plan, done: calls.begin({ number, atMs, path, query: search, outcome: plan.outcome.kind }) };
    },
    answer(method, url, body, { rowSeed }) {
      if (method === 'GET' && url.pathname === EVENT_LIST_PATH) {
        return answerEventList(sky, url.searchParams, { faults, nowMs: clock.now(), rowSeed });
      }
      if (method === 'POST' && url.pathname === TELEGRAM_PATH) {
        const { status, body: answer, received } = answerTelegram(body, faults);
        if (received) storeMessage(received.origin, received.message);
        return { status, body: answer };
      }
      return { status: 404, body: { error: 'not_found' } };
    },
    now: () => clock.now() + faults.clockSkewMs + dateOffsetMs(faults.hostile),
  };
}

const Notification = v.object({
  origin: v.pipe(v.string(), v.minLength(1)),
  message: v.pipe(v.string(), v.minLength(1)),
});
type Notification = v.InferOutput<typeof Notification>;

type TelegramVerdict = SimulatedAnswer & { readonly received?: Notification };

/** Answers `POST /notification-service/api/v1/telegram`, with the notification if it was accepted. */
function answerTelegram(body: string, { notifications }: FaultSettings): TelegramVerdict {
  if (notifications === 'off') return { status: 503, body: { error: 'unavailable' } };
  const parsed = v.safeParse(Notification, parseJson(body));
  if (!parsed.success) {
    return { status: 400, body: { error: 'bad_request', parameter: v.getDotPath(parsed.issues[0]) ?? 'body' } };
  }
  if (notifications === 'rejecting') return { status: 400, body: { error: 'rejected' } };
  return { status: 200, body: { ok: true }, received: parsed.output };
}
