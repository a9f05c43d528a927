import type * as v from 'valibot';
import { type LookUpBody, LookUpView } from '#shared/lookUp/bodies.ts';
import { DAY_MS, isoMillis } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import type { Problem } from '#shared/wire/Problem.ts';
import type { LookUpQuestion } from '#web/kit/addresses/lookUpAddress.ts';
import { type ApiError, type ApiResult, ask, json } from '#web/kit/http/ask.ts';

export const FILE_FORMATS = ['csv', 'geojson', 'kml'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/**
 * `outside`: the surroundings are not all within home. `shape`: refused. `future`, `notKept`: the report's time, or the
 * time before it. `invalid`: another field. `busy`: too many requests, or the archive does not respond. `network`: no
 * response. `server`: anything else.
 */
type LookUpFault = 'outside' | 'shape' | 'future' | 'notKept' | 'invalid' | 'busy' | 'network' | 'server';

export function lookUpBody({
  shape,
  radiusKm,
  reportedMs,
  days,
  beforeMs,
}: LookUpQuestion): v.InferInput<typeof LookUpBody> {
  return {
    // The schema's own type has mutable arrays.
    shape: structuredClone(shape) as v.InferInput<typeof LookUpBody>['shape'],
    radiusKm,
    reportedAt: isoMillis(reportedMs),
    from: isoMillis(reportedMs - days * DAY_MS),
    ...(beforeMs === undefined ? {} : { to: isoMillis(beforeMs) }),
  };
}

/** Never rejects. */
export function askLookUp(query: LookUpQuestion, signal: AbortSignal): Promise<ApiResult<LookUpView>> {
  return ask(apiPaths.lookUp, json(LookUpView), { method: 'POST', body: lookUpBody(query), signal });
}

/** Never rejects. */
export function fetchLookUpFile(question: LookUpQuestion, format: FileFormat): Promise<ApiResult<Blob>> {
  const path = `${apiPaths.lookUp}?format=${format}`;
  return ask(path, (response) => response.blob(), { method: 'POST', body: lookUpBody(question) });
}

const ERRORS: Partial<Record<Problem['code'], LookUpFault>> = {
  'outside-coverage': 'outside',
  'body-too-large': 'shape',
  'rate-limited': 'busy',
  busy: 'busy',
  unavailable: 'busy',
};

export function lookUpFault({ errorKind, problem: { code, errors = {} } = {} }: Omit<ApiError, 'ok'>): LookUpFault {
  if (errorKind === 'offline') return 'network';
  if (code !== 'invalid-body') return (code && ERRORS[code]) ?? 'server';
  const rules = Object.values(errors);
  if (rules.includes('future')) return 'future';
  if (rules.includes('notKept')) return 'notKept';
  return Object.keys(errors).some((field) => field.startsWith('shape')) ? 'shape' : 'invalid';
}
