export interface PreviewedSlice {
  /** By `performance.now()`. */
  readonly askedAtMs: number;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    /** By path, until the map's program takes them. */
    previewedSlices?: Map<string, PreviewedSlice>;
    /** Resolves once the preview shows strikes or has none; the map's program starts then. */
    previewShown?: Promise<void>;
  }
}

/** A relay tells what a slice has gained since, up to a quarter of an hour; an older page reads anew long before that. */
const FRESH_FOR_MS = 60_000;

/**
 * Takes the answer to `path`, once: later readers want a newer one. Undefined if there is none, or if it was asked for
 * more than a minute before `nowMs` (by `performance.now()`).
 */
export function takePreviewedSlice(
  slices: Map<string, PreviewedSlice> | undefined,
  path: string,
  nowMs: number,
): Promise<Response> | undefined {
  const found = slices?.get(path);
  slices?.delete(path);
  return found && nowMs - found.askedAtMs <= FRESH_FOR_MS ? found.answer : undefined;
}
