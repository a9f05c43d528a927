import { apiPaths, refusalDelayMs, refusedForMs } from '../wire/apiPaths.ts';
import { extentOf, type ReadExtent, type StrikesResponse, strikesOf } from '../wire/StrikeBody.ts';
import type { Box, Extent, Strike, StrikePage } from './apiTypes.ts';

export type Where =
  | { readonly bbox: Box; readonly near?: undefined; readonly radiusKm?: undefined }
  | {
      readonly near: { readonly latitude: number; readonly longitude: number };
      /** Up to 100. */
      readonly radiusKm: number;
      readonly bbox?: undefined;
    };

/** A query of the past. `from` is inclusive, `to` exclusive; they are at most 31 days apart. */
export type Query = Where & {
  readonly from: Date | number;
  readonly to: Date | number;
  /** Strikes per page: up to 10,000, default 1,000. */
  readonly limit?: number;
};

const isoOf = (at: Date | number) => new Date(at).toISOString();

export const bboxText = ({ west, south, east, north }: Box) => `${west},${south},${east},${north}`;

function pageQuery(archiveQuery: Query): string {
  const { bbox, near, radiusKm, from, to, limit } = archiveQuery;
  const query = new URLSearchParams({ from: isoOf(from), to: isoOf(to) });
  if (bbox) query.set('bbox', bboxText(bbox));
  if (near) query.set('near', `${near.latitude},${near.longitude}`);
  if (radiusKm !== undefined) query.set('radiusKm', String(radiusKm));
  if (limit !== undefined) query.set('limit', String(limit));
  return query.toString();
}

const ATTEMPTS = 6;
const TIMEOUT_MS = 30_000;

const passes = (status: number) => status === 429 || status >= 500;

/**
 * The JSON response to a GET of `address`. Tries up to six times if there is no response, or one of 429 or 5xx, after
 * the delay in Retry-After, or a growing delay.
 * @throws LightningError if it is refused; the signal's reason if that is aborted
 */
export async function getJson(ports: Ports, address: string, signal: AbortSignal): Promise<unknown> {
  for (let failures = 0; ; failures += 1) {
    const response = await requestOnce(ports, address, signal);
    signal.throwIfAborted();
    if (response?.ok) {
      const body: unknown = await response.json().catch(() => undefined);
      if (body !== undefined) return body;
    }
    const last = failures === ATTEMPTS - 1;
    if (response && !response.ok && (last || !passes(response.status))) throw await errorOf(response);
    if (last) throw new Error('The API did not answer.');
    const requestedMs = response && refusedForMs(response.status, response.headers.get('retry-after'));
    await response?.body?.cancel().catch(() => {});
    await wait(refusalDelayMs(requestedMs ?? 0, failures, ports.random), signal);
    signal.throwIfAborted();
  }
}

async function requestOnce(ports: Ports, address: string, signal: AbortSignal): Promise<Response | undefined> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  return await ports.fetch(address, { headers: headersOf(ports), signal: within }).catch(() => undefined);
}

/** The API refused a call permanently. */
export class LightningError extends Error {
  override readonly name = 'LightningError';
  readonly status: number;
  /** A code of the API's closed list, such as `invalid-key`; `unknown` if the response was no problem document. */
  readonly code: string;
  /** Maps each parameter to the rule that it violates. */
  readonly errors: Readonly<Record<string, string>>;

  constructor(status: number, code: string, detail: string, errors: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** Consumes the body. */
export async function errorOf(response: Response): Promise<LightningError> {
  const problem = (await response.json().catch(() => ({}))) as Partial<
    Pick<LightningError, 'code' | 'errors'> & { detail: string }
  >;
  const { code = 'unknown', detail = `The API answered ${response.status}.`, errors = {} } = problem;
  return new LightningError(response.status, code, detail, errors);
}

export interface Ports {
  readonly origin: string;
  /** API key. Sent as a header, never in a URL. */
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
  readonly random: () => number;
}

export const headersOf = ({ key }: Ports): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** Resolves after `ms`, or at once when `signal` is aborted. Never rejects. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** Newest first, over all pages. Iterate it once, or its `pages()`; afterwards `extent` describes the data. */
export class StrikeHistory implements AsyncIterable<Strike> {
  private readonly ports: Ports;
  private readonly query: Query;
  private readonly signal: AbortSignal;
  private known: ReadExtent | undefined;

  constructor(ports: Ports, query: Query, signal = new AbortController().signal) {
    this.ports = ports;
    this.query = query;
    this.signal = signal;
  }

  /** Combined extent of the pages so far: the earliest `completeToMs` and all gaps. Undefined before the first. */
  get extent(): Extent | undefined {
    return this.known && reportedExtent(this.known);
  }

  /** Every page, including empty ones before the last. */
  async *pages(): AsyncGenerator<StrikePage> {
    let address: string | undefined = `${this.ports.origin}${apiPaths.strikes}?${pageQuery(this.query)}`;
    while (address !== undefined) {
      const strikesResponse = (await getJson(this.ports, address, this.signal)) as StrikesResponse;
      this.known = extentOf(strikesResponse, this.known);
      yield {
        strikes: strikesOf(strikesResponse),
        ...reportedExtent(extentOf(strikesResponse)),
        attribution: strikesResponse.attribution,
      };
      address = strikesResponse.next === undefined ? undefined : new URL(strikesResponse.next, this.ports.origin).href;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Strike> {
    for await (const { strikes } of this.pages()) yield* strikes;
  }
}

function reportedExtent({ gaps, ...extent }: ReadExtent): Extent {
  return { ...extent, gaps: gaps.map(([fromMs, toMs]) => ({ fromMs, toMs })) };
}
