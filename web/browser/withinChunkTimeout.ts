/** A part of the program did not arrive: the network failed, or a newer release replaced it. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

export const CHUNK_TIMEOUT_MS = 120_000;

/** Settles as `loading` does, but rejects with `ChunkLoadError` when it fails or takes longer than the time-out. */
export function withinChunkTimeout<T>(loading: Promise<T>, timeoutMs = CHUNK_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError(`No answer within ${timeoutMs} ms`)), timeoutMs);
    loading
      .then(resolve, (cause: unknown) => reject(new ChunkLoadError('A part of the page failed to load', { cause })))
      .finally(() => clearTimeout(timer));
  });
}
