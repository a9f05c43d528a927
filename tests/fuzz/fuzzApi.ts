import * as fc from 'fast-check';
import * as v from 'valibot';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { Problem } from '#shared/wire/Problem.ts';
import { apiRequests, type FuzzRequest, type OpenApiDocument } from './apiRequests.ts';
import { hostileRequests } from './hostileRequests.ts';

export interface ApiFuzzVerdict {
  readonly requests: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Requests whose answer breaks a rule, with the rule. */
  readonly faults: readonly string[];
}

const PATIENCE_MS = 15_000;
const AT_ONCE = 8;

/** Which rule the answer breaks, or undefined. Streams are opened, read once and closed. */
async function faultOf(baseUrl: string, { method, path, headers, body }: FuzzRequest, count: (status: number) => void) {
  const stop = AbortSignal.timeout(PATIENCE_MS);
  const init = { method, headers, signal: stop, ...(body === undefined ? {} : { body }) };
  let response: Response;
  try {
    response = await fetch(baseUrl + path, init);
  } catch (error) {
    return stop.aborted ? `no answer within ${PATIENCE_MS} ms` : `no answer: ${(error as Error).message}`;
  }
  count(response.status);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    return undefined;
  }
  const text = await response.text();
  if (response.status < 400) return undefined;
  // A stale feed answers its status with 503; nothing else of the server's making is anybody's fault but its own.
  if (response.status >= 500 && response.status !== 503) return `status ${response.status}`;
  if (path.startsWith(apiPaths.status) && response.status === 503) return undefined;
  // Files of the site are answered by the platform.
  if (type.startsWith('text/html') || method === 'HEAD' || !path.startsWith('/api/')) return undefined;
  if (!type.startsWith('application/problem+json'))
    return `status ${response.status} is ${type || 'nothing'}, not a problem`;
  const problem = v.safeParse(Problem, JSON.parse(text));
  return problem.success ? undefined : `status ${response.status}: ${problem.issues[0].message}`;
}

/** Sends `count` requests made from the service's own document. */
export async function fuzzApi(baseUrl: string, seed: number, count: number): Promise<ApiFuzzVerdict> {
  const document = (await (await fetch(baseUrl + apiPaths.openapi)).json()) as OpenApiDocument;
  return await sendAll(baseUrl, fc.sample(apiRequests(document), { seed, numRuns: count }));
}

/** Sends what no decoder of paths and headers expects, to pages too. */
export function fuzzDecoders(baseUrl: string, seed: number): Promise<ApiFuzzVerdict> {
  return sendAll(baseUrl, hostileRequests(seed));
}

/** Eight at a time. */
async function sendAll(baseUrl: string, requests: readonly FuzzRequest[]): Promise<ApiFuzzVerdict> {
  const byStatus: Record<string, number> = {};
  const faults: string[] = [];
  const tally = (status: number) => {
    byStatus[status] = (byStatus[status] ?? 0) + 1;
  };
  const queue = requests.values();
  const work = async () => {
    for (const request of queue) {
      const fault = await faultOf(baseUrl, request, tally);
      if (fault)
        faults.push(
          `${fault}: ${request.method} ${request.path.slice(0, 200)} ${JSON.stringify(request.headers).slice(0, 500)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { requests: requests.length, byStatus, faults };
}
