import * as v from 'valibot';
import type { NumberedStrike, StrikeHint } from '#shared/strike.ts';
import { strikeByOrdinalPath, strikePath } from '#shared/wire/apiPaths.ts';
import { NumberedStrikeBody } from '#shared/wire/StrikeBody.ts';

export type LoadedStrikeResult =
  | { readonly ok: true; readonly strike: NumberedStrike }
  | { readonly ok: false; readonly reason: 'unknown' | 'unavailable' };

const TIMEOUT_MS = 10_000;

type Fetch = (path: string, init: { readonly signal: AbortSignal }) => Promise<Response>;

/**
 * Loads the strike with the provider's id; `hint` finds even one that was never archived. Never rejects: an answer that
 * takes 10 s counts as none.
 */
export function loadStrike(
  id: string,
  hint: StrikeHint | undefined,
  fetchJson: Fetch,
  signal: AbortSignal,
): Promise<LoadedStrikeResult> {
  return load(strikePath(id, hint), fetchJson, signal);
}

/** Loads the strike with the Feed's number. Never rejects. */
export function loadStrikeByOrdinal(
  ordinal: number,
  fetchJson: Fetch,
  signal: AbortSignal,
): Promise<LoadedStrikeResult> {
  return load(strikeByOrdinalPath(ordinal), fetchJson, signal);
}

async function load(path: string, fetchJson: Fetch, signal: AbortSignal): Promise<LoadedStrikeResult> {
  try {
    const response = await fetchJson(path, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
    if (response.status === 404 || response.status === 400) return { ok: false, reason: 'unknown' };
    if (!response.ok) return { ok: false, reason: 'unavailable' };
    const answer = v.safeParse(NumberedStrikeBody, await response.json());
    const atMs = answer.success ? Date.parse(answer.output.timestamp) : Number.NaN;
    if (!answer.success || Number.isNaN(atMs)) return { ok: false, reason: 'unavailable' };
    const { id, ordinal, latitude, longitude } = answer.output;
    return { ok: true, strike: { id, ordinal, latitude, longitude, atMs } };
  } catch {
    return { ok: false, reason: 'unavailable' };
  }
}
