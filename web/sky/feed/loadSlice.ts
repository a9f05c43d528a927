import { slicePath } from '#shared/wire/apiPaths.ts';
import { decodeStrikeSlice, type StrikeSlice } from '#shared/wire/strikeSlice.ts';
import type { SliceName } from './TileCoverage.ts';

const TIMEOUT_MS = 10_000;
/** Temporary refusals: too slow, too early, too many. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

export type FetchBytes = (path: string, init: { readonly signal: AbortSignal }) => Promise<Response>;

export type SliceResult =
  | { readonly ok: true; readonly slice: StrikeSlice }
  /** `refused`: permanent, so a retry is useless. */
  | { readonly ok: false; readonly reason: string; readonly refused: boolean };

/** Never rejects: no response within 10 s, an error status and bad bytes all give `ok: false`. */
export async function loadSlice(fetchBytes: FetchBytes, { tile, hourMs }: SliceName): Promise<SliceResult> {
  try {
    const response = await fetchBytes(slicePath(tile, hourMs), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { ok, status } = response;
    if (!ok)
      return { ok: false, reason: `status ${status}`, refused: status >= 400 && status < 500 && !PASSING.has(status) };
    const decoded = decodeStrikeSlice(new Uint8Array(await response.arrayBuffer()));
    return decoded.ok ? decoded : { ...decoded, refused: false };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error), refused: false };
  }
}
