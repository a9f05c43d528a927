import { classifyAnswer } from '#worker/outbound/classifyAnswer.ts';
import { parseJson, readBoundedText } from '#worker/outbound/readBounded.ts';
import type { SourceDeps } from './SourceEntry.ts';
import type { NoSourceAnswer, ProviderAnswer } from './StrikeSource.ts';

export interface SourceRequest extends Pick<RequestInit, 'method' | 'headers' | 'body'> {
  readonly url: string;
  /** For the whole answer, headers and body together. */
  readonly maxWaitMs: number;
}

/**
 * One request to a source: no redirect is followed, nothing is tried again. `read` gets a response of status 200; any
 * other is judged by its status unless `meanings` says what it means here, and whatever goes wrong on the way is
 * `failed`. Never rejects.
 */
export async function askSource<Answer>(
  { fetch, clock }: SourceDeps,
  { url, maxWaitMs, ...init }: SourceRequest,
  read: (response: Response) => Promise<Answer>,
  meanings: Readonly<Record<number, Answer>> = {},
): Promise<Answer | NoSourceAnswer> {
  try {
    const signal = AbortSignal.timeout(maxWaitMs);
    const response = await fetch(url, { ...init, signal, redirect: 'manual' });
    if (response.status === 200) return await read(response);
    await response.body?.cancel();
    const meaning = meanings[response.status];
    if (meaning !== undefined) return meaning;
    const failed = classifyAnswer(response, clock.now());
    if (failed.kind !== 'rejected') return failed;
    return { ...failed, denied: response.status === 401 || response.status === 403 };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' };
  }
}

/**
 * What is made of a body once it was read within its bound, else `oversized`.
 * @throws what broke the reading off, for `askSource` to tell
 */
export async function withinBound<Body, Answer>(
  reading: Promise<Body>,
  use: (body: Body) => Answer,
): Promise<Answer | { readonly kind: 'oversized'; readonly reason: string }> {
  const body = await reading.catch((error: Error) => error);
  if (body instanceof RangeError) return { kind: 'oversized', reason: body.message };
  if (body instanceof Error) throw body;
  return use(body);
}

type ReadRows = Omit<Extract<ProviderAnswer, { kind: 'strikes' }>, 'providerTimeMs'>;

/** What the text of an answer says, or why it cannot be believed. */
export type RowsAnswer = ReadRows | Exclude<ProviderAnswer, { kind: 'strikes' }>;

/** `askSource` for an answer in text; one longer than `maxBytes` is `oversized`. */
export function askForRows(
  deps: SourceDeps,
  request: SourceRequest,
  maxBytes: number,
  parse: (text: string) => RowsAnswer,
): Promise<ProviderAnswer> {
  return askSource<ProviderAnswer>(deps, request, (response) =>
    withinBound(readBoundedText(response, maxBytes), (text): ProviderAnswer => {
      const answer = parse(text);
      return answer.kind === 'strikes' ? { ...answer, providerTimeMs: clockOf(response) } : answer;
    }),
  );
}

function clockOf({ headers }: Response): number | undefined {
  const atMs = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** Undefined if `text` is no JSON. The message of `JSON.parse` would repeat what was sent. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
