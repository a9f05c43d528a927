import * as v from 'valibot';
import type { BBox } from '#shared/geo/BBox.ts';
import type { SimulatedAnswer } from './answerEventList.ts';
import type { CallReport } from './CallLog.ts';
import { type FaultInput, FaultSettings } from './FaultSettings.ts';
import { parseWindow } from './parseEventListQuery.ts';
import type { PublishedStrike } from './visibleStrikes.ts';

export interface ReceivedMessage {
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
  truth(bbox: BBox, fromMs: number, toMs: number): readonly PublishedStrike[];
  calls(): CallReport;
  /** The last thousand, oldest first. */
  messages(): readonly ReceivedMessage[];
  /** Adds strikes to the sky. `id` defaults to a generated one, `atMs` and `publishedAtMs` to now. */
  publish(strikes: PublishedInput): readonly PublishedStrike[];
}

export const CONTROL_ROOT = '/_simulator/';

const notFound: SimulatedAnswer = { status: 404, body: { error: 'not_found' } };

/** Answers a call under `/_simulator/`, the developer's interface, which no fault affects. */
export function answerControl(control: SimulatorControl, method: string, url: URL, body: string): SimulatedAnswer {
  const found = (value: unknown): SimulatedAnswer => ({ status: 200, body: value });
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
      return found({ strikes: control.truth(parsed.value.bbox, parsed.value.fromMs, parsed.value.toMs) });
    }
    default:
      return notFound;
  }
}

function validated<S extends v.GenericSchema>(
  schema: S,
  text: string,
  act: (value: v.InferOutput<S>) => unknown,
): SimulatedAnswer {
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

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
