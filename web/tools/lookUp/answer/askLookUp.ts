import * as v from 'valibot';
import type { LookUpBody } from '#shared/lookUp/LookUpBody.ts';
import { LookUpView } from '#shared/lookUp/LookUpView.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { Problem } from '#shared/wire/Problem.ts';
import type { LookUpQuestion } from '#web/kit/routing/lookUpAddress.ts';

const TIMEOUT_MS = 20_000;

/** What an answer can be saved as. */
export const FILE_FORMATS = ['csv', 'geojson', 'kml'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/**
 * Why there is no answer. `outside`: not all around the place is always read. `shape`: the server refuses it. `future`, `notKept`: the
 * report's time, or what lies before it. `invalid`: another field. `busy`: too many ask, or the archive does not answer.
 * `network`: no answer. `server`: anything else, also an answer that is none.
 */
export type LookUpFault = 'outside' | 'shape' | 'future' | 'notKept' | 'invalid' | 'busy' | 'network' | 'server';

export type Asked<Value> =
  | { readonly ok: true; readonly value: Value }
  /** `waitS`: after so many seconds it can be asked again. */
  | { readonly ok: false; readonly fault: LookUpFault; readonly waitS?: number };

/** The request's body. */
export function lookUpBody({
  shape,
  radiusKm,
  reportedMs,
  days,
  beforeMs,
}: LookUpQuestion): v.InferInput<typeof LookUpBody> {
  return {
    // The schema's own type has arrays that can be changed.
    shape: structuredClone(shape) as v.InferInput<typeof LookUpBody>['shape'],
    radiusKm,
    reportedAt: isoMillis(reportedMs),
    from: isoMillis(reportedMs - days * DAY_MS),
    ...(beforeMs === undefined ? {} : { to: isoMillis(beforeMs) }),
  };
}

/** Asks which strikes may have lit the fire, and checks the answer. Never rejects. */
export async function askLookUp(question: LookUpQuestion, signal: AbortSignal): Promise<Asked<LookUpView>> {
  const asked = await post(question, '', signal);
  if (!asked.ok) return asked;
  const body: unknown = await asked.value.json().catch(() => undefined);
  const view = v.safeParse(LookUpView, body);
  return view.success ? { ok: true, value: view.output } : { ok: false, fault: 'server' };
}

/** The same as a file. Never rejects. */
export async function fetchLookUpFile(question: LookUpQuestion, format: FileFormat): Promise<Asked<Blob>> {
  const asked = await post(question, `?format=${format}`);
  if (!asked.ok) return asked;
  const file = await asked.value.blob().catch(() => undefined);
  return file ? { ok: true, value: file } : { ok: false, fault: 'network' };
}

async function post(question: LookUpQuestion, search: string, signal?: AbortSignal): Promise<Asked<Response>> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(lookUpBody(question)),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  const response = await fetch(apiPaths.lookUp + search, init).catch(() => undefined);
  if (!response) return { ok: false, fault: 'network' };
  if (response.ok) return { ok: true, value: response };
  const problem = v.safeParse(Problem, await response.json().catch(() => undefined));
  const waitS = Number(response.headers.get('retry-after'));
  const fault = problem.success ? lookUpFault(problem.output) : 'server';
  return { ok: false, fault, ...(waitS > 0 ? { waitS } : {}) };
}

const FAULTS: Partial<Record<Problem['code'], LookUpFault>> = {
  'outside-coverage': 'outside',
  'body-too-large': 'shape',
  'rate-limited': 'busy',
  busy: 'busy',
  unavailable: 'busy',
};

/** What a problem of the API means here. */
export function lookUpFault({ code, errors = {} }: Pick<Problem, 'code' | 'errors'>): LookUpFault {
  if (code !== 'invalid-body') return FAULTS[code] ?? 'server';
  const rules = Object.values(errors);
  if (rules.includes('future')) return 'future';
  if (rules.includes('notKept')) return 'notKept';
  return Object.keys(errors).some((field) => field.startsWith('shape')) ? 'shape' : 'invalid';
}
