import * as v from 'valibot';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Answer } from './answerEventList.ts';
import { parseJson } from './answerTelegram.ts';
import type { CallReport } from './CallLog.ts';
import { type FaultInput, FaultSettings } from './FaultSettings.ts';
import type { PublishedStrike } from './lateness.ts';
import { PublishedInput } from './PublishedInput.ts';
import { parseWindow } from './parseEventListQuery.ts';

/** A notification as it was taken. */
export interface ReceivedMessage {
  readonly receivedAtMs: number;
  readonly origin: string;
  readonly message: string;
}

/** What a test may ask of the simulator and do to it; the same in process and over HTTP. */
export interface SimulatorControl {
  faults(): FaultSettings;
  /** Replaces all faults; what is absent is well. Throws a `ValiError` where a setting is out of range. */
  setFaults(faults: FaultInput): void;
  /** Every strike with `fromMs <= atMs < toMs`, whether published yet or not, in the true time. */
  truth(bbox: BBox, fromMs: number, toMs: number): readonly PublishedStrike[];
  calls(): CallReport;
  /** The last thousand notifications taken, oldest first. */
  messages(): readonly ReceivedMessage[];
  /** Adds strikes to the sky; absent, `id` is made up and `atMs` and `publishedAtMs` are now. */
  publish(strikes: PublishedInput): readonly PublishedStrike[];
}

export const CONTROL_ROOT = '/_simulator/';

const notFound: Answer = { status: 404, body: { error: 'not_found' } };

/** The answer to a call under `/_simulator/`, the developer's side entrance, which no fault touches. */
export function answerControl(control: SimulatorControl, method: string, url: URL, body: string): Answer {
  const found = (value: unknown): Answer => ({ status: 200, body: value });
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
): Answer {
  const parsed = v.safeParse(schema, parseJson(text));
  if (parsed.success) return { status: 200, body: act(parsed.output) };
  const errors = parsed.issues.map((issue) => ({ parameter: v.getDotPath(issue) ?? 'body', detail: issue.message }));
  return { status: 400, body: { error: 'bad_request', errors } };
}
