export interface PreviewedSlice {
  /** `performance.now()` at the request. */
  readonly requestedAtMs: number;
  readonly result: Promise<Response>;
}

declare global {
  interface Window {
    /** By path, until the map's program takes them. */
    previewedSlices?: Map<string, PreviewedSlice>;
    /** Resolves once the preview shows strikes or has none; the map's program then starts. */
    previewVisible?: Promise<void>;
  }
}

/** A relay can resend what a slice gained within a quarter of an hour; an older page refetches well before that. */
const FRESH_FOR_MS = 60_000;

/**
 * Returns the response for `path` only once, because later readers want a newer one. Undefined if there is none, or if
 * it was requested more than a minute before `nowMs` (`performance.now()`).
 */
export function claimPreviewedSlice(
  slices: Map<string, PreviewedSlice> | undefined,
  path: string,
  nowMs: number,
): Promise<Response> | undefined {
  const found = slices?.get(path);
  slices?.delete(path);
  return found && nowMs - found.requestedAtMs <= FRESH_FOR_MS ? found.result : undefined;
}
