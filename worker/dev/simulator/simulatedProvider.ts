import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import type { Clock } from '#shared/Clock.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { DAY_MS } from '#shared/time.ts';
import { type FaultInput, type FaultOutcome, type FaultPlan, FaultSettings, faultPlan } from './FaultSettings.ts';
import { dateOffsetMs, sendHostile } from './hostile.ts';
import {
  allStrikes,
  type PublishedStrike,
  parseWindow,
  publishedStrike,
  respondWithEvents,
  type SimulatedResponse,
  type SimulatedSky,
} from './respondWithEvents.ts';
import { mergeSources, type SimulatedSource, scriptedSource, strikeId } from './simulatedSource.ts';

/** Times in milliseconds since the Unix epoch. */
interface CallReport {
  readonly total: number;
  readonly open: number;
  readonly maxOpen: number;
  readonly byPath: Readonly<Record<string, PathReport>>;
  readonly recent: readonly Call[];
}

interface PathReport {
  readonly total: number;
  readonly open: number;
  readonly maxOpen: number;
  /** Calls per second, keyed by whole seconds since the epoch; seconds without calls are absent. */
  readonly perSecond: Readonly<Record<string, number>>;
}

interface Call {
  readonly number: number;
  readonly atMs: number;
  readonly path: string;
  readonly query: string;
  readonly outcome: string;
}

const MAX_SECONDS = DAY_MS / 1000;
const MAX_CALLS = 10_000;

class Tally {
  total = 0;
  open = 0;
  maxOpen = 0;
  readonly perSecond = new Map<number, number>();

  begin(atMs: number): void {
    this.total++;
    this.open++;
    this.maxOpen = Math.max(this.maxOpen, this.open);
    const second = Math.floor(atMs / 1000);
    this.perSecond.set(second, (this.perSecond.get(second) ?? 0) + 1);
    const oldest = this.perSecond.keys().next();
    if (this.perSecond.size > MAX_SECONDS && !oldest.done) this.perSecond.delete(oldest.value);
  }
}

/** Counts the calls to the provider's own paths. Stores a day of seconds and the last ten thousand calls. */
class CallLog {
  readonly #all = new Tally();
  readonly #byPath = new Map<string, Tally>();
  readonly #recent: Call[] = [];

