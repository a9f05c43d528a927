import { slicePath } from '#shared/wire/apiPaths.ts';
import { decodeStrikeSlice, type StrikeSlice } from '#shared/wire/strikeSlice.ts';
import type { SliceName } from './TileCoverage.ts';

const TIMEOUT_MS = 10_000;

/** The part of `fetch` that slices need. */
export type FetchBytes = (path: string, init: { readonly signal: AbortSignal }) => Promise<Response>;

export type SliceResult =
  | { readonly ok: true; readonly slice: StrikeSlice }
  | { readonly ok: false; readonly reason: string };

/** Reads one slice. Never rejects: no answer within 10 s, an error status and bad bytes all give `ok: false`. */
export async function loadSlice(fetchBytes: FetchBytes, { tile, hourMs }: SliceName): Promise<SliceResult> {
  try {
    const response = await fetchBytes(slicePath(tile, hourMs), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return { ok: false, reason: `status ${response.status}` };
    return decodeStrikeSlice(new Uint8Array(await response.arrayBuffer()));
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
