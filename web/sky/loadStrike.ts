import type { NumberedStrike, StrikeHint } from '#shared/strike.ts';
import { strikeByOrdinalPath, strikePath } from '#shared/wire/apiPaths.ts';
import { NumberedStrikeBody, strikeOfBody } from '#shared/wire/StrikeBody.ts';
import { type ApiResult, json, type RequestOptions, requestApi } from '#web/kit/http/requestApi.ts';

const TIMEOUT_MS = 10_000;

type Fetch = RequestOptions['fetch'] & {};

/** Loads by the provider's id; `hint` finds even unarchived strikes. Never rejects; gives up after 10 s. */
export function loadStrike(
  id: string,
  hint: StrikeHint | undefined,
  fetchJson: Fetch,
  signal: AbortSignal,
): Promise<ApiResult<NumberedStrike>> {
  return load(strikePath(id, hint), fetchJson, signal);
}

/** Loads by the Feed's ordinal. Never rejects. */
export function loadStrikeByOrdinal(
  ordinal: number,
  fetchJson: Fetch,
  signal: AbortSignal,
): Promise<ApiResult<NumberedStrike>> {
  return load(strikeByOrdinalPath(ordinal), fetchJson, signal);
}

async function load(path: string, fetch: Fetch, signal: AbortSignal): Promise<ApiResult<NumberedStrike>> {
  const result = await requestApi(path, json(NumberedStrikeBody), { fetch, signal, timeoutMs: TIMEOUT_MS });
  if (!result.ok) return result;
  const strike = strikeOfBody(result.value);
  if (Number.isNaN(strike.atMs)) return { ok: false, errorKind: 'unreadable' };
  return { ok: true, value: { ...strike, ordinal: result.value.ordinal } };
}