  /** Records a call. Call the returned function when its socket closes; repeats have no effect. */
  begin(call: Call): () => void {
    const tally = this.#byPath.get(call.path) ?? new Tally();
    this.#byPath.set(call.path, tally);
    this.#recent.push(call);
    if (this.#recent.length > MAX_CALLS) this.#recent.shift();
    const tallies = [this.#all, tally];
    for (const each of tallies) each.begin(call.atMs);
    return () => {
      for (const each of tallies.splice(0)) each.open--;
    };
  }

  report(): CallReport {
    const { total, open, maxOpen } = this.#all;
    const byPath = Object.fromEntries(
      [...this.#byPath].map(([path, tally]) => [path, { ...tally, perSecond: Object.fromEntries(tally.perSecond) }]),
    );
    return { total, open, maxOpen, byPath, recent: [...this.#recent] };
  }
}

interface ReceivedMessage {
  readonly receivedAtMs: number;
  readonly origin: string;
  readonly message: string;
}

/** Control of the simulator for tests, in process or over HTTP. */
export interface SimulatorControl {
  faults(): FaultSettings;
  /**
   * Replaces all faults; absent ones get their defaults.
   * @throws v.ValiError if a setting is out of range
   */
  setFaults(faults: FaultInput): void;
  /** Every strike with `fromMs <= atMs < toMs`, published yet or not, in true time (without `clockSkewMs`). */
  groundTruth(bbox: BBox, fromMs: number, toMs: number): readonly PublishedStrike[];
  calls(): CallReport;
  /** The last thousand, oldest first. */
  messages(): readonly ReceivedMessage[];
  /** Adds strikes to the sky. `id` defaults to a generated one, `atMs` and `publishedAtMs` to now. */
  publish(strikes: PublishedInput): readonly PublishedStrike[];
}

const CONTROL_ROOT = '/_simulator/';

const notFound: SimulatedResponse = { status: 404, body: { error: 'not_found' } };

/** Handles a call under `/_simulator/`, the developer's interface, which no fault affects. */
function respondToControl(control: SimulatorControl, method: string, url: URL, body: string): SimulatedResponse {
  const found = (value: unknown): SimulatedResponse => ({ status: 200, body: value });
  switch (`${method} ${url.pathname.slice(CONTROL_ROOT.length)}`) {
    case 'GET faults':
      return found(control.faults());
    case 'PUT faults':
      return validated(FaultSettings, body, (faults) => {
        control.setFaults(faults);
        return control.faults();
      });
    case 'POST strikes':
      return validated(v.object({ strikes: PublishedInput }), body, ({ strikes }) => ({
        strikes: control.publish(strikes),
      }));
    case 'GET messages':
      return found({ messages: control.messages() });
    case 'GET calls':
      return found(control.calls());
    case 'GET truth': {
      const parsed = parseWindow(url.searchParams);
      if (!parsed.ok) return { status: 400, body: { error: 'bad_request', ...parsed.fault } };
      return found({ strikes: control.groundTruth(parsed.value.bbox, parsed.value.fromMs, parsed.value.toMs) });
    }
    default:
      return notFound;
  }
}

function validated<S extends v.GenericSchema>(
  schema: S,
  text: string,
  act: (value: v.InferOutput<S>) => unknown,
): SimulatedResponse {
  const parsed = v.safeParse(schema, parseJson(text));
  if (parsed.success) return { status: 200, body: act(parsed.output) };
  const errors = parsed.issues.map((issue) => ({ parameter: v.getDotPath(issue) ?? 'body', detail: issue.message }));
  return { status: 400, body: { error: 'bad_request', errors } };
}

const instant = v.optional(v.pipe(v.number(), v.integer()));

/** Times in milliseconds since the epoch. */
const PublishedInput = v.array(
  v.object({
    id: v.optional(v.pipe(v.string(), v.minLength(1))),
    latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    atMs: instant,
    publishedAtMs: instant,
  }),
);
type PublishedInput = v.InferOutput<typeof PublishedInput>;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const UNSEEN: SimulatedResponse = { status: 503, body: {} };

export async function serveRequest(
  provider: SimulatedProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? 'GET';
  const url = new URL(request.url ?? '/', 'http://simulator');
  if (url.pathname.startsWith(CONTROL_ROOT)) {
    const result = respondToControl(provider, method, url, await readBody(request));
    sendResponse(response, result, { kind: 'answer' }, {});
    return;
  }
  const { plan, done } = provider.receive(url);
  response.on('close', done);
  if (plan.outcome.kind === 'refuse') {
    response.destroy();
    return;
  }
  const body = await readBody(request);
  if (plan.delayMs > 0) await pause(response, plan.delayMs);
  // A notification whose response hangs or is cut off still counts as received, as at a real service.
  const simulatedResponse = plan.outcome.kind === 'status' ? UNSEEN : provider.respond(method, url, body, plan);
  const { hostile } = provider.faults();
  const requested = url.pathname === EVENT_LIST_PATH && plan.outcome.kind === 'answer';
  if (requested && sendHostile(hostile, response, JSON.stringify(simulatedResponse.body), url.searchParams)) return;
  sendResponse(response, simulatedResponse, plan.outcome, { date: new Date(provider.now()).toUTCString() });
}

/** Never resolves if the client disconnects first. */
function pause(response: ServerResponse, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    response.on('close', () => clearTimeout(timer));
  });
}

const MAX_BODY_BYTES = 1_048_576;

/** Empty if it is longer than a megabyte. Rejects if the client disconnects. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : '';
}

/** Sends `answer`, or fails as `outcome` requires. `headers` are added to any response. */
function sendResponse(
  response: ServerResponse,
  simulatedResponse: SimulatedResponse,
  outcome: FaultOutcome,
  headers: Readonly<Record<string, string>>,
): void {
  const body = Buffer.from(JSON.stringify(simulatedResponse.body));
  const json = { ...headers, 'content-type': 'application/json; charset=utf-8' };
  switch (outcome.kind) {
    case 'refuse':
      response.destroy();
      return;
    case 'hang':
      return;
    case 'status': {
      const retryAfter = outcome.retryAfterS === undefined ? {} : { 'retry-after': String(outcome.retryAfterS) };
      response.writeHead(outcome.status, { ...json, ...retryAfter });
      response.end(JSON.stringify({ error: `status_${outcome.status}` }));
      return;
    }
    case 'cut':
      response.writeHead(simulatedResponse.status, { ...json, 'content-length': body.length });
      response.write(firstHalf(body), () => response.destroy());
      return;
    case 'invalid-json':
      response.writeHead(simulatedResponse.status, { ...json, 'content-length': firstHalf(body).length });
      response.end(firstHalf(body));
      return;
    case 'huge-body':
      response.writeHead(simulatedResponse.status, json);
      Readable.from(paddedJson(body, outcome.paddingBytes)).pipe(response);
      return;
    case 'answer':
      response.writeHead(simulatedResponse.status, { ...json, 'content-length': body.length });
      response.end(body);
  }
}

function firstHalf(body: Buffer): Buffer {
  return body.subarray(0, Math.ceil(body.length / 2));
}

/** Inserts `paddingBytes` of padding as the first member of the JSON object, generated as the client reads. */
function* paddedJson(body: Buffer, paddingBytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(65_536, 'x');
  yield Buffer.from('{"padding":"');
  for (let left = paddingBytes; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
  yield Buffer.from('",');
  yield body.subarray(1);
}

const EVENT_LIST_PATH = '/radar/api/v1/event/list';
const TELEGRAM_PATH = '/notification-service/api/v1/telegram';
const MAX_MESSAGES = 1_000;

interface ProviderSetup {
  readonly clock: Clock;
  readonly seed: number;
  readonly source: SimulatedSource;
  readonly historyMs: number;
  readonly faults: FaultInput;
  /** A line for each notification received, without any text of a visitor. */
  readonly onMessage: (line: string) => void;
}

/** The simulated provider without HTTP: its sky, its faults and its call log. */
interface SimulatedProvider extends SimulatorControl {
  /** Counts an arriving call and decides its outcome. Call `done` when its socket closes. */
  receive(url: URL): { readonly plan: FaultPlan; readonly done: () => void };
  respond(method: string, url: URL, body: string, plan: FaultPlan): SimulatedResponse;
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
    groundTruth: (bbox, fromMs, toMs) => allStrikes(sky, { bbox, fromMs, toMs }, faults),
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
    respond(method, url, body, { rowSeed }) {
      if (method === 'GET' && url.pathname === EVENT_LIST_PATH) {
        return respondWithEvents(sky, url.searchParams, { faults, nowMs: clock.now(), rowSeed });
      }
      if (method === 'POST' && url.pathname === TELEGRAM_PATH) {
        const { status, body: result, received } = respondToTelegram(body, faults);
        if (received) storeMessage(received.origin, received.message);
        return { status, body: result };
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

type TelegramVerdict = SimulatedResponse & { readonly received?: Notification };

/** Response of `POST /notification-service/api/v1/telegram`, with the notification if it was accepted. */
function respondToTelegram(body: string, { notifications }: FaultSettings): TelegramVerdict {
  if (notifications === 'off') return { status: 503, body: { error: 'unavailable' } };
  const parsed = v.safeParse(Notification, parseJson(body));
  if (!parsed.success) {
    return { status: 400, body: { error: 'bad_request', parameter: v.getDotPath(parsed.issues[0]) ?? 'body' } };
  }
  if (notifications === 'rejecting') return { status: 400, body: { error: 'rejected' } };
  return { status: 200, body: { ok: true }, received: parsed.output };
}
