/** A chunk did not load: the network failed, or a newer release has replaced it. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

export const CHUNK_TIMEOUT_MS = 120_000;

/** Resolves as `loading` does; rejects with `ChunkLoadError` if it fails or takes longer than `timeoutMs`. */
export function withinChunkTimeout<T>(loading: Promise<T>, timeoutMs = CHUNK_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError(`No answer within ${timeoutMs} ms`)), timeoutMs);
    loading
      .then(resolve, (cause: unknown) => reject(new ChunkLoadError('A part of the page failed to load', { cause })))
      .finally(() => clearTimeout(timer));
  });
}

/** Links added per task. All at once would block a slow phone's first frames for a tenth of a second. */
const LINKS_AT_ONCE = 2;

/** Preloads all modules in the HTML's `data-modules`; another call does nothing. */
export function preloadModules(root: HTMLElement): void {
  const hrefs = root.dataset.modules?.split(' ') ?? [];
  delete root.dataset.modules;
  const preload = () => {
    for (const href of hrefs.splice(0, LINKS_AT_ONCE)) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
    if (hrefs.length > 0) setTimeout(preload);
  };
  preload();
}
